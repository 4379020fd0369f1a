"""Lazy initialization: input references are *chosen*, and each choice is a trace of its own.

Three models differ only in when they choose. `LazyHeap.known` holds the knowledge about each reference: nothing, not
null, or resolved to null or to an object. An input object is named by the first reference resolved to it (its
representative). So resolved references compare by identity, and a solver is asked about types and scalars only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symheap.core.model import Model, Plain
from symheap.core.origin import Origin
from symheap.core.outcome import ErrorKind
from symheap.core.terms import NULL, REF, Op, Sort, Term, Value, and_, eq, not_
from symheap.core.theories.arrays import store
from symheap.core.theories.choice import leaves
from symheap.core.types import ELEMENTS, LENGTH, ClassTable, Field
from symheap.core.typeset import TypeSet
from symheap.heap.api import Answer, Cell, Choices, Fault, Handle, Index, Ok, PathView, Ref, Slot, possible
from symheap.heap.arrays import class_objects, copied_where, field_of, filled_where, read_element, where_taken
from symheap.heap.choices import choices
from symheap.heap.dispatch import dispatch
from symheap.heap.effect import Effect
from symheap.heap.initial import Initial
from symheap.heap.initial_heap import initial_heap
from symheap.heap.input import Inputs
from symheap.heap.lazy.choosing import choose, initialize_new
from symheap.heap.lazy.initial import compared, met
from symheap.heap.lazy.state import NON_NULL, ChoiceOutcome, LazyHeap
from symheap.heap.merging import NO_MERGING, Apart
from symheap.heap.picture import AS_PAPERS, Picture, Writing
from symheap.heap.term_heap import concrete_cell, final_heap
from symheap.heap.term_picture import term_picture
from symheap.heap.term_state import reference
from symheap.heap.whole import broken, implied, whole
from symheap.objects.concrete import ConcreteHeap

# Choices --------------------------------------------------------------------------------------------------------------


# The model ------------------------------------------------------------------------------------------------------------


class LazyInitialization:
    """The common part of lazy, lazier and lazier#. A model defines when a reference is chosen."""

    name: str

    def __init__(self, table: ClassTable, acyclic: frozenset[str] = frozenset()) -> None:
        self.table = table
        self.acyclic = acyclic

    def on_read(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
        """Choose when a reference has been read from a field of an input object."""
        raise NotImplementedError

    def on_null_test(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
        """Choose when a reference is compared with null."""
        raise NotImplementedError

    def on_type_test(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
        """Choose when the class of a reference is tested."""
        raise NotImplementedError

    def empty(self, initial: ConcreteHeap | None = None) -> LazyHeap:
        known = None if initial is None else Initial(initial)
        return LazyHeap(Inputs(self.table, acyclic=self.acyclic, initial=known))

    def symbolic(
        self, heap: LazyHeap, origin: Origin, types: TypeSet, *, nullable: bool
    ) -> tuple[LazyHeap, Term, tuple[Value, ...]]:
        """Create a parameter, uninitialized until used; the receiver, which is not null, is initialized at once."""
        inputs, ref, facts = heap.inputs.root(origin, types, nullable=nullable)
        heap = replace(heap, inputs=inputs)
        if nullable:
            return heap, ref, facts
        if not heap.representatives and not inputs.candidates(ref):
            return initialize_new(heap, ref, []).heap, ref, facts
        return heap.knowing(ref, NON_NULL), ref, facts

    def without(self, heap: LazyHeap, types: TypeSet) -> tuple[LazyHeap, Value]:
        inputs, guard = heap.inputs.without(types)
        return replace(heap, inputs=inputs), guard

    def alloc(self, heap: LazyHeap, class_name: str) -> tuple[LazyHeap, Term]:
        """Rule: [Summaries] Fig. 5, "New" """
        return heap.with_object(class_name)

    def alloc_array(self, heap: LazyHeap, class_name: str, length: Value) -> tuple[LazyHeap, Term]:
        return heap.with_array(class_name, length)

    def adopt(self, heap: LazyHeap, effect: Effect) -> LazyHeap | None:
        return heap.with_effect(effect)

    def merge(self, left: LazyHeap, right: LazyHeap, cells: tuple[tuple[Cell, Cell], ...], guard: Value) -> Apart:
        return NO_MERGING

    def load(self, heap: LazyHeap, ref: Ref, slot: Slot, path: PathView) -> Answer[LazyHeap]:
        """Rule: [Summaries] Fig. 7, "Field access" """
        field = field_of(slot)
        answer: list[Ok[LazyHeap] | Fault[LazyHeap]] = []
        for case in self._receivers(heap, ref, field):
            answer += self._faults(case, field)
            fits = self._fits(case, field)
            if fits is not False:
                taken = replace_guard(case, and_(case.guard, fits))
                answer += [Ok(c.guard, c.facts, c.heap, v) for c, v in self._read(taken, slot)]
        return whole(possible(answer), slot)

    def _receivers(self, heap: LazyHeap, ref: Ref, field: Field, *, writing: bool = False) -> Iterator[ChoiceOutcome]:
        """Yield the possible receivers. One from before the run is first matched with the objects assumed so far."""
        for case in choose(heap, reference(ref)):
            yield from met(case, field, writing=writing)

    def _read(self, case: ChoiceOutcome, slot: Slot) -> Iterator[tuple[ChoiceOutcome, Value]]:
        """Yield the value of a slot. Ranks ensure that a reference that stays unresolved does not close a cycle later.

        An element may be one of several references, each a case of its own.
        """
        field = field_of(slot)
        held = case.heap.slot(case.ref, field)
        ranks: tuple[Value, ...] = ()
        if held is None:
            case, held = self._name(case, field)
            ranks = case.heap.inputs.increasing(case.ref, field, held)
        if isinstance(slot, Index):
            inputs, facts, held = read_element(case.heap.inputs, reference(held), slot.index)
            case = ChoiceOutcome(case.guard, case.facts + facts, replace(case.heap, inputs=inputs), case.ref)
        if not isinstance(held, Term) or held.sort is not REF:
            yield case, held
            return
        for leaf in leaves(held):
            at = replace_guard(case, and_(case.guard, where_taken(held, leaf)))
            for choice in self.on_read(at.heap, leaf) if at.guard is not False else ():
                taken = at.then(choice)
                resolved = choice.heap.resolved(leaf)
                yield (taken, resolved) if resolved is not None else (taken.learning(ranks), leaf)

    def _name(self, case: ChoiceOutcome, field: Field) -> tuple[ChoiceOutcome, Value]:
        """Name the initial value of a slot that has not been accessed yet."""
        inputs, named, facts = case.heap.inputs.bind(case.ref, field)
        heap = replace(case.heap, inputs=inputs).with_slot(case.ref, field, named)
        return ChoiceOutcome(case.guard, case.facts + facts, heap, case.ref), named

    def store(self, heap: LazyHeap, ref: Ref, slot: Slot, value: Cell, path: PathView) -> Answer[LazyHeap]:
        """Write a slot of the receiver's object.  Rule: [Summaries] Fig. 7, "Field write" """
        assert not isinstance(value, Handle)
        field = field_of(slot)
        answer: list[Ok[LazyHeap] | Fault[LazyHeap]] = []
        for case in self._receivers(heap, ref, field, writing=True):
            answer += self._faults(case, field)
            guard = and_(case.guard, self._fits(case, field))
            if guard is False:
                continue
            if isinstance(slot, Index):
                case, held = self._contents(case, field)
                after = case.heap.with_slot(case.ref, field, store(held, slot.index, value))
                answer.append(Ok(guard, case.facts, after, value))
            else:
                answer.append(Ok(guard, case.facts, case.heap.with_slot(case.ref, field, value), value))
        return possible(answer)

    def copy_range(
        self,
        heap: LazyHeap,
        kind: Sort,
        source: Ref,
        start: Value,
        target: Ref,
        at: Value,
        length: Value,
        path: PathView,
    ) -> Answer[LazyHeap]:
        field = ELEMENTS[kind]
        answer: list[Ok[LazyHeap] | Fault[LazyHeap]] = []
        for read in self._receivers(heap, source, field):
            for written in self._receivers(read.heap, target, field, writing=True):
                case = read.then(written)
                answer += self._faults(case, field)
                origin = case.heap.resolved(read.ref)
                if case.ref is NULL or origin is None or origin is NULL:
                    continue
                case, copied = self._contents(ChoiceOutcome(case.guard, case.facts, case.heap, origin), field)
                case, held = self._contents(ChoiceOutcome(case.guard, case.facts, case.heap, written.ref), field)
                after = case.heap.with_slot(written.ref, field, copied_where(True, held, at, (copied, start, length)))
                answer.append(Ok(and_(case.guard, self._fits(case, field)), case.facts, after, NULL))
        return possible(answer)

    def fill_range(
        self, heap: LazyHeap, kind: Sort, target: Ref, at: Value, length: Value, value: Cell, path: PathView
    ) -> Answer[LazyHeap]:
        assert not isinstance(value, Handle)
        field = ELEMENTS[kind]
        answer: list[Ok[LazyHeap] | Fault[LazyHeap]] = []
        for case in self._receivers(heap, target, field, writing=True):
            answer += self._faults(case, field)
            guard = and_(case.guard, self._fits(case, field))
            if guard is False:
                continue
            case, held = self._contents(case, field)
            after = filled_where(True, held, at, length, value, case.heap.slot(case.ref, LENGTH))
            answer.append(Ok(guard, case.facts, case.heap.with_slot(case.ref, field, after), NULL))
        return possible(answer)

    def _contents(self, case: ChoiceOutcome, field: Field) -> tuple[ChoiceOutcome, Term]:
        held = case.heap.slot(case.ref, field)
        if held is None:
            case, held = self._name(case, field)
        return case, reference(held)

    def _fits(self, case: ChoiceOutcome, field: Field) -> Value:
        return case.heap.inputs.fits(case.ref, self.table.holders(field))

    def _faults(self, case: ChoiceOutcome, field: Field) -> list[Ok[LazyHeap] | Fault[LazyHeap]]:
        if case.ref is NULL:
            return [Fault(case.guard, case.facts, case.heap, ErrorKind.NULL)]
        missing = and_(case.guard, not_(self._fits(case, field)))
        known = missing if case.ref.op is Op.LOC else and_(missing, not_(eq(case.ref, NULL)))
        return [Fault(known, case.facts, case.heap, ErrorKind.NO_FIELD)]

    def same(self, heap: LazyHeap, a: Ref, b: Ref, path: PathView) -> Answer[LazyHeap]:
        """Rule: [Summaries] Fig. 7, "Equals (reference-true)", "Equals (reference-false)" """
        left, right = reference(a), reference(b)
        if left is right:
            return (Ok(True, (), heap, True),)
        if NULL in (left, right):
            ref = right if left is NULL else left
            cases = self.on_null_test(heap, ref)
            return tuple(Ok(c.guard, c.facts, c.heap, c.ref is NULL) for c in cases)
        if any(ref.op is Op.LOC and not ref.location.initial for ref in (left, right)):
            return (Ok(True, (), heap, eq(left, right)),)
        return tuple(
            answer
            for before in compared(heap, left, right)
            for answer in self._compare(before.guard, before.facts, before.heap, left, right)
        )

    def _compare(
        self, guard: Value, facts: tuple[Value, ...], heap: LazyHeap, left: Term, right: Term
    ) -> Answer[LazyHeap]:
        """Compare after resolving both: resolved references compare by identity."""
        return tuple(
            Ok(and_(guard, both.guard), facts + both.facts, both.heap, first.ref is both.ref)
            for first in choose(heap, left)
            for both in (first.then(second) for second in choose(first.heap, right))
        )

    def is_a(self, heap: LazyHeap, ref: Ref, types: TypeSet, path: PathView) -> Answer[LazyHeap]:
        return tuple(
            Ok(c.guard, c.facts, c.heap, c.heap.inputs.fits(c.ref, types))
            for c in self.on_type_test(heap, reference(ref))
        )

    def class_of(self, heap: LazyHeap, ref: Ref, path: PathView) -> Answer[LazyHeap]:
        """Return one case per class, since a reference is always one object."""
        answer: list[Ok[LazyHeap] | Fault[LazyHeap]] = []
        for case in self.on_null_test(heap, reference(ref)):
            if case.ref is NULL:
                answer.append(Fault(case.guard, case.facts, case.heap, ErrorKind.NULL))
            else:
                classes = class_objects(case.heap.inputs, case.ref)
                answer += [Ok(and_(case.guard, when), case.facts, case.heap, made) for when, made in classes]
        return possible(answer)

    def targets(self, heap: LazyHeap, ref: Ref, method: str, path: PathView) -> Answer[LazyHeap]:
        """Rule: [Summaries] Fig. 5, "Method invocation", which there checks neither null nor class"""
        answer: list[Ok[LazyHeap] | Fault[LazyHeap]] = []
        for case in choose(heap, reference(ref)):
            if case.ref is NULL:
                answer.append(Fault(case.guard, case.facts, case.heap, ErrorKind.NULL))
                continue
            bodies, no_body = self._dispatch(case, method)
            answer += [Ok(and_(case.guard, guard), case.facts, case.heap, provider) for provider, guard in bodies]
            answer.append(Fault(and_(case.guard, no_body), case.facts, case.heap, ErrorKind.NO_METHOD))
        return possible(answer)

    def _dispatch(self, case: ChoiceOutcome, method: str) -> tuple[tuple[tuple[str, Value], ...], Value]:
        inputs = case.heap.inputs
        return dispatch(self.table, method, lambda types: inputs.fits(case.ref, types), eq(case.ref, NULL))

    def conflicts(self, heap: LazyHeap, model: Model) -> tuple[Value, ...]:
        return tuple(broken(heap.inputs, model))

    def implied(self, heap: LazyHeap) -> Iterator[Value]:
        return implied(heap.inputs)

    def object_of(self, heap: LazyHeap, ref: Ref) -> Term | None:
        assert isinstance(ref, Term)
        known = heap.resolved(ref)
        return known if known is not None and known.op is Op.LOC else None

    def choices(self, heap: LazyHeap, ref: Ref, types: TypeSet) -> Choices | None:
        return choices(heap.inputs, heap.resolved(reference(ref)) or reference(ref), types)

    def chosen(self, heap: LazyHeap, of: Choices) -> Answer[LazyHeap]:
        """Return one case per object, since a reference is always one."""
        return possible([Ok(guard, (), heap, at) for guard, at in of])

    def inputs(self, heap: LazyHeap, model: Model) -> ConcreteHeap:
        return initial_heap(heap.inputs, model)

    def final(self, heap: LazyHeap, model: Model) -> ConcreteHeap:
        return final_heap(heap.inputs, heap.objects, model)

    def concrete(self, heap: LazyHeap, model: Model, cell: Cell) -> Plain:
        return concrete_cell(model, cell)

    def picture(self, heap: LazyHeap, roots: tuple[tuple[str, Cell], ...], writing: Writing = AS_PAPERS) -> Picture:
        return term_picture(heap.objects, roots, writing, heap.resolved)


def replace_guard(case: ChoiceOutcome, guard: Value) -> ChoiceOutcome:
    return ChoiceOutcome(guard, case.facts, case.heap, case.ref)
