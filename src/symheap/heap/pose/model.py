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
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symheap.core.model import Model, Plain
from symheap.core.origin import Origin
from symheap.core.outcome import ErrorKind
from symheap.core.terms import NULL, REF, Op, Sort, Term, Value, and_, eq, not_
from symheap.core.theories.choice import leaves, map_some_leaves
from symheap.core.types import ELEMENTS, LENGTH, ClassTable, Field
from symheap.core.typeset import TypeSet
from symheap.heap.activation import compare
from symheap.heap.api import Answer, Cell, Choices, Fault, Handle, Index, Ok, PathView, Ref, Slot, possible
from symheap.heap.arrays import field_of, read_element
from symheap.heap.choices import choices, chosen
from symheap.heap.congruence import conflicts, congruence
from symheap.heap.dispatch import dispatch
from symheap.heap.effect import Effect
from symheap.heap.initial import Initial
from symheap.heap.initial_heap import initial_heap
from symheap.heap.input import Inputs
from symheap.heap.merging import Apart, Merged
from symheap.heap.picture import AS_PAPERS, Picture, Writing
from symheap.heap.pose.arrays import class_object, put_element, put_filled, put_range
from symheap.heap.pose.merging import merge
from symheap.heap.pose.rules import expose, getfield, narrowed, putfield
from symheap.heap.pose.state import PoseHeap
from symheap.heap.pruning import pruned
from symheap.heap.term_heap import concrete_cell, final_heap
from symheap.heap.term_picture import term_picture
from symheap.heap.term_state import reference
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
        return heap.with_object(class_name)

    def alloc_array(self, heap: PoseHeap, class_name: str, length: Value) -> tuple[PoseHeap, Term]:
        return heap.with_array(class_name, length)

    def adopt(self, heap: PoseHeap, effect: Effect) -> PoseHeap | None:
        return heap.with_effect(effect)

    def merge(
        self, left: PoseHeap, right: PoseHeap, cells: tuple[tuple[Cell, Cell], ...], guard: Value
    ) -> Merged[PoseHeap] | Apart:
        return merge(left, right, cells, guard)

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
        return possible(answer)

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
        return possible(answer)

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
        return possible(answer)

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
        return initial_heap(heap.inputs, model)

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
