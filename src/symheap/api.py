"""The public interface: what ``import symheap`` offers."""

from __future__ import annotations

from collections.abc import Iterable

from symheap.core.source import SourceError
from symheap.engine.bounds import Bounds
from symheap.engine.search import STRATEGIES
from symheap.heap.registry import MODELS
from symheap.lang.target import Loaded, TargetError, load
from symheap.report.run import Path, Run, Tally, start
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain

__all__ = ["MODELS", "Bounds", "Loaded", "Path", "Run", "SourceError", "Tally", "TargetError", "explore", "load"]


def explore(
    target: str | Loaded,
    heap: str = "pose",
    *,
    bounds: Bounds | None = None,
    search: str = "dfs",
    seed: int = 0,
    acyclic: Iterable[str] = (),
    consistency: bool = False,
    solver: tuple[Solver, Statistics] | None = None,
) -> Run:
    """Every path of the program at `target`.  Iterate over the run: paths come as they are found.

    `heap` is one of `MODELS`; `acyclic` names fields along which no input has a cycle.  After the last path
    `run.complete` says whether that was everything.  Raises `TargetError` or `SourceError` if there is no program.
    """
    if heap not in MODELS:
        raise ValueError(f"unknown heap model {heap!r}: choose one of {', '.join(MODELS)}")
    if search not in STRATEGIES:
        raise ValueError(f"unknown search {search!r}: choose one of {', '.join(STRATEGIES)}")
    if consistency and heap != "summary":
        raise ValueError("consistency is a part of the heap model 'summary' only")
    loaded = load(target) if isinstance(target, str) else target
    chosen = solver or default_chain()
    fields = frozenset(acyclic)
    return start(loaded, heap, chosen, bounds, search=search, seed=seed, acyclic=fields, consistency=consistency)
