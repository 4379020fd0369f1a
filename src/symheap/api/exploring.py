"""Symbolic execution, as a call."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace

from symheap.engine.bounds import Bounds
from symheap.engine.search import STRATEGIES
from symheap.heap.registry import MODELS
from symheap.lang import target as targets
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded
from symheap.report.run import Run, start
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain


def load(target: str, java: JavaOptions | None = None) -> Loaded:
    """The program at `target`, for Java one method.  Raises `TargetError` or `SourceError` if there is none."""
    return targets.load(target, _java(java))


def load_all(target: str, java: JavaOptions | None = None) -> Iterator[Loaded]:
    """The programs at `target`: of a Java class, each method that some input can run."""
    return (each for each in targets.load_all(target, _java(java)).members if isinstance(each, Loaded))


def _java(options: JavaOptions | None) -> JavaOptions:
    """Where nothing else is said, the environment of this process tells where a JDK is."""
    given = options or JavaOptions()
    return given if given.environ else replace(given, environ=os.environ)


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
    java: JavaOptions | None = None,
) -> Run:
    """Every path of the program at `target`.  Iterate over the run: paths come as they are found.

    `heap` is one of `MODELS`; `acyclic` names fields along which no input has a cycle; `java` says what is to be known
    about a Java program.  After the last path `run.complete` says whether that was everything.  Raises `TargetError`
    or `SourceError` if there is no program.
    """
    if heap not in MODELS:
        raise ValueError(f"unknown heap model {heap!r}: choose one of {', '.join(MODELS)}")
    if search not in STRATEGIES:
        raise ValueError(f"unknown search {search!r}: choose one of {', '.join(STRATEGIES)}")
    if consistency and heap != "summary":
        raise ValueError("consistency is a part of the heap model 'summary' only")
    loaded = load(target, java) if isinstance(target, str) else target
    chosen = solver or default_chain()
    fields = frozenset(acyclic)
    return start(loaded, heap, chosen, bounds, search=search, seed=seed, acyclic=fields, consistency=consistency)
