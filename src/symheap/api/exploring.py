"""``symheap.explore`` and ``symheap.load``: explore programs symbolically."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from symheap.api.keywords import explore_settings_from
from symheap.engine.bounds import Bounds
from symheap.lang import target as targets
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded
from symheap.session.run import Run, start
from symheap.session.settings import Settings
from symheap.solver.api import Solver, Statistics


def load(target: str, java: JavaOptions | None = None) -> Loaded:
    """Load the program at `target`; for Java, a single method.

    Raises `TargetError` or `SourceError` if there is none.
    """
    return targets.load(target, _java(java))


def load_all(target: str, java: JavaOptions | None = None) -> Iterator[Loaded]:
    """Load the programs at `target`: for a Java class, each method that some input can run."""
    return (each for each in targets.load_all(target, _java(java)).members if isinstance(each, Loaded))


def _java(options: JavaOptions | None) -> JavaOptions:
    """Return the options with an environment to find a JDK in, by default that of this process."""
    given = options or JavaOptions()
    return given if given.environ else replace(given, environ=os.environ)


def explore(
    target: str | Loaded,
    heap: str = "pose",
    *,
    bounds: Bounds | None = None,
    solver: tuple[Solver, Statistics] | str = "auto",
    java: JavaOptions | None = None,
    **options: Any,
) -> Run:
    """Explore every path of the program at `target`.  Iterate over the run: each path arrives when it is found.

    The keywords are the options of ``symheap explore``, with its defaults: `max_loop=3`, `search="bfs"`,
    `acyclic=["next"]`, `non_null=["key"]`, `as_papers=True`.  `bounds` and `java` set all bounds and all Java options
    at once.  `solver` may be a solver chain of your own.  After the last path, `run.complete` says whether every path
    was found.  Raises `TargetError` or `SourceError` if there is no program.
    """
    settings = _settings(target if isinstance(target, str) else str(target.target), heap, solver, options)
    loaded = load(target, java or settings.java()) if isinstance(target, str) else target
    return _started(loaded, settings, bounds, solver)


def explore_all(
    target: str,
    heap: str = "pose",
    *,
    bounds: Bounds | None = None,
    solver: tuple[Solver, Statistics] | str = "auto",
    java: JavaOptions | None = None,
    **options: Any,
) -> Iterator[Run]:
    """Explore each method of a class in turn, and yield its run.  The arguments are those of `explore`.

    Methods that no input can run are left out.
    """
    settings = _settings(target, heap, solver, options)
    for loaded in load_all(target, java or settings.java()):
        yield _started(loaded, settings, bounds, solver)


def _settings(target: str, heap: str, solver: tuple[Solver, Statistics] | str, options: dict[str, Any]) -> Settings:
    named = {"solver": solver} if isinstance(solver, str) else {}
    settings = explore_settings_from(target, {"heap": heap, **named, **options})
    if settings.misfit():
        raise ValueError(settings.misfit())
    return settings


def _started(loaded: Loaded, settings: Settings, bounds: Bounds | None, solver: tuple[Solver, Statistics] | str) -> Run:
    return start(
        loaded,
        settings.heap,
        settings.chain() if isinstance(solver, str) else solver,
        bounds or settings.bounds(),
        search=settings.search,
        seed=settings.seed,
        acyclic=frozenset(settings.acyclic),
        consistency=settings.consistency,
        in_rounds=settings.in_rounds() if bounds is None else None,
    )
