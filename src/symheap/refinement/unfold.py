"""Models of a symbolic heap, directly: segments are unfolded up to some length, and what is open gets a value.

Law: every model of an unfolded heap is one of the heap; every model of the heap with so many items at most is one of
some unfolded heap.  Law: a state made from a heap satisfies it (`symheap.refinement.models`).

This is the other way to doomed states, beside the code of `symheap.refinement.prefix`.
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
from symheap.separation.cells import chunks, unknown_ranges
from symheap.separation.formula import Atom, Cell, Object, Segment, SymbolicHeap, split
from symheap.separation.logic import Logic
from symheap.separation.pattern import Pattern, parameter
from symheap.separation.unfolding import unfold_first

MOST_BYTES = 512
"""Of an object, so many bytes get a value of their own; the rest is zero."""

LARGEST = 1 << 16
"""An object of more bytes is no part of a state that anybody looks at."""


def unfolded(logic: Logic, heap: SymbolicHeap, more_items: int = 2) -> Iterator[SymbolicHeap]:
    """Heaps without segments and without objects that may be absent, those with fewest items first.

    They have up to `more_items` that need not be there.
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
    """The heap without what may be absent, and with it: a list has an item, which counts if there need be none."""
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
    """The heap in which every byte of an object has a value, if only a symbol: what a state decides is all there."""
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
    """The pattern in which every byte of an item is its own, if nothing else is said of it."""
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
    """The words of an object that may be anything."""
    assert not isinstance(thing.size, Term)
    for start, size in unknown_ranges(thing, 0, min(int(thing.size), MOST_BYTES)):
        yield from chunks(start, size)


_WITH_BYTES = (Lifetime.HEAP, Lifetime.LOCAL, Lifetime.GLOBAL, Lifetime.CONSTANT, Lifetime.CONSTANT_LOCAL)


def as_state(heap: SymbolicHeap, values: Mapping[Term, int]) -> ConcreteHeap | None:
    """The state that a heap without segments is under values for its symbols; None: it is too large to be looked at."""
    model = Model(values, {})

    def number(value: Value, width: int) -> int:
        return wrap(int(model.evaluate(value)), width)

    objects: dict[int, ConcreteObject] = {}
    for thing in heap.atoms:
        assert isinstance(thing, Object)
        if thing.lifetime is Lifetime.ENDED:
            continue
        size = number(thing.size, 64)
        if not 0 <= size <= LARGEST:
            return None
        made = ConcreteObject(bytes(size), thing.lifetime)
        for offset, cell in thing.cells.items():
            made = made.stored(offset, cell.size, number(cell.value, 8 * cell.size))
        objects[number(thing.base, thing.base.sort.width)] = made
    roots = {name: int(model.evaluate(value)) for name, value in heap.roots.items()}
    return ConcreteHeap(immutables.Map(objects), immutables.Map(roots))
