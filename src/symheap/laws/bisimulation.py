"""[Summaries] Theorem 9 step by step: the machine over lazy initialization beside the machine over summaries.

Law: at every step each lazy state is represented by one state of the summary machine. A successor of one has its
counterpart among those of the other, unless the path of the first excludes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.outcome import Sat, Unsat
from symheap.core.printing import infix
from symheap.core.terms import REF, Op, Term, and_, symbol
from symheap.heap.api import HeapModel
from symheap.heap.lazy.lazy import Lazy
from symheap.heap.lazy.state import LazyHeap
from symheap.heap.summary.model import Summary
from symheap.heap.summary.state import SummaryHeap
from symheap.lang.javalite.check import CheckedProgram
from symheap.lang.javalite.machine import JavaliteMachine
from symheap.lang.javalite.state import MachineState, reference
from symheap.lang.stepping import Feasible
from symheap.laws.same_heap import difference
from symheap.laws.small_heaps import NaturalModel

Lazily = MachineState[LazyHeap]
Summarized = MachineState[SummaryHeap]


@dataclass(frozen=True, slots=True)
class Related:
    """A pair of states after a step by `rule`: the map h of locations, or the `problem` that makes them differ.

    `choices` are the successors that the lazy machine took at its forks.
    """

    rule: str
    h: dict[str, str]
    problem: str = ""
    choices: tuple[int, ...] = ()
    lazy: Lazily | None = None
    summary: Summarized | None = None

    def __str__(self) -> str:
        shown = ", ".join(f"{lazy} ↦ {summary}" for lazy, summary in self.h.items())
        return f"{self.rule}: h = {{{shown}}}{f': {self.problem}' if self.problem else ''}"


def bisimulation(
    program: CheckedProgram,
    feasible: Feasible,
    max_calls: int = 3,
    class_name: str | None = None,
    method: str | None = None,
) -> Iterator[Related]:
    """Yield every pair of states that the two machines reach together, depth first.

    Rule: [Summaries] Definitions 15 to 18 (as corrected), Theorem 9
    """
    table = program.classes.table
    lazy = JavaliteMachine(program, Lazy(table), feasible, max_calls, class_name, method)
    summary = JavaliteMachine(program, Summary(table), feasible, max_calls, class_name, method)
    scalars = [
        symbol(Origin.root(each.name), each.type.sort) for each in lazy.entry.inputs if each.type.sort is not REF
    ]
    both = _Both(feasible, lazy.setting.model, summary.setting.model, tuple(scalars))
    no_choice: tuple[int, ...] = ()
    pending = [("initial state", no_choice, lazy.initial(), summary.initial())]
    while pending:
        rule, choices, one, other = pending.pop()
        yield replace(both.related(rule, one, other), choices=choices, lazy=one, summary=other)
        ours, theirs = lazy.step(one), summary.step(other)
        following = []
        for at, (name, successor) in enumerate(ours):
            taken = (*choices, at) if len(ours) > 1 else choices
            partners = [each for label, each in theirs if label == name and _same_decisions(successor, each)]
            if len(partners) != 1:
                problem = f"{len(partners)} steps of the summary machine match a lazy one"
                yield Related(name, {}, problem, taken, successor)
            following += [(name, taken, successor, partner) for partner in partners]
        pending += reversed(following)
        for name, reached in theirs:
            matched = any(label == name and _same_decisions(each, reached) for label, each in ours)
            if not matched and not both.excludes(one, reached):
                yield Related(name, {}, "no lazy step matches one of the summary machine", choices, None, reached)


def _same_decisions(one: Lazily, other: Summarized) -> bool:
    return one.decisions.all() == other.decisions.all() and (one.end is None) is (other.end is None)


@dataclass(frozen=True, slots=True)
class _Both:
    feasible: Feasible
    lazy: HeapModel[LazyHeap]
    summary: HeapModel[SummaryHeap]
    scalars: tuple[Term, ...]

    def excludes(self, one: Lazily, other: Summarized) -> bool:
        """Whether no heap of a lazy state is one of a summary state."""
        return isinstance(self.feasible(one.path, and_(*other.path.conjuncts())), Unsat)

    def related(self, rule: str, one: Lazily, other: Summarized) -> Related:
        """Compare two states on a heap of the lazy one, from the inputs and from every variable."""
        answer = self.feasible(one.path, True)
        model = one.path.model if one.path.model is not None else answer.model if isinstance(answer, Sat) else None
        if model is None:
            return Related(rule, {}, "no heap of the lazy state is known")
        initial = self.lazy.inputs(one.heap, model)
        references = dict(initial.roots)
        initial.roots |= {each.name: model[each] for each in self.scalars}
        natural = NaturalModel(initial)
        if not all(natural.satisfies(term) for term in other.path.conjuncts()):
            return Related(rule, {}, "the path of the summary excludes a heap of the lazy state")
        pairs = [(name, number, number) for name, number in references.items()]
        for name, cell in one.environment.items():
            left = self.summary.concrete(other.heap, natural, other.environment[name])
            right = self.lazy.concrete(one.heap, model, cell)
            if reference(cell) is not None:
                pairs.append((name, left, right))
            elif left != right:
                return Related(rule, {}, f"{name} is {left} and {right}")
        predicted = self.summary.final(other.heap, natural).completed_by(initial)
        problem = difference(predicted, self.lazy.final(one.heap, model).completed_by(initial), pairs)
        h, doubled = _map(one.heap, other.heap, model, natural)
        return Related(rule, h, problem or doubled)


def _map(lazy: LazyHeap, summary: SummaryHeap, model: Model, natural: Model) -> tuple[dict[str, str], str]:
    """Return h, from the input objects of the lazy heap to the locations that exist in the summary."""
    h: dict[str, str] = {}
    for representative in lazy.representatives:
        images = [
            f"l{at}"
            for at, creator in sorted(summary.creators.items())
            if creator.op is Op.SYM
            and natural.satisfies(summary.exists[at])
            and _number(natural, creator) == _number(model, representative)
        ]
        if len(images) != 1:
            return h, f"{infix(representative)} has {len(images)} images"
        h[infix(representative)] = images[0]
    return h, ""


def _number(model: Model, ref: Term) -> int:
    return int(model[ref])
