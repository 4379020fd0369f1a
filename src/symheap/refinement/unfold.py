"""Construct models of a symbolic heap: unfold segments up to some length, and give open symbols values.

Law: every model of an unfolded heap is one of the heap; every model of the heap with so many items at most is one of
some unfolded heap.  Law: a state made from a heap satisfies it (`symheap.refinement.models`).

This is the alternative to the code of `symheap.refinement.prefix` for finding doomed states.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count

import immutables

from symheap.core.deadline import tick
from symheap.core.model import Model
from symheap.core.terms import Term, Value, wrap
from symheap.memory.ir import Lifetime
from symheap.refinement.concrete import ConcreteHeap, ConcreteObject
from symheap.separation.entailment.logic import Logic
from symheap.separation.execution.unfolding import unfold_first
from symheap.separation.heaps.cells import chunks, unknown_ranges
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment, SymbolicHeap, split
from symheap.separation.heaps.pattern import Pattern, parameter

MOST_BYTES = 512
"""Number of bytes of an object that get a symbol of their own; the rest is zero."""

LARGEST = 1 << 16
"""Objects of more bytes are not part of any constructed state."""


def unfolded(logic: Logic, heap: SymbolicHeap, more_items: int = 2) -> Iterator[SymbolicHeap]:
    """Yield heaps without segments and optional objects, those with the fewest items first.

    They have up to `more_items` optional items.
    """
    ticket = count()
    waiting = [(0, next(ticket), heap)]
    while waiting:
        tick()
        items, _, now = heapq.heappop(waiting)
        atom = next((each for each in now.atoms if _is_open(each)), None)
        if atom is None:
            if logic.is_consistent(now):
                yield now
            continue
        for more, new in _cases(logic, now, atom):
            if items + more <= more_items:
                heapq.heappush(waiting, (items + more, next(ticket), new))


def _is_open(atom: Atom) -> bool:
    return isinstance(atom, Segment) or atom.optional


def _cases(logic: Logic, heap: SymbolicHeap, atom: Atom) -> Iterator[tuple[int, SymbolicHeap]]:
    """Yield the heap without an atom that may be absent, and with it.

    A list gets an item, which counts if it is optional.
    """
    if isinstance(atom, Object):
        yield from ((0, new) for new in logic.equate(heap, atom.base, 0))
        there = heap.replaced(atom, replace(atom, optional=False))
        yield from ((0, new) for new in logic.settle(there))
        return
    yield from ((0, new) for new in logic.emptied(heap, atom))
    if isinstance(split(atom.front)[0], Term):
        full = replace(atom, least=max(atom.least, 1))
        for new in logic.settle(unfold_first(heap.replaced(atom, full), full)):
            if _is_separate(new):
                yield int(atom.least == 0), new


def _is_separate(heap: SymbolicHeap) -> bool:
    bases = [atom.base for atom in heap.atoms if isinstance(atom, Object)]
    return len(bases) == len(set(bases))


def completed(heap: SymbolicHeap) -> SymbolicHeap:
    """Return the heap in which every byte of an object has a value, if only a symbol, to fix a whole state."""
    for atom in heap.atoms:
        if isinstance(atom, Segment):
            heap = heap.replaced(atom, replace(atom, pattern=_completed_pattern(atom.pattern)))
        elif atom.lifetime in _WITH_BYTES and not isinstance(atom.size, Term):
            cells = atom.cells.mutate()
            for offset, length in _open_words(atom):
                heap, value = heap.fresh(length)
                cells[offset] = Cell(length, value)
            heap = heap.replaced(atom, replace(atom, cells=cells.finish()))
    return heap


def _completed_pattern(pattern: Pattern) -> Pattern:
    """Return the pattern in which every unmentioned byte of an item is its own."""
    number, atoms = count(pattern.own), list[Atom]()
    for atom in pattern.atoms:
        if isinstance(atom, Segment):
            atoms.append(replace(atom, pattern=_completed_pattern(atom.pattern)))
            continue
        cells = atom.cells.mutate()
        for offset, length in [] if isinstance(atom.size, Term) else _open_words(atom):
            cells[offset] = Cell(length, parameter(f"own{next(number)}", length))
        atoms.append(replace(atom, cells=cells.finish()))
    return replace(pattern, atoms=tuple(atoms), own=next(number))


def _open_words(thing: Object) -> Iterator[tuple[int, int]]:
    """Yield the words of an object that are unknown."""
    assert not isinstance(thing.size, Term)
    for start, size in unknown_ranges(thing, 0, min(int(thing.size), MOST_BYTES)):
        yield from chunks(start, size)


_WITH_BYTES = (Lifetime.HEAP, Lifetime.LOCAL, Lifetime.GLOBAL, Lifetime.CONSTANT, Lifetime.CONSTANT_LOCAL)


def as_state(heap: SymbolicHeap, values: Mapping[Term, int]) -> ConcreteHeap | None:
    """Return the state of a heap without segments under values for its symbols.

    None if it is too large, or if there is no such state: an object of a symbolic size may lack room for its cells.
    """
    model = Model(values, {})

    def number(value: Value, width: int) -> int:
        return wrap(int(model.evaluate(value)), width)

    objects: dict[int, ConcreteObject] = {}
    for thing in heap.atoms:
        assert isinstance(thing, Object)
        if thing.lifetime is Lifetime.ENDED:
            continue
        size = number(thing.size, 64)
        if not max((offset + cell.size for offset, cell in thing.cells.items()), default=0) <= size <= LARGEST:
            return None
        made = ConcreteObject(bytes(size), thing.lifetime)
        for offset, cell in thing.cells.items():
            made = made.stored(offset, cell.size, number(cell.value, 8 * cell.size))
        objects[number(thing.base, thing.base.sort.width)] = made
    roots = {name: int(model.evaluate(value)) for name, value in heap.roots.items()}
    return ConcreteHeap(immutables.Map(objects), immutables.Map(roots))
