"""Heap summaries: a reference is a set of guarded locations, and the heap is a bipartite graph of the two.

`SummaryHeap.L` maps references to sets of (guard, location), `SummaryHeap.R` maps (location, field) to a reference, as
in [Summaries]. A scalar field holds its value instead of a reference. Guards mention input references, the symbols that
name places of the initial heap. The rules are those of [Summaries] Figs. 8 and 9, corrected as described in
`docs/errata.md`:

* A field is summarized once, for all states of the receiver, where it is uninitialized (UN's φ_un); its symbol is the
  one of (location, field).
* `SummaryHeap.exists` holds for each location the condition under which it is an object of the heap at all.
  [Summaries] reads this from L(r_f), where a later write has already replaced it.
* The guards of every reference are disjoint *and* cover all cases, so "equal" and "not equal" are complements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import immutables

from symheap.core.model import Model, Plain
from symheap.core.origin import Origin
from symheap.core.outcome import ErrorKind
from symheap.core.terms import NULL, REF, Op, Sort, Term, Value, and_, disjunction, eq, not_
from symheap.core.terms import location as object_term
from symheap.core.types import ELEMENTS, LENGTH, ClassTable, Field
from symheap.core.typeset import TypeSet
from symheap.heap.api import Answer, Cell, Choices, Fault, Index, Ok, PathView, Ref, Slot, possible
from symheap.heap.arrays import class_objects, field_of
from symheap.heap.choices import choices_of_leaf
from symheap.heap.dispatch import dispatch
from symheap.heap.effect import Effect
from symheap.heap.initial import Initial
from symheap.heap.initial_heap import initial_heap
from symheap.heap.input import Inputs
from symheap.heap.merging import NO_MERGING, Apart
from symheap.heap.picture import AS_PAPERS, Picture, Writing
from symheap.heap.summary.arrays import put_element, put_filled, put_range, read_element, reference_to
from symheap.heap.summary.final import final_heap
from symheap.heap.summary.initial import admit, compare, settle
from symheap.heap.summary.picture import summary_picture
from symheap.heap.summary.rules import (
    ER,
    VS,
    field_write,
    references_equal,
    scalar,
    scalar_write,
    strengthen,
    summarize,
    value_set,
)
from symheap.heap.summary.state import (
    L_NULL,
    L_UN,
    R_NULL,
    R_UN,
    GuardedSet,
    Location,
    SummaryHeap,
    merged,
)
from symheap.heap.summary.under_model import plain_cell
from symheap.heap.whole import broken, implied, whole
from symheap.objects.concrete import ConcreteHeap

__all__ = ["L_NULL", "L_UN", "R_NULL", "R_UN", "Summary", "SummaryHeap"]


class Summary:
    """The heap model of [Uber-lazy] and [Summaries]; `consistency` adds the pruning of [Uber-lazy draft]: paths on
    which a reference has no location.
    """

    name = "summary"

    def __init__(self, table: ClassTable, acyclic: frozenset[str] = frozenset(), *, consistency: bool = False) -> None:
        self.table = table
        self.acyclic = acyclic
        self.consistency = consistency

    def empty(self, initial: ConcreteHeap | None = None) -> SummaryHeap:
        known = None if initial is None else Initial(initial)
        return SummaryHeap(
            Inputs(self.table, acyclic=self.acyclic, initial=known),
            immutables.Map({R_NULL: ((True, L_NULL),), R_UN: ((True, L_UN),)}),
            immutables.Map(),
            immutables.Map(),
            immutables.Map(),
        )

    def symbolic(
        self, heap: SummaryHeap, origin: Origin, types: TypeSet, *, nullable: bool
    ) -> tuple[SummaryHeap, Ref, tuple[Value, ...]]:
        inputs, ref, facts = heap.inputs.root(origin, types, nullable=nullable)
        heap, locations = value_set(replace(heap, inputs=inputs), ref, True, nullable=nullable)
        heap, result = heap.reference(locations)
        return heap, result, facts

    def without(self, heap: SummaryHeap, types: TypeSet) -> tuple[SummaryHeap, Value]:
        inputs, guard = heap.inputs.without(types)
        return replace(heap, inputs=inputs), guard

    def alloc(self, heap: SummaryHeap, class_name: str) -> tuple[SummaryHeap, Ref]:
        """Allocate an object whose fields are null, zero or false.  Rule: [Summaries] Fig. 5, "New" """
        number = heap.next_location
        heap, made = heap.location(object_term(number, class_name), True)
        slots: dict[tuple[Location, Field], Cell] = {
            (made, f): R_NULL if f.type.sort is REF else f.type.default for f in self.table.fields(class_name)
        }
        return replace(heap, R=heap.R.update(slots)).reference(((True, made),))

    def alloc_array(self, heap: SummaryHeap, class_name: str, length: Value) -> tuple[SummaryHeap, Ref]:
        heap, ref = self.alloc(heap, class_name)
        ((_, made),) = heap.locations(ref)
        return replace(heap, R=heap.R.set((made, LENGTH), length)), ref

    def adopt(self, heap: SummaryHeap, effect: Effect) -> None:
        """Return None: references are handles here, which an effect does not have."""

    def merge(self, left: SummaryHeap, right: SummaryHeap, cells: tuple[tuple[Cell, Cell], ...], guard: Value) -> Apart:
        return NO_MERGING

    # Access -----------------------------------------------------------------------------------------------------------

    def load(self, heap: SummaryHeap, ref: Ref, slot: Slot, path: PathView) -> Answer[SummaryHeap]:
        """Rule: [Summaries] Fig. 9, "Field access"; [Uber-lazy] Fig. 5, "Field access" """
        field = field_of(slot)
        after, facts, holders = self._receiver(heap, ref, field, path)
        after, more = summarize(after, holders, field)
        facts += more
        cell: Cell
        if isinstance(slot, Index) and holders:
            after, more, element = read_element(after, scalar(after, holders, field), slot.index, value_set)
            facts += more
            after, cell = reference_to(after, element, path) if slot.kind is REF else (after, element)
        elif field.type.sort is REF:
            after, cell = after.reference(VS(after, holders, field, path))
        else:
            cell = scalar(after, holders, field)
        return whole(self._access(heap, ref, field, after, facts, cell if holders else None), slot)

    def store(self, heap: SummaryHeap, ref: Ref, slot: Slot, value: Cell, path: PathView) -> Answer[SummaryHeap]:
        """Rule: [Summaries] Fig. 9, "Field write"; [Uber-lazy] Fig. 5, "Field write" """
        field = field_of(slot)
        after, facts, holders = self._receiver(heap, ref, field, path, writing=True)
        if isinstance(slot, Index):
            after, more = summarize(after, holders, field)
            facts += more
            after, more = put_element(after, holders, slot, value, value_set)
        elif field.type.sort is REF:
            after, written = admit(after, value)
            after, more = field_write(after, holders, field, written, path), ()
        else:
            after, more = scalar_write(after, holders, field, value)
        return self._access(heap, ref, field, after, facts + more, value if holders else None)

    def copy_range(
        self,
        heap: SummaryHeap,
        kind: Sort,
        source: Ref,
        start: Value,
        target: Ref,
        at: Value,
        length: Value,
        path: PathView,
    ) -> Answer[SummaryHeap]:
        field = ELEMENTS[kind]
        after, facts, holders = self._receiver(heap, target, field, path, writing=True)
        after, more, sources = self._receiver(after, source, field, path)
        facts += more
        holders = self._holders(after, target, field, path)
        after, more = summarize(after, (*sources, *holders), field)
        facts += more
        copied = scalar(after, sources, field)
        if isinstance(copied, Term):
            after = put_range(after, holders, field, at, (copied, start, length))
        return self._access(heap, target, field, after, facts, NULL if holders and sources else None)

    def fill_range(
        self, heap: SummaryHeap, kind: Sort, target: Ref, at: Value, length: Value, value: Cell, path: PathView
    ) -> Answer[SummaryHeap]:
        field = ELEMENTS[kind]
        after, facts, holders = self._receiver(heap, target, field, path, writing=True)
        after, more = summarize(after, holders, field)
        after = put_filled(after, holders, field, at, length, value)
        return self._access(heap, target, field, after, facts + more, NULL if holders else None)

    def _receiver(
        self, heap: SummaryHeap, ref: Ref, field: Field, path: PathView, *, writing: bool = False
    ) -> tuple[SummaryHeap, tuple[Value, ...], GuardedSet]:
        """Return the possible locations of the receiver, with the field of those from before the run set up."""
        holders = self._holders(heap, ref, field, path)
        if heap.inputs.initial is None:
            return heap, (), holders
        heap, facts = settle(heap, holders, field, writing=writing)
        return heap, facts, self._holders(heap, ref, field, path)

    def _holders(self, heap: SummaryHeap, ref: Ref, field: Field, path: PathView) -> GuardedSet:
        """Return the possible locations of the receiver that have the field."""
        owners = self.table.holders(field)
        return tuple(
            (guard, at)
            for guard, at in heap.locations(ref)
            if at != L_NULL and heap.inputs.fits(heap.creator(at), owners) is not False and path.may(guard)
        )

    def _access(
        self,
        heap: SummaryHeap,
        ref: Ref,
        field: Field,
        after: SummaryHeap,
        facts: tuple[Value, ...],
        value: Cell | None,
    ) -> Answer[SummaryHeap]:
        """Return success and faults. [Summaries] gets stuck if null is possible; here that is an end of its own."""
        is_null = null_guard(heap, ref)
        fits = self._fits(heap, ref, self.table.holders(field))
        answer: list[Ok[SummaryHeap] | Fault[SummaryHeap]] = []
        if value is not None:
            answer.append(Ok(and_(not_(is_null), fits), facts, after, value))
        answer.append(Fault(is_null, (), heap, ErrorKind.NULL))
        answer.append(Fault(and_(not_(is_null), not_(fits)), (), heap, ErrorKind.NO_FIELD))
        return possible(answer)

    def _fits(self, heap: SummaryHeap, ref: Ref, types: TypeSet) -> Value:
        """Return the condition that the receiver is a location whose object has one of `types`."""
        tests = []
        for guard, at in heap.locations(ref):
            if at != L_NULL:
                creator = heap.creator(at)
                fits = heap.inputs.fits(creator, types)
                tests.append(and_(guard, True if _is_not_null(fits, creator) else fits))
        return disjunction(tests) if not _covers(tests, heap.locations(ref)) else not_(null_guard(heap, ref))

    def same(self, heap: SummaryHeap, a: Ref, b: Ref, path: PathView) -> Answer[SummaryHeap]:
        """Return whether two references are equal.

        Rule: [Summaries] Fig. 9, and [Uber-lazy] Fig. 5, "Equals (references-true)", "Equals (references-false)"
        """
        heap, facts = compare(heap, a, b)
        equal = references_equal(heap, a, b)
        if not self.consistency:
            return (Ok(True, facts, heap, equal),)
        branches = ((equal, True), (not_(equal), False))
        strengthened = ((guard, truth, strengthen(heap, guard, path)) for guard, truth in branches)
        return tuple(
            Ok(guard, facts, after, truth)
            for guard, truth, after in strengthened
            if guard is not False and not ER(after)
        )

    def is_a(self, heap: SummaryHeap, ref: Ref, types: TypeSet, path: PathView) -> Answer[SummaryHeap]:
        return (Ok(True, (), heap, self._fits(heap, ref, types)),)

    def class_of(self, heap: SummaryHeap, ref: Ref, path: PathView) -> Answer[SummaryHeap]:
        is_null = null_guard(heap, ref)
        pairs = [
            (and_(guard, when), made.location.number)
            for guard, at in heap.locations(ref)
            if at != L_NULL and path.may(guard)
            for when, made in class_objects(heap.inputs, heap.creator(at))
        ]
        after, result = heap.reference(merged(pairs))
        answer: list[Ok[SummaryHeap] | Fault[SummaryHeap]] = []
        if pairs:
            answer.append(Ok(not_(is_null), (), after, result))
        answer.append(Fault(is_null, (), heap, ErrorKind.NULL))
        return possible(answer)

    def targets(self, heap: SummaryHeap, ref: Ref, method: str, path: PathView) -> Answer[SummaryHeap]:
        """Rule: [Summaries] Fig. 5, "Method invocation", which there checks neither null nor class"""
        is_null = null_guard(heap, ref)
        bodies, no_body = dispatch(self.table, method, lambda types: self._fits(heap, ref, types), is_null)
        answer: list[Ok[SummaryHeap] | Fault[SummaryHeap]] = [
            Ok(guard, (), heap, provider) for provider, guard in bodies
        ]
        answer.append(Fault(is_null, (), heap, ErrorKind.NULL))
        answer.append(Fault(no_body, (), heap, ErrorKind.NO_METHOD))
        return possible(answer)

    def conflicts(self, heap: SummaryHeap, model: Model) -> tuple[Value, ...]:
        return tuple(broken(heap.inputs, model))

    def implied(self, heap: SummaryHeap) -> Iterator[Value]:
        return implied(heap.inputs)

    def object_of(self, heap: SummaryHeap, ref: Ref) -> Term | None:
        locations = heap.locations(ref)
        if len(locations) != 1 or locations[0][0] is not True or locations[0][1] == L_NULL:
            return None
        creator = heap.creator(locations[0][1])
        return creator if creator.op is Op.LOC else None

    def choices(self, heap: SummaryHeap, ref: Ref, types: TypeSet) -> Choices | None:
        """Ignore locations created by an input: constants have locations of their own."""
        objects: list[tuple[Value, Term]] = []
        for guard, at in heap.locations(ref):
            creator = NULL if at == L_NULL else heap.creator(at)
            if choices_of_leaf(heap.inputs, creator, types) is None:
                return None
            if creator.op is not Op.SYM:
                objects.append((guard, creator))
        return tuple(objects)

    def chosen(self, heap: SummaryHeap, of: Choices) -> Answer[SummaryHeap]:
        pairs = [(guard, L_NULL if at is NULL else at.location.number) for guard, at in of]
        after, result = heap.reference(merged(pairs))
        return (Ok(True, (), after, result),)

    # Concrete heaps ---------------------------------------------------------------------------------------------------

    def inputs(self, heap: SummaryHeap, model: Model) -> ConcreteHeap:
        """Use only reads through locations that exist under `model`."""
        real = {c for at, c in heap.creators.items() if c.op is Op.SYM and model.satisfies(heap.exists[at])}
        return initial_heap(heap.inputs, model, lambda binding: binding.owner in real)

    def final(self, heap: SummaryHeap, model: Model) -> ConcreteHeap:
        return final_heap(heap, model, self.inputs(heap, model))

    def concrete(self, heap: SummaryHeap, model: Model, cell: Cell) -> Plain:
        value = plain_cell(heap, model, cell)
        assert value is not None
        return value

    def picture(self, heap: SummaryHeap, roots: tuple[tuple[str, Cell], ...], writing: Writing = AS_PAPERS) -> Picture:
        return summary_picture(heap, roots, writing)


def null_guard(heap: SummaryHeap, ref: Ref) -> Value:
    return disjunction(guard for guard, at in heap.locations(ref) if at == L_NULL)


def _is_not_null(fits: Value, creator: Term) -> bool:
    """Whether a type test only says that the creator is not null, which holds for every location that exists."""
    return creator.op is Op.SYM and fits is not_(eq(creator, NULL))


def _covers(tests: list[Value], locations: GuardedSet) -> bool:
    """Whether the tests are the guards of all locations but null, so that their disjunction means "not null"."""
    return tests == [guard for guard, at in locations if at != L_NULL]
