"""An exploration under way: it is started here, and every trace that it finds is counted once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symheap.core.outcome import Bound
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.places import Finished
from symheap.engine.state import Trace
from symheap.heap.api import HeapModel
from symheap.heap.registry import heap_model
from symheap.heap.summary import Summary
from symheap.lang.target import Loaded
from symheap.report.explored import Explored, Path
from symheap.solver.api import Solver, Statistics


class Run(Explored):
    """An exploration that can be continued.  Iterate over it: paths come as they are found.

    Every iteration begins with the first path, and finds only what none before has found.
    """

    def __init__(self, loaded: Loaded, exploration: Exploration[Any]) -> None:
        super().__init__(loaded, exploration)
        self._kept: list[Path] = []
        self._traces: Iterator[Trace[Any]] | None = None

    def __iter__(self) -> Iterator[Path]:
        at = 0
        while at < len(self._kept) or self._goes_on():
            yield self._kept[at]
            at += 1

    def paths(self) -> tuple[Path, ...]:
        """All paths; what is not yet explored is explored now."""
        return tuple(self)

    def _goes_on(self) -> bool:
        """Finds one more path.  An exploration that an exception leaves is not taken up again, and never complete."""
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
        from symheap.report.run_html import run_html

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
) -> Run:
    """A run over the heap model named `heap`.  `consistency` is 001's pruning, which only summaries have.

    What has `finished` before is left out.
    """
    table = loaded.program.table
    model: HeapModel[Any] = (
        Summary(table, acyclic, consistency=True) if consistency else heap_model(heap, table, acyclic)
    )
    exploration = Exploration(
        loaded.program, model, *solver, bounds, search, seed, ask_solver=consistency, finished=finished
    )
    return Run(loaded, exploration)
