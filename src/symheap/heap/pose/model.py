"""POSE: every input reference has an object of its own, and aliasing is encoded in the values, as ``ite`` terms.

`Heap.objects` is H of [POSE]: it maps references to objects, and an object maps fields to values or to bottom (None).
The rules are those of the Appendix, corrected as described in `docs/errata.md`. Two corrections shape the code:

* Both conditions of an access, *not null* and *of a class that has the field*, are stated at every access and never
  inferred from dom(H): a reference may have been bound under a guard.
* The two branches of an ``ite`` receiver are refined one after the other, in one heap. Refinement only names the
  contents of the initial heap, so it is valid under any guard. If the branches were refined separately, two aliasing
  references would not know of each other.

An object from before the run is like an input reference whose fields had known values in the initial heap: bottom until
the run writes to it, or to a reference that may alias it.

An ``ite`` receiver is a graph with few leaves and many paths; every rule visits each node once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import immutables

from symheap.core.model import Model, Plain
from symheap.core.origin import Origin
from symheap.core.outcome import ErrorKind
from symheap.core.terms import NULL, REF, Op, Sort, Term, Value, and_, eq, ite, location, not_
from symheap.core.theories.choice import leaves, map_some_leaves
from symheap.core.types import ELEMENTS, LENGTH, ClassTable, Field
from symheap.core.typeset import TypeSet
from symheap.heap.activation import activate, compare
from symheap.heap.api import Answer, Cell, Choices, Fault, Handle, Index, Ok, PathView, Ref, Slot
from symheap.heap.arrays import field_of, read_element
from symheap.heap.choices import choices, chosen
from symheap.heap.congruence import conflicts, congruence
from symheap.heap.effect import Effect, is_untouched
from symheap.heap.initial import Initial, is_initial
from symheap.heap.input import Inputs, dispatch
from symheap.heap.picture import AS_PAPERS, Picture, Writing
from symheap.heap.pose.arrays import class_object, put_element, put_filled, put_range
from symheap.heap.pose.state import Object, PoseHeap, Refined, reference
from symheap.heap.pruning import pruned
from symheap.heap.term_heap import concrete_cell, final_heap
from symheap.heap.term_picture import term_picture
from symheap.heap.whole import whole
from symheap.objects.concrete import ConcreteHeap

__all__ = ["Pose", "PoseHeap"]


class Pose:
    """The heap model of [POSE]."""

    name = "pose"

    def __init__(self, table: ClassTable, acyclic: frozenset[str] = frozenset()) -> None:
        self.table = table
        self.acyclic = acyclic

    def empty(self, initial: ConcreteHeap | None = None) -> PoseHeap:
        known = None if initial is None else Initial(initial)
        return PoseHeap(Inputs(self.table, acyclic=self.acyclic, initial=known, congruent=self.table.is_congruent))

    def symbolic(
        self, heap: PoseHeap, origin: Origin, types: TypeSet, *, nullable: bool
    ) -> tuple[PoseHeap, Term, tuple[Value, ...]]:
        inputs, ref, facts = heap.inputs.root(origin, types, nullable=nullable)
        return replace(heap, inputs=inputs), ref, facts

    def without(self, heap: PoseHeap, types: TypeSet) -> tuple[PoseHeap, Value]:
        inputs, guard = heap.inputs.without(types)
        return replace(heap, inputs=inputs), guard

    def alloc(self, heap: PoseHeap, class_name: str) -> tuple[PoseHeap, Term]:
        """Allocate a concrete object: its fields are null, zero or false.  Rule: [POSE] Fig. 10, "New" """
        ref = location(heap.allocated, class_name)
        obj: Object = immutables.Map({f: f.type.default for f in self.table.fields(class_name)})
        return replace(heap, objects=heap.objects.set(ref, obj), allocated=heap.allocated + 1), ref

    def alloc_array(self, heap: PoseHeap, class_name: str, length: Value) -> tuple[PoseHeap, Term]:
        heap, ref = self.alloc(heap, class_name)
        return heap.with_slot(ref, LENGTH, length), ref

    def adopt(self, heap: PoseHeap, effect: Effect) -> PoseHeap | None:
        if not is_untouched(heap.inputs, heap.objects, effect.read):
            return None
        return replace(heap, objects=heap.objects.update(effect.objects))

    # Access -----------------------------------------------------------------------------------------------------------

    def load(self, heap: PoseHeap, ref: Ref, slot: Slot, path: PathView) -> Answer[PoseHeap]:
        receiver, field = seen(ref, path), field_of(slot)
        if slot is field and self._is_as_written(heap, receiver, field):
            held = heap.slot(receiver, field)
            if held is not None:
                return whole((Ok(True, (), heap, pruned(held, path)),), slot)
        refined, facts, value = getfield(heap, receiver, field)
        value = None if value is None else pruned(value, path)
        if isinstance(slot, Index) and value is not None:
            size = refined.slot(receiver, LENGTH) if receiver.op is Op.LOC else None
            inputs, more, value = read_element(refined.inputs, reference(value), slot.index, size)
            facts += more
            if inputs is not refined.inputs:
                refined = replace(refined, inputs=inputs)
        return whole(self._access(heap, receiver, field, refined, facts, value), slot)

    @staticmethod
    def _is_as_written(heap: PoseHeap, receiver: Term, field: Field) -> bool:
        """Whether the receiver is a known object whose field cannot have been written through another name."""
        return receiver.op is Op.LOC and (not receiver.location.initial or field not in heap.inputs.written)

    def store(self, heap: PoseHeap, ref: Ref, slot: Slot, value: Cell, path: PathView) -> Answer[PoseHeap]:
        assert not isinstance(value, Handle)
        receiver, field = seen(ref, path), field_of(slot)
        if isinstance(slot, Index):
            refined, facts = expose(heap, receiver, field)
            written, more = put_element(refined, receiver, slot, value)
            facts += more
        else:
            written, facts = putfield(heap, receiver, field, value)
            if receiver.op is Op.LOC and written is not heap:
                return (Ok(True, facts, written, value),)
        return self._access(heap, receiver, field, written, facts, value)

    def copy_range(
        self,
        heap: PoseHeap,
        kind: Sort,
        source: Ref,
        start: Value,
        target: Ref,
        at: Value,
        length: Value,
        path: PathView,
    ) -> Answer[PoseHeap]:
        field = ELEMENTS[kind]
        refined, facts, copied = getfield(heap, reference(source), field)
        if copied is None:
            return self._access(heap, reference(source), field, refined, facts, None)
        refined, more = expose(refined, reference(target), field)
        facts += more
        written, more = put_range(refined, reference(target), field, at, (reference(copied), start, length))
        return self._access(heap, reference(target), field, written, facts + more, NULL)

    def fill_range(
        self, heap: PoseHeap, kind: Sort, target: Ref, at: Value, length: Value, value: Cell, path: PathView
    ) -> Answer[PoseHeap]:
        assert not isinstance(value, Handle)
        receiver, field = seen(target, path), ELEMENTS[kind]
        refined, facts = expose(heap, receiver, field)
        written, more = put_filled(refined, receiver, field, at, length, value)
        return self._access(heap, receiver, field, written, facts + more, NULL)

    def _access(
        self,
        heap: PoseHeap,
        receiver: Term,
        field: Field,
        after: PoseHeap,
        facts: tuple[Value, ...],
        value: Value | None,
    ) -> Answer[PoseHeap]:
        """An access succeeds where the receiver is not null and has the field, and ends the program elsewhere."""
        is_null = eq(receiver, NULL)
        fits = heap.inputs.fits(receiver, self.table.holders(field))
        answer: list[Ok[PoseHeap] | Fault[PoseHeap]] = []
        if value is not None:
            after = narrowed(after, receiver, self.table.holders(field))
            answer.append(Ok(and_(not_(is_null), fits), facts, after, value))
        answer.append(Fault(is_null, (), heap, ErrorKind.NULL))
        answer.append(Fault(and_(not_(is_null), not_(fits)), (), heap, ErrorKind.NO_FIELD))
        return tuple(branch for branch in answer if branch.guard is not False)

    def same(self, heap: PoseHeap, a: Ref, b: Ref, path: PathView) -> Answer[PoseHeap]:
        """Return equality as a boolean term, also for ``ite`` operands.

        Rule: [POSE] Fig. 10, "Eq (c1)" to "Eq (c7)"
        """
        if b is NULL and never_null(reference(a)):
            return (Ok(True, (), heap, False),)
        a, b = seen(a, path), seen(b, path)
        inputs, facts = compare(heap.inputs, reference(a), reference(b))
        after = heap if inputs is heap.inputs else replace(heap, inputs=inputs)
        return (Ok(True, facts, after, inputs.equal(reference(a), reference(b))),)

    def is_a(self, heap: PoseHeap, ref: Ref, types: TypeSet, path: PathView) -> Answer[PoseHeap]:
        return (Ok(True, (), heap, heap.inputs.fits(seen(ref, path), types)),)

    def class_of(self, heap: PoseHeap, ref: Ref, path: PathView) -> Answer[PoseHeap]:
        receiver = seen(ref, path)
        is_null = eq(receiver, NULL)
        value = map_some_leaves(receiver, lambda leaf: class_object(heap, leaf), sort=REF)
        answer: list[Ok[PoseHeap] | Fault[PoseHeap]] = []
        if value is not None:
            answer.append(Ok(not_(is_null), (), heap, value))
        answer.append(Fault(is_null, (), heap, ErrorKind.NULL))
        return tuple(branch for branch in answer if branch.guard is not False)

    def targets(self, heap: PoseHeap, ref: Ref, method: str, path: PathView) -> Answer[PoseHeap]:
        """Rule: [POSE] Fig. 11, "Invoke (c1)" to "Invoke (c4)" """
        receiver = seen(ref, path)
        is_null = eq(receiver, NULL)
        bodies, no_body = dispatch(self.table, method, lambda types: heap.inputs.fits(receiver, types), is_null)
        types = dict(self.table.providers(method))
        matches = [Ok(guard, (), heap, provider) for provider, guard in bodies]
        answer: list[Ok[PoseHeap] | Fault[PoseHeap]] = [
            replace(ok, heap=narrowed(heap, receiver, types[str(ok.value)])) for ok in matches
        ]
        answer.append(Fault(is_null, (), heap, ErrorKind.NULL))
        answer.append(Fault(no_body, (), heap, ErrorKind.NO_METHOD))
        return tuple(branch for branch in answer if branch.guard is not False)

    def object_of(self, heap: PoseHeap, ref: Ref) -> Term | None:
        known = reference(ref)
        return known if known.op is Op.LOC else None

    def choices(self, heap: PoseHeap, ref: Ref, types: TypeSet) -> Choices | None:
        return choices(heap.inputs, reference(ref), types)

    def chosen(self, heap: PoseHeap, of: Choices) -> Answer[PoseHeap]:
        return (Ok(True, (), heap, chosen(of)),)

    def conflicts(self, heap: PoseHeap, model: Model) -> tuple[Value, ...]:
        return conflicts(heap.inputs, model)

    def implied(self, heap: PoseHeap) -> Iterator[Value]:
        return congruence(heap.inputs)

    # Concrete heaps ---------------------------------------------------------------------------------------------------

    def inputs(self, heap: PoseHeap, model: Model) -> ConcreteHeap:
        return heap.inputs.concrete(model)

    def final(self, heap: PoseHeap, model: Model) -> ConcreteHeap:
        return final_heap(heap.inputs, heap.objects, model)

    def concrete(self, heap: PoseHeap, model: Model, cell: Cell) -> Plain:
        return concrete_cell(model, cell)

    def picture(self, heap: PoseHeap, roots: tuple[tuple[str, Cell], ...], writing: Writing = AS_PAPERS) -> Picture:
        return term_picture(heap.objects, roots, writing)


def never_null(ref: Term) -> bool:
    """Whether a reference is one of several known objects on every path."""
    return all(leaf.op is Op.LOC for leaf in leaves(ref))


def seen(ref: Ref, path: PathView) -> Term:
    """Return a reference as simplified by the path."""
    return reference(pruned(reference(ref), path))


# The rules ------------------------------------------------------------------------------------------------------------


def getfield(heap: PoseHeap, receiver: Term, field: Field) -> tuple[PoseHeap, tuple[Value, ...], Value | None]:
    """``receiver.f``: refine every leaf, then read. None if no leaf has the field.

    If only one branch of an ``ite`` has the field, the value is that branch's; the other branch is a separate fault.

    Rule: [POSE] Fig. 4 and Fig. 10, "Getfield (c2)" to "Getfield (c4)", mergeHGf, mergePC
    """
    heap, facts = refine_leaves(heap, receiver, field)
    held = tuple(getfield_c1(heap, leaf, field) for leaf in leaves(receiver))
    return heap, facts, choose(receiver, field, held)


@lru_cache(maxsize=65_536)
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
