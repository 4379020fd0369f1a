"""A program explored under several models, and violations of laws by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from symheap.core.model import Model
from symheap.core.terms import Term
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.heap.api import HeapModel
from symheap.heap.registry import MODELS, heap_model
from symheap.laws.condition_tree import ConditionTree
from symheap.laws.guards import GuardedModel
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import PathKey
from symheap.objects.interpreter import ConcreteRun, run
from symheap.objects.ir import Program
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain


@dataclass(frozen=True, slots=True)
class LawViolation:
    """A violation of a law by a model; if not `certain`, a case that no solver could decide."""

    law: str
    model: str
    detail: str
    certain: bool = True

    def __str__(self) -> str:
        return f"{self.law}: {self.model}: {'' if self.certain else 'not decided: '}{self.detail}"


@dataclass
class ModelTraces:
    """All traces of a program under one model."""

    name: str
    model: HeapModel[Any]
    traces: list[Trace[Any]]
    exploration: Exploration[Any]
    violations: list[LawViolation] = field(default_factory=list)

    @cached_property
    def tree(self) -> ConditionTree:
        return ConditionTree(self.traces)

    def by_path(self) -> dict[PathKey, list[Trace[Any]]]:
        traces: dict[PathKey, list[Trace[Any]]] = {}
        for trace in self.traces:
            traces.setdefault(trace.key, []).append(trace)
        return traces

    def is_confirmed(self, key: PathKey) -> bool:
        """Whether some trace of the path is known to be feasible.  If not, the solver could not decide it."""
        return any(trace.confirmed for trace in self.by_path()[key])

    @cached_property
    def active(self) -> tuple[Term, ...]:
        """Objects that exist before the run and that an input may alias on some trace."""
        return tuple(dict.fromkeys(at for trace in self.traces for at in trace.heap.inputs.active))

    def witness(self, trace: Trace[Any]) -> ConcreteHeap | None:
        heap = self.exploration.witness(trace)
        return None if heap is None else self._based(heap)

    def final(self, trace: Trace[Any], model: Model) -> ConcreteHeap:
        return self._based(self.model.final(trace.heap, model))

    def _based(self, heap: ConcreteHeap) -> ConcreteHeap:
        """Add the objects that exist before the run to a heap."""
        initial = self.exploration.program.initial
        heap.base = initial.shared() if initial is not None else {}
        return heap

    @property
    def unconfirmed(self) -> int:
        return sum(not trace.confirmed for trace in self.traces)


class LawSubject:
    """A program explored under several models with the same bounds."""

    def __init__(
        self,
        program: Program,
        bounds: Bounds,
        models: Sequence[str] = tuple(MODELS),
        *,
        check_guards: bool = True,
        solver: tuple[Solver, Statistics] | None = None,
        on_model: Callable[[str], None] = lambda name: None,
    ) -> None:
        """Explore the program; `on_model` is called with the name of each model before it starts."""
        self.program = program
        self.bounds = bounds
        self.solver, self.statistics = solver or default_chain()
        self.explored: dict[str, ModelTraces] = {}
        for name in models:
            on_model(name)
            self.explored[name] = self._explore(name, check_guards)

    def run(self, heap: ConcreteHeap) -> ConcreteRun:
        """Run the program on a concrete heap, with the same bounds."""
        return run(self.program, heap, max_calls=self.bounds.max_calls, max_loop=self.bounds.max_loop)

    def _explore(self, name: str, check_guards: bool) -> ModelTraces:
        model = heap_model(name, self.program.table)
        watched = GuardedModel(model) if check_guards else None
        exploration = Exploration(self.program, watched or model, self.solver, self.statistics, self.bounds)
        traces = list(exploration)
        explored = ModelTraces(name, model, traces, exploration)
        if watched is not None:
            explored.violations = [
                *(LawViolation("guards", name, problem) for problem in watched.problems),
                *(LawViolation("guards", name, problem, certain=False) for problem in watched.undecided),
            ]
        return explored
