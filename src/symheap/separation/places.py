"""Where in an object an access goes: at a known offset, or at one that the symbolic heap does not settle."""

from __future__ import annotations

from dataclasses import dataclass, replace

import immutables

from symheap.core.terms import Op, Term, Value, eq
from symheap.separation.cells import overlapping, read, written
from symheap.separation.exposing import Found
from symheap.separation.formula import Object, SymbolicHeap
from symheap.separation.logic import Logic, carrying

MOST_ELEMENTS = 16
"""An access to an array of more elements, at an index that is not known, is not split by elements."""


@dataclass(frozen=True, slots=True)
class Place:
    """`offset` bytes into `target`, an object of `heap`; None: somewhere inside it."""

    heap: SymbolicHeap
    target: Object
    offset: int | None


def places(logic: Logic, found: Found, size: int) -> list[Place]:
    """The places that an access of `size` bytes may go to.  An index of a small array is split by its elements."""
    if isinstance(found.offset, int):
        return [Place(found.heap, found.target, found.offset)]
    offset = found.offset
    if not isinstance(found.target.size, int) or not 0 < found.target.size <= MOST_ELEMENTS * size:
        return [Place(found.heap, found.target, None)]
    if not is_multiple(offset, size):
        return [Place(found.heap, found.target, None)]
    result: list[Place] = []
    heap, (name,) = carrying(found.heap, (found.target.base,))
    for at in range(0, found.target.size - size + 1, size):
        for new in logic.assume(heap, eq(offset, at)):
            same = next(atom for atom in new.atoms if isinstance(atom, Object) and atom.base is new.roots[name])
            result.append(Place(new.without_roots((name,)), same, at))
    return result


def is_multiple(offset: Value, size: int) -> bool:
    """Whether an offset is one of whole elements of `size` bytes, as far as its form says."""
    if not isinstance(offset, Term):
        return offset % size == 0
    if offset.op is Op.BVADD:
        return all(is_multiple(part, size) for part in offset.args)
    factor = offset.args[1] if len(offset.args) == 2 else None
    if not isinstance(factor, int):
        return False
    return (offset.op is Op.BVMUL and factor % size == 0) or (offset.op is Op.BVSHL and (1 << factor) % size == 0)


def read_place(place: Place, size: int) -> tuple[SymbolicHeap, Value]:
    """The value there.  Bytes that were anything are the same anything when they are read again."""
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


def written_place(place: Place, size: int, value: Value) -> SymbolicHeap:
    """The heap with `value` there.  At a place that is not known, nothing is known of the object afterwards."""
    if place.offset is None:
        return place.heap.replaced(place.target, replace(place.target, cells=immutables.Map(), zero=False))
    return place.heap.replaced(place.target, written(place.target, place.offset, size, value))
