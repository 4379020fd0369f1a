"""A heap model that checks another one: each answer must split the path into disjoint cases that cover it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.outcome import Sat, Unknown
from symheap.core.printing import infix
from symheap.core.terms import Sort, Term, Value, and_, disjunction, not_
from symheap.core.typeset import TypeSet
from symheap.engine.machine import View
from symheap.heap.api import Answer, Cell, Choices, Fault, Handle, HeapModel, Ok, PathView, Ref, Slot
from symheap.heap.effect import Effect
from symheap.heap.merging import Apart, Merged
from symheap.heap.picture import AS_PAPERS, Picture, Writing
from symheap.heap.summary.state import SummaryHeap
from symheap.objects.concrete import ConcreteHeap

H = Any


class GuardedModel:
    """Delegates to `model`.  `problems` lists its wrong answers, `undecided` those that no solver could decide."""

    def __init__(self, model: HeapModel[H]) -> None:
        self.model = model
        self.name = model.name
        self.problems: list[str] = []
        self.undecided: list[str] = []

    def empty(self, initial: ConcreteHeap | None = None) -> H:
        return self.model.empty(initial)

    def symbolic(self, heap: H, origin: Origin, types: TypeSet, *, nullable: bool) -> tuple[H, Ref, tuple[Value, ...]]:
        return self.model.symbolic(heap, origin, types, nullable=nullable)

    def without(self, heap: H, types: TypeSet) -> tuple[H, Value]:
        return self.model.without(heap, types)

    def alloc(self, heap: H, class_name: str) -> tuple[H, Ref]:
        return self.model.alloc(heap, class_name)

    def alloc_array(self, heap: H, class_name: str, length: Value) -> tuple[H, Ref]:
        return self.model.alloc_array(heap, class_name, length)

    def adopt(self, heap: H, effect: Effect) -> H | None:
        return self.model.adopt(heap, effect)

    def merge(self, left: H, right: H, cells: tuple[tuple[Cell, Cell], ...], guard: Value) -> Merged[H] | Apart:
        return self.model.merge(left, right, cells, guard)

    def load(self, heap: H, ref: Ref, slot: Slot, path: PathView) -> Answer[H]:
        return self._watch(f"load of {slot}", heap, self.model.load(heap, ref, slot, path), path)

    def store(self, heap: H, ref: Ref, slot: Slot, value: Cell, path: PathView) -> Answer[H]:
        return self._watch(f"store to {slot}", heap, self.model.store(heap, ref, slot, value, path), path)

    def copy_range(
        self, heap: H, kind: Sort, source: Ref, start: Value, target: Ref, at: Value, length: Value, path: PathView
    ) -> Answer[H]:
        answer = self.model.copy_range(heap, kind, source, start, target, at, length, path)
        return self._watch(f"copy of {kind}", heap, answer, path)

    def fill_range(
        self, heap: H, kind: Sort, target: Ref, at: Value, length: Value, value: Cell, path: PathView
    ) -> Answer[H]:
        answer = self.model.fill_range(heap, kind, target, at, length, value, path)
        return self._watch(f"fill of {kind}", heap, answer, path)

    def class_of(self, heap: H, ref: Ref, path: PathView) -> Answer[H]:
        return self._watch("class", heap, self.model.class_of(heap, ref, path), path)

    def same(self, heap: H, a: Ref, b: Ref, path: PathView) -> Answer[H]:
        return self._watch("comparison", heap, self.model.same(heap, a, b, path), path)

    def is_a(self, heap: H, ref: Ref, types: TypeSet, path: PathView) -> Answer[H]:
        return self._watch(f"test for {types}", heap, self.model.is_a(heap, ref, types, path), path)

    def targets(self, heap: H, ref: Ref, method: str, path: PathView) -> Answer[H]:
        return self._watch(f"call of {method}", heap, self.model.targets(heap, ref, method, path), path)

    def conflicts(self, heap: H, model: Model) -> tuple[Value, ...]:
        return self.model.conflicts(heap, model)

    def implied(self, heap: H) -> Iterator[Value]:
        return self.model.implied(heap)

    def object_of(self, heap: H, ref: Ref) -> Term | None:
        return self.model.object_of(heap, ref)

    def choices(self, heap: H, ref: Ref, types: TypeSet) -> Choices | None:
        return self.model.choices(heap, ref, types)

    def chosen(self, heap: H, of: Choices) -> Answer[H]:
        return self.model.chosen(heap, of)

    def inputs(self, heap: H, model: Model) -> ConcreteHeap:
        return self.model.inputs(heap, model)

    def final(self, heap: H, model: Model) -> ConcreteHeap:
        return self.model.final(heap, model)

    def concrete(self, heap: H, model: Model, cell: Cell) -> int | bool:
        return self.model.concrete(heap, model, cell)

    def picture(self, heap: H, roots: tuple[tuple[str, Cell], ...], writing: Writing = AS_PAPERS) -> Picture:
        return self.model.picture(heap, roots, writing)

    def _watch(self, what: str, before: H, answer: Answer[H], path: PathView) -> Answer[H]:
        assert isinstance(path, View)
        wrong: list[Value] = [and_(shared_facts(answer), not_split([branch.guard for branch in answer]))]
        for branch in answer:
            wrong += _references(before, branch)
        answer_of_all = path.ask(disjunction(wrong))
        if isinstance(answer_of_all, Unknown):
            self.undecided.append(f"{what}: {answer_of_all.reason}")
        elif isinstance(answer_of_all, Sat):
            culprit = next(term for term in wrong if answer_of_all.model.satisfies(term))
            self.problems.append(f"{what}: guards overlap or leave a gap where {infix(culprit, 300)}")
        return answer


def shared_facts(answer: Answer[H]) -> Value:
    """Return the facts that all branches of an answer share."""
    facts_of_branches = [branch.facts for branch in answer]
    return and_(
        *(
            fact
            for fact in (facts_of_branches[0] if facts_of_branches else ())
            if all(fact in facts for facts in facts_of_branches)
        )
    )


def not_split(guards: list[Value]) -> Value:
    """Return the condition that two guards hold at once or none holds."""
    overlaps = (and_(guard, other) for i, guard in enumerate(guards) for other in guards[:i])
    return disjunction([*overlaps, and_(*(not_(guard) for guard in guards))])


def _references(before: H, branch: Ok[H] | Fault[H]) -> list[Value]:
    """The same for the references that an answer made, where it is taken.

    Rule: [Summaries] Definition 11, Theorem 2
    """
    if not isinstance(before, SummaryHeap):
        return []
    made = range(before.next_reference, branch.heap.next_reference)
    taken = and_(branch.guard, *branch.facts)
    sets = ([guard for guard, _ in branch.heap.L[Handle(number)]] for number in made)
    return [and_(taken, not_split(guards)) for guards in sets]
