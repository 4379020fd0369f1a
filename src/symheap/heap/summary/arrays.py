"""Arrays in a heap summary.

Contents are values, and a reference in them is a leaf with the number of its handle. A read yields an ``ite`` of such
leaves, which becomes a reference to the union of their locations, under the conditions of the leaves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from symheap.core.terms import REF, Op, Term, Value, and_, ite, make
from symheap.core.theories.arrays import element_sort, owner_of, select, store
from symheap.core.theories.choice import leaves
from symheap.core.types import ELEMENTS, LENGTH, Field
from symheap.heap.activation import Facts
from symheap.heap.api import Cell, Handle, Index, PathView
from symheap.heap.arrays import copied_where, filled_where, where_taken
from symheap.heap.summary.state import GuardedSet, Location, SummaryHeap, merged


class ValueSet(Protocol):
    """The possible locations of an input reference: `symheap.heap.summary.rules.value_set`."""

    def __call__(self, heap: SummaryHeap, ref: Term, owner_exists: Value) -> tuple[SummaryHeap, GuardedSet]: ...


def leaf_of(cell: Cell) -> Value:
    """Return a cell in its form inside the contents of an array."""
    return make(Op.HANDLE, REF, (), cell.number) if isinstance(cell, Handle) else cell


def number_of(leaf: Value) -> int:
    assert isinstance(leaf, Term)
    assert isinstance(leaf.payload, int)
    return leaf.payload


def reference_to(heap: SummaryHeap, value: Value, path: PathView) -> tuple[SummaryHeap, Cell]:
    """Return an array element as a reference."""
    assert isinstance(value, Term)
    pairs: list[tuple[Value, Location]] = []
    for leaf in leaves(value):
        taken = where_taken(value, leaf)
        cell = Handle(number_of(leaf)) if leaf.op is Op.HANDLE else leaf
        pairs += [(and_(taken, guard), at) for guard, at in heap.locations(cell)]
    return heap.reference(tuple((guard, at) for guard, at in merged(pairs) if path.may(guard)))


def read_element(
    heap: SummaryHeap, array: Value, index: Value, value_set: ValueSet
) -> tuple[SummaryHeap, Facts, Value]:
    """Return an element of some contents. A reference of the initial heap gets its locations when it is named."""
    assert isinstance(array, Term)
    facts: Facts = ()

    def initial(held: Term, at: Value) -> Value:
        nonlocal heap, facts
        owner, kind = owner_of(held), element_sort(held)
        inputs, named, more = heap.inputs.element(owner, kind, at)
        facts += more
        heap = replace(heap, inputs=inputs)
        if kind is not REF:
            return named
        known = heap.elements.get(named)
        if known is None:
            heap, locations = value_set(heap, named, heap.exists[_location_of(heap, owner)])
            heap, known = heap.reference(locations)
            heap = replace(heap, elements=heap.elements.set(named, known))
        return leaf_of(known)

    value = select(array, index, initial)
    return heap, facts, value


def _location_of(heap: SummaryHeap, creator: Term) -> Location:
    return next(at for at, known in heap.creators.items() if known is creator)


def put_element(
    heap: SummaryHeap, holders: GuardedSet, slot: Index, value: Cell, value_set: ValueSet
) -> tuple[SummaryHeap, Facts]:
    """Store an element in each array that may be the receiver, where it is; elsewhere it keeps its old one."""
    field = ELEMENTS[slot.kind]
    facts: Facts = ()
    for guard, at in holders:
        held, new = heap.R[at, field], leaf_of(value)
        assert isinstance(held, Term)
        if guard is not True:
            heap, more, old = read_element(heap, held, slot.index, value_set)
            facts += more
            new = ite(guard, new, old, slot.kind)
        heap = replace(heap, R=heap.R.set((at, field), store(held, slot.index, new)))
    return heap, facts


def put_range(
    heap: SummaryHeap, holders: GuardedSet, field: Field, at: Value, source: tuple[Term, Value, Value]
) -> SummaryHeap:
    """Copy a range to each array that may be the receiver; nothing is copied where it is not."""
    for guard, location in holders:
        held = heap.R[location, field]
        assert isinstance(held, Term)
        after = copied_where(guard, held, at, source)
        heap = replace(heap, R=heap.R.set((location, field), after))
    return heap


def put_filled(
    heap: SummaryHeap, holders: GuardedSet, field: Field, at: Value, length: Value, value: Cell
) -> SummaryHeap:
    """Fill a range of each array that may be the receiver; nothing is filled where it is not."""
    for guard, location in holders:
        held, size = heap.R[location, field], heap.R.get((location, LENGTH))
        assert isinstance(held, Term)
        assert not isinstance(size, Handle)
        after = filled_where(guard, held, at, length, leaf_of(value), size)
        heap = replace(heap, R=heap.R.set((location, field), after))
    return heap
