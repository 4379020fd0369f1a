"""Objects from before the run in a heap summary.

Such an object is a location and a reference of its own number, and always exists. An input that may be an active object
has it in its set of locations from its naming on. When an object becomes active later, every location that an input
created is split: where the input is that object, its location is the object's own.
"""

from __future__ import annotations

from dataclasses import replace

from symheap.core.terms import NULL, REF, Op, Term, Value, and_, disjunction, eq, ite, not_, or_
from symheap.core.types import Field
from symheap.heap.activation import Facts, activate, can_activate
from symheap.heap.api import Cell, Handle, Ref
from symheap.heap.initial import is_initial
from symheap.heap.summary.state import (
    L_NULL,
    L_UN,
    R_NULL,
    GuardedSet,
    Location,
    SummaryHeap,
    handle_of,
    merged,
)


def admit(heap: SummaryHeap, cell: Cell) -> tuple[SummaryHeap, Handle]:
    """Return a reference in the form that the heap keeps: null and objects from before the run are terms elsewhere."""
    if isinstance(cell, Handle):
        return heap, cell
    if cell is NULL:
        return heap, R_NULL
    assert isinstance(cell, Term)
    known = Handle(cell.location.number)
    if known not in heap.L:
        heap = replace(heap, L=heap.L.set(known, ((True, cell.location.number),)))
    return heap, known


def settle(heap: SummaryHeap, holders: GuardedSet, field: Field, *, writing: bool) -> tuple[SummaryHeap, Facts]:
    """Prepare an access: set up the field of the objects from before the run among `holders`.

    Such an object becomes active if it is written, or read after a write to an input that may alias it.
    """
    facts: Facts = ()
    creators = [(at, heap.creator(at)) for _, at in holders]
    for at, known in creators:
        if not is_initial(known):
            continue
        if can_activate(heap.inputs, known) and (writing or _may_be_written(heap, known, field)):
            heap, more = activate_location(heap, known)
            facts += more
        if (at, field) not in heap.R:
            heap, cell = _before_the_run(heap, known, field)
            heap = replace(heap, R=heap.R.set((at, field), cell))
    if writing and any(creator.op is Op.SYM for _, creator in creators):
        heap = replace(heap, inputs=heap.inputs.writing(field))
    return heap, facts


def _may_be_written(heap: SummaryHeap, known: Term, field: Field) -> bool:
    if field not in heap.inputs.written:
        return False
    return any(creator.op is Op.SYM and heap.inputs.may_be(creator, known) for creator in heap.creators.values())


def _before_the_run(heap: SummaryHeap, known: Term, field: Field) -> tuple[SummaryHeap, Cell]:
    assert heap.inputs.initial is not None
    value = heap.inputs.initial.value(known, field)
    assert value is not None
    return admit(heap, value) if field.type.sort is REF else (heap, value)


def compare(heap: SummaryHeap, a: Ref, b: Ref) -> tuple[SummaryHeap, Facts]:
    """Compare two references: objects that one of them may be become active if the other may be an input."""
    facts: Facts = ()
    if heap.inputs.initial is None:
        return heap, facts
    for left, right in ((a, b), (b, a)):
        inputs = [creator for creator in _creators(heap, right) if creator.op is Op.SYM]
        for known in _creators(heap, left):
            if can_activate(heap.inputs, known) and any(heap.inputs.may_be(other, known) for other in inputs):
                heap, more = activate_location(heap, known)
                facts += more
    return heap, facts


def _creators(heap: SummaryHeap, ref: Ref) -> list[Term]:
    return [heap.creator(at) for _, at in heap.locations(ref) if at not in (L_NULL, L_UN)]


def activate_location(heap: SummaryHeap, known: Term) -> tuple[SummaryHeap, Facts]:
    before = len(heap.inputs.active)
    inputs, facts = activate(heap.inputs, known)
    heap = replace(heap, inputs=inputs)
    for each in inputs.active[before:]:
        heap = split_locations(heap, each)
    return heap, facts


def split_locations(heap: SummaryHeap, known: Term) -> SummaryHeap:
    """Where the creator of a location is `known`, replace it by the location of `known`, with its slots."""
    shared: dict[Location, Value] = {}
    for at, creator in sorted(heap.creators.items()):
        if creator.op is Op.SYM and heap.inputs.may_be(creator, known):
            shared[at] = eq(creator, known)
    if not shared:
        return heap
    holders = heap.inputs.table.fields(known.location.class_name)
    slots = [(at, field) for at, field in heap.R if at in shared and field in holders]
    for at, field in sorted(slots, key=lambda slot: (slot[0], slot[1].owner, slot[1].name)):
        heap = _join_slot(heap, known, field, and_(heap.exists[at], shared[at]), heap.R[at, field])
    to = known.location.number
    moved = {
        ref: merged([pair for guard, at in locations for pair in _split(guard, at, shared, to)])
        for ref, locations in heap.L.items()
        if any(at in shared for _, at in locations)
    }
    exists = {at: and_(heap.exists[at], not_(condition)) for at, condition in shared.items()}
    return replace(heap, L=heap.L.update(moved), exists=heap.exists.update(exists))


def _split(guard: Value, at: Location, shared: dict[Location, Value], to: Location) -> GuardedSet:
    if at not in shared:
        return ((guard, at),)
    return (and_(guard, not_(shared[at])), at), (and_(guard, shared[at]), to)


def _join_slot(heap: SummaryHeap, known: Term, field: Field, condition: Value, cell: Cell) -> SummaryHeap:
    """Make the slot of `known` hold `cell` under a condition, except where `cell` is uninitialized."""
    to = known.location.number
    own = heap.R.get((to, field))
    if own is None:
        heap, own = _before_the_run(heap, known, field)
    if field.type.sort is not REF:
        assert not isinstance(cell, Handle)
        assert not isinstance(own, Handle)
        return replace(heap, R=heap.R.set((to, field), ite(condition, cell, own, field.type.sort)))
    theirs = heap.L[handle_of(cell)]
    bottom = disjunction(guard for guard, at in theirs if at == L_UN)
    joined = [(and_(condition, guard), at) for guard, at in theirs if at != L_UN]
    joined += [(and_(or_(not_(condition), bottom), guard), at) for guard, at in heap.L[handle_of(own)]]
    heap, result = heap.reference(merged(joined))
    return replace(heap, R=heap.R.set((to, field), result))
