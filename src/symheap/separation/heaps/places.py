"""Places of accesses in an object: at a known offset, or at one that the symbolic heap does not determine."""

from __future__ import annotations

from dataclasses import dataclass, replace

import immutables

from symheap.core.terms import Op, Term, Value, eq
from symheap.separation.entailment.logic import Logic, carrying
from symheap.separation.execution.exposing import Found
from symheap.separation.heaps.cells import overlapping, read, written
from symheap.separation.heaps.formula import Object, SymbolicHeap

MOST_ELEMENTS = 16
"""Largest array, in elements, whose accesses at an unknown index are split by elements."""


@dataclass(frozen=True, slots=True)
class AccessPlace:
    """A place `offset` bytes into `target`, an object of `heap`; None: somewhere inside it."""

    heap: SymbolicHeap
    target: Object
    offset: int | None


def places(logic: Logic, found: Found, size: int) -> list[AccessPlace]:
    """Return the places that an access of `size` bytes may reach.

    An index of a small array is split by its elements.
    """
    if isinstance(found.offset, int):
        return [AccessPlace(found.heap, found.target, found.offset)]
    offset = found.offset
    if not isinstance(found.target.size, int) or not 0 < found.target.size <= MOST_ELEMENTS * size:
        return [AccessPlace(found.heap, found.target, None)]
    if not is_multiple(offset, size):
        return [AccessPlace(found.heap, found.target, None)]
    result: list[AccessPlace] = []
    heap, (name,) = carrying(found.heap, (found.target.base,))
    for at in range(0, found.target.size - size + 1, size):
        for new in logic.assume(heap, eq(offset, at)):
            same = next(atom for atom in new.atoms if isinstance(atom, Object) and atom.base is new.roots[name])
            result.append(AccessPlace(new.without_roots((name,)), same, at))
    return result


def is_multiple(offset: Value, size: int) -> bool:
    """Whether the form of an offset shows that it is a multiple of `size`."""
    if not isinstance(offset, Term):
        return offset % size == 0
    if offset.op is Op.BVADD:
        return all(is_multiple(part, size) for part in offset.args)
    factor = offset.args[1] if len(offset.args) == 2 else None
    if not isinstance(factor, int):
        return False
    return (offset.op is Op.BVMUL and factor % size == 0) or (offset.op is Op.BVSHL and (1 << factor) % size == 0)


def read_place(place: AccessPlace, size: int) -> tuple[SymbolicHeap, Value]:
    """Return the value at a place.  Unknown bytes get a symbol, so that reading them again gives the same value."""
    heap, target = place.heap, place.target
    if place.offset is None:
        if target.zero and not target.cells:
            return heap, 0
        return heap.fresh(size)
    value = read(target, place.offset, size)
    if value is not None:
        return heap, value
    heap, symbol = heap.fresh(size)
    if any(overlapping(target.cells, place.offset, size)):
        return heap, symbol
    return heap.replaced(target, written(target, place.offset, size, symbol)), symbol


def written_place(place: AccessPlace, size: int, value: Value) -> SymbolicHeap:
    """Return the heap with `value` at a place.  An unknown place makes the whole object unknown."""
    if place.offset is None:
        return place.heap.replaced(place.target, replace(place.target, cells=immutables.Map(), zero=False))
    return place.heap.replaced(place.target, written(place.target, place.offset, size, value))
