"""An exploration in progress: start it, and count every trace once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

from symheap.core.nodes import aside
from symheap.core.outcome import Bound
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.places import Finished
from symheap.engine.rounds import Rounds, instructions_run
from symheap.engine.search import Search
from symheap.engine.state import Trace
from symheap.heap.api import HeapModel
from symheap.heap.registry import heap_model
from symheap.heap.summary.model import Summary
from symheap.lang.target import Loaded
from symheap.objects.concrete import ConcreteHeap
from symheap.report.explore.explored import Explored, Path
from symheap.session.rounds import InRounds
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain
from symheap.testgen.inputs.minimal import MinimalBudget, smallest

_SHOWN: Final = MinimalBudget(queries=20, seconds=1.0)
_SHOWN_MS: Final = 1_000
"""Budget for the example of a shown path, and the time limit of one query."""


class Run(Explored):
    """An exploration that can be continued.  Iterate over it: each path arrives when it is found.

    Every iteration starts with the first path and explores only what no earlier iteration has explored.
    """

    def __init__(self, loaded: Loaded, exploration: Exploration[Any]) -> None:
        super().__init__(loaded, exploration)
        self._kept: list[Path] = []
        self._traces: Iterator[Trace[Any]] | None = None

    def example(self, trace: Trace[Any]) -> ConcreteHeap | None:
        """Return the smallest input that takes a path.

        It has solvers of its own, so showing a path changes no figure.
        """
        if self.loaded.java is None or trace.path.model is None:
            return super().example(trace)
        with aside():
            input = smallest(self.exploration, trace, _SHOWN, solver=self._solver)
            return super().example(trace) if input is None else input.witness()

    @cached_property
    def _solver(self) -> Solver:
        return default_chain(timeout_ms=_SHOWN_MS)[0]

    def __iter__(self) -> Iterator[Path]:
        at = 0
        while at < len(self._kept) or self._goes_on():
            yield self._kept[at]
            at += 1

    def news(self) -> object:
        """Return a value that changes when a trace runs new user code or ends in a new crash."""
        covered = instructions_run(self.exploration.entered, self.exploration.covered, self.notation.is_own_class)
        return covered, len(self.findings.crashes)

    def paths(self) -> tuple[Path, ...]:
        """Return all paths; explore those that are still missing."""
        return tuple(self)

    def _goes_on(self) -> bool:
        """Find one more path.  After an exception, the exploration is never continued and never complete."""
        if self.finished:
            return False
        try:
            self._traces = self._traces or iter(self.exploration)
            trace = next(self._traces, None)
        except BaseException:
            self.finish(Bound.INTERRUPTED)
            raise
        if trace is None:
            self.finish()
            return False
        self._kept.append(self.note(trace))
        return True

    def __repr__(self) -> str:
        how = "complete" if self.complete else "not complete" if self.finished else "under way"
        return f"<Run {self.target!r} heap={self.heap!r}: {self.tally.paths} paths, {how}>"

    def _repr_html_(self) -> str:
        from symheap.report.explore.run_html import run_html

        return run_html(self, self._kept)


def start(
    loaded: Loaded,
    heap: str,
    solver: tuple[Solver, Statistics],
    bounds: Bounds | None = None,
    *,
    search: str = "dfs",
    seed: int = 0,
    acyclic: frozenset[str] = frozenset(),
    consistency: bool = False,
    finished: Finished | None = None,
    in_rounds: InRounds | None = None,
) -> Run:
    """A run over the heap model named `heap`.  `consistency` is [Uber-lazy draft]'s pruning, which only summaries have.

    Work that `finished` describes is left out.  With `in_rounds`, the bounds are those of the last round, and the
    search is that of the rounds.
    """
    table = loaded.program.table
    model: HeapModel[Any] = (
        Summary(table, acyclic, consistency=True) if consistency else heap_model(heap, table, acyclic)
    )
    rounds: Rounds | None = None
    order: str | Search[Any] = search
    if in_rounds is not None:
        rounds, order = in_rounds.rounds(bounds or Bounds(), lambda: run.news()), in_rounds.order()
    exploration = Exploration(
        loaded.program, model, *solver, bounds, order, seed, ask_solver=consistency, finished=finished, rounds=rounds
    )
    run = Run(loaded, exploration)
    return run
