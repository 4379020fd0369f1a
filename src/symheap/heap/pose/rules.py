"""The rules of [POSE] as functions on heaps, corrected as described in `symheap.heap.pose.model`.

An ``ite`` receiver is a graph with few leaves and many paths; every rule visits each node once.
"""

from __future__ import annotations

from dataclasses import replace

import immutables

from symheap.core.nodes import cached
from symheap.core.terms import Op, Term, Value, eq, ite
from symheap.core.theories.choice import leaves, map_some_leaves
from symheap.core.types import LENGTH, Field
from symheap.core.typeset import TypeSet
from symheap.heap.activation import activate
from symheap.heap.initial import is_initial
from symheap.heap.pose.state import PoseHeap, Refined
from symheap.heap.term_state import Object


def getfield(heap: PoseHeap, receiver: Term, field: Field) -> tuple[PoseHeap, tuple[Value, ...], Value | None]:
    """``receiver.f``: refine every leaf, then read. None if no leaf has the field.

    If only one branch of an ``ite`` has the field, the value is that branch's; the other branch is a separate fault.

    Rule: [POSE] Fig. 4 and Fig. 10, "Getfield (c2)" to "Getfield (c4)", mergeHGf, mergePC
    """
    heap, facts = refine_leaves(heap, receiver, field)
    held = tuple(getfield_c1(heap, leaf, field) for leaf in leaves(receiver))
    return heap, facts, choose(receiver, field, held)


@cached(65_536)
def choose(receiver: Term, field: Field, held: tuple[Value | None, ...]) -> Value | None:
    """Replace each leaf of the receiver by the value of its field, in the order of `leaves`.

    Cached: loops over a list read the same fields through the same receivers again and again.
    """
    values = dict(zip(leaves(receiver), held, strict=True))
    return map_some_leaves(receiver, values.__getitem__, sort=field.type.sort)


def getfield_c1(heap: PoseHeap, leaf: Term, field: Field) -> Value | None:
    """Return the value in a slot of a concrete or bound symbolic object; None for null and for a missing field.

    Rule: [POSE] Fig. 4 and Fig. 10, "Getfield (c1)", "Getfield (c5)"
    """
    return heap.slot(leaf, field)


def refine_leaves(heap: PoseHeap, receiver: Term, field: Field) -> Refined:
    """Refine all symbolic leaves, each in the heap left by the one before, so that each knows the others.

    Rule: [POSE] Fig. 9, "Step" (its first premise)
    """
    facts: tuple[Value, ...] = ()
    for leaf in leaves(receiver):
        if leaf.op is Op.SYM and heap.inputs.fits(leaf, heap.inputs.table.holders(field)) is not False:
            heap = bind(heap, leaf, field)
            heap, more = initialize(heap, leaf, field)
            facts += more
        elif is_initial(leaf):
            heap, more = look_at_initial(heap, leaf, field)
            facts += more
    return heap, facts


def narrowed(heap: PoseHeap, ref: Term, types: TypeSet) -> PoseHeap:
    """Return the heap for a path on which `ref` has one of `types`, so that an input has fewer possible aliases."""
    if ref.op is not Op.SYM or not heap.inputs.bounds[ref].mask & ~types.mask:
        return heap
    return replace(heap, inputs=heap.inputs.narrow(ref, types))


def is_of_arrays(field: Field) -> bool:
    return field is LENGTH or field.type.sort.element is not None


def bind(heap: PoseHeap, ref: Term, field: Field) -> PoseHeap:
    """Give `ref` an object with all fields of the class that declares `field`, all bottom, or add missing fields.

    Rule: [POSE] Fig. 4, Fig. 5 and Fig. 12, "Getfield (r1)", "Getfield (r1.b)", "Putfield (r1)", "Putfield (r1.b)"
    """
    obj = heap.objects.get(ref)
    fields = (field,) if is_of_arrays(field) else heap.inputs.table.fields(field.owner)
    if obj is None:
        empty: Object = immutables.Map(dict.fromkeys(fields))
        return replace(heap, objects=heap.objects.set(ref, empty))
    missing = [f for f in fields if f not in obj]
    if not missing:
        return heap
    return replace(heap, objects=heap.objects.set(ref, obj.update(dict.fromkeys(missing))))


def initialize(heap: PoseHeap, ref: Term, field: Field) -> Refined:
    """Give a bottom slot its value.  Rule: [POSE] Fig. 4 and Fig. 12, "Getfield (r2)" """
    if heap.slot(ref, field) is not None:
        return heap, ()
    known = heap.inputs.candidates(ref, heap.inputs.table.holders(field))
    about: tuple[Value, ...] = ()
    for other in known:
        heap, more = look_at_initial(heap, other, field)
        about += more
    inputs, fresh, facts = heap.inputs.bind(ref, field)
    heap = replace(heap, inputs=inputs)
    facts += inputs.increasing(ref, field, fresh)
    value: Value = fresh
    for other in known:
        held = heap.slot(other, field)
        if heap.is_bottom(other, field) and held is not None:
            value = ite(eq(ref, other), held, value, field.type.sort)
    return heap.with_slot(ref, field, assume(heap, ref, field, value)), about + facts


def assume(heap: PoseHeap, ref: Term, field: Field, fresh: Value) -> Value:
    """Return the current value of a slot not yet accessed through `ref`: that of the reference that it aliases.

    The latest alias is outermost, as in [POSE] Fig. 2(b).

    Rule: [POSE] section III-B, assume(H, Y, f, Z)
    """
    value: Value = fresh
    for other in aliases(heap, ref, field):
        held = heap.slot(other, field)
        assert held is not None
        value = ite(eq(ref, other), held, value, field.type.sort)
    return value


def aliases(heap: PoseHeap, ref: Term, field: Field) -> list[Term]:
    """Return the references whose value in a slot matters to `ref`.

    [POSE] takes all references that may be `ref`, and a value read from a list of n cells has n² of them. If all names
    of a slot are congruent, an alias whose slot is unchanged since the initial heap does not matter.
    """
    inputs = heap.inputs
    others = [other for other in heap.initialized.get(field, ()) if other is not ref and inputs.compatible(ref, other)]
    if not inputs.congruent or ref.op is not Op.SYM:
        return others
    return [other for other in others if heap.slot(other, field) is not inputs.named.get((other, field))]


def look_at_initial(heap: PoseHeap, ref: Term, field: Field) -> Refined:
    """Give a bottom slot of an object from before the run its value if it may have been written by another name.

    Otherwise it still has its value from before the run, and stays bottom.
    """
    if field not in heap.inputs.written or not heap.is_bottom(ref, field):
        return heap, ()
    before = heap.slot(ref, field)
    value = None if before is None else assume(heap, ref, field, before)
    return (heap, ()) if value is None or value is before else touch_initial(heap, ref, field, value)


def touch_initial(heap: PoseHeap, ref: Term, field: Field, value: Value) -> Refined:
    """Put a value into a slot of an object from before the run; from now on inputs may alias that object."""
    inputs, facts = activate(heap.inputs, ref)
    return replace(heap, inputs=inputs).with_slot(ref, field, value), facts


def putfield(heap: PoseHeap, receiver: Term, field: Field, value: Value) -> Refined:
    """``receiver.f := value``.  Rule: [POSE] Fig. 10, "Putfield (c1)" to "Putfield (c5)" """
    if receiver.op is Op.SYM:
        return putfield_c1(heap, receiver, field, value), ()
    if receiver.op is Op.ITE:
        return putfield_c2(heap, receiver, field, value)
    if is_initial(receiver):
        return put_initial(heap, receiver, field, value)
    if receiver.op is Op.LOC and field in heap.objects[receiver]:
        return putfield_c5(heap, receiver, field, value), ()
    return heap, ()


def put_initial(heap: PoseHeap, ref: Term, field: Field, value: Value) -> Refined:
    """Write to an object from before the run, which inputs may alias."""
    if heap.slot(ref, field) is None:
        return heap, ()
    heap, facts = touch_initial(heap, ref, field, value)
    return update(heap, ref, field, value), facts


def putfield_c1(heap: PoseHeap, ref: Term, field: Field, value: Value) -> PoseHeap:
    """Write through an input reference, to its own object and to every reference that may alias it.

    Rule: [POSE] Fig. 5 and Fig. 10, "Putfield (c1)"
    """
    heap = update(bind(heap, ref, field), ref, field, value)
    heap = replace(heap, inputs=heap.inputs.writing(field))
    return heap.with_slot(ref, field, value)


def putfield_c5(heap: PoseHeap, ref: Term, field: Field, value: Value) -> PoseHeap:
    """Write to an object of the run, which no input reference can be.  Rule: [POSE] Fig. 10, "Putfield (c5)" """
    return heap.with_slot(ref, field, value)


def putfield_c2(heap: PoseHeap, receiver: Term, field: Field, value: Value) -> Refined:
    """Write through an ``ite``: each leaf takes the value where the receiver is that leaf, and else keeps its own.

    The kept value is the one that a read before would have given (assume of the other branch's heap, not a bare fresh
    symbol). That is why the leaves are refined first; the facts of this refinement are mergeClauses.

    Rule: [POSE] Fig. 5 and Fig. 10, "Putfield (c2)" to "Putfield (c4)", mergeHPf, mergeClauses
    """
    heap, facts = expose(heap, receiver, field)
    for leaf in leaves(receiver):
        if leaf.op is Op.LOC and not leaf.location.initial:
            held = heap.slot(leaf, field)
            if held is not None:
                heap = heap.with_slot(leaf, field, ite(eq(receiver, leaf), value, held, field.type.sort))
    return update(heap, receiver, field, value), facts


def expose(heap: PoseHeap, receiver: Term, field: Field) -> Refined:
    """Prepare a write through `receiver`: refine it, and add objects that inputs may alias to the alias sets."""
    heap, facts = refine_leaves(heap, receiver, field)
    for leaf in leaves(receiver):
        held = heap.slot(leaf, field) if is_initial(leaf) else None
        if held is not None:
            heap, more = touch_initial(heap, leaf, field, held)
            facts += more
    written = any(leaf.op is Op.SYM for leaf in leaves(receiver))
    return (replace(heap, inputs=heap.inputs.writing(field)) if written else heap), facts


def update(heap: PoseHeap, receiver: Term, field: Field, value: Value) -> PoseHeap:
    """Apply a write to every input reference with that field: the new value if it is the receiver, else the old.

    Rule: [POSE] section III-B, update(H, Y, f, σ')
    """
    for other in heap.initialized.get(field, ()):
        held = heap.slot(other, field)
        assert held is not None
        heap = heap.with_slot(other, field, ite(heap.inputs.equal(receiver, other), value, held, field.type.sort))
    return heap
