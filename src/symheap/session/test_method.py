"""Generate the tests of one method.

With goals, the test of a path that reaches a new one is made when the path is found; without them, all paths are found
first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from pathlib import Path as FilePath
from typing import Any, Final, Protocol

from symheap.core.deadline import NEVER, Deadline
from symheap.core.outcome import Bound
from symheap.engine.state import Trace
from symheap.lang.target import Loaded
from symheap.report.explore.explored import Explored, Path
from symheap.session.explore import begin
from symheap.session.kept.run_line import RunLine
from symheap.session.ranking import Ranking
from symheap.session.settings import TEST, Settings
from symheap.session.watching import Watcher, last_moment
from symheap.store.records import StoreError
from symheap.testgen.access import Access
from symheap.testgen.aims import Aims
from symheap.testgen.attempts import Attempts
from symheap.testgen.goals import Goals
from symheap.testgen.results import MethodTests

_DEEPER: Final[dict[str, Any]] = {"max_loop": 40, "max_traces": 60, "method_timeout": 3.0}
"""Bounds of the second look at methods whose loops need more rounds."""


def add_all(ranking: Ranking, crashing: Sequence[Path]) -> None:
    """Add the paths of a method that crash to a ranking."""
    for path in crashing:
        ranking.add(path)


class KeepsPaths(Protocol):
    """Receives each path when it is found, and the end."""

    def add(self, trace: Trace[Any], fail: Callable[[Explored, Exception], None]) -> None: ...

    def end(self) -> None: ...


class KeepsMethods(Protocol):
    """Receives each method, and a second look at the last one."""

    def method(self, run: Explored) -> KeepsPaths: ...

    def second_look(self, run: Explored) -> KeepsPaths: ...


class _Add(Protocol):
    """Makes a test of a path, or only notes the path if there is no time."""

    def __call__(self, trace: Trace[Any], *, in_time: bool) -> None: ...


@dataclass(slots=True)
class Doing:
    """The current activity as one line, with an estimate of the remaining time."""

    line: str
    left: Callable[[], str] = field(default=str)

    def text(self) -> str:
        left = self.left()
        return f"{self.line}, {left}" if left else self.line


@dataclass(frozen=True, slots=True)
class MethodTesting:
    """How to make the tests of the methods of one class.

    `looks_twice`: a method with loops whose later rounds take other branches is explored again, with more rounds.
    `ranking` receives the crashes, by `rank`, which may do so later.  With `goals`, only paths that reach new ones get
    tests.
    """

    settings: Settings
    access: Access
    junit: int
    sources: tuple[FilePath, ...]
    watcher: Watcher
    doing: Doing
    ranking: Ranking | None = None
    looks_twice: bool = True
    goals: Goals | None = None
    rank: Callable[[Ranking, Sequence[Path]], None] = add_all

    def tests(self, loaded: Loaded, kept: KeepsMethods, deadline: Deadline, units: int) -> MethodTests:
        """Return the tests of a method, which is one of `units` that share the time until `deadline`."""
        settings = self.settings
        first = begin(loaded, settings.for_unit(deadline, units), settings.heap)
        attempts = Attempts(first, self.access, self.junit, sources=self.sources, aims=self._aims(first))
        if self.ranking is not None:
            self.ranking.begin(first)
        self._walk(attempts, first, attempts.add, kept.method(first))
        again = self.looks_twice and settings.max_loop == TEST.defaults["max_loop"] and not self.watcher.seen
        if attempts.branches.is_open and again and self._has_goals_in(first):
            deeper = begin(loaded, replace(settings, **_DEEPER).for_unit(deadline, units), settings.heap)
            attempts.deeper = deeper
            self._walk(attempts, deeper, attempts.add_deeper, kept.second_look(deeper))
        return attempts.result()

    def _aims(self, run: Explored) -> Aims | None:
        java = run.loaded.java
        return None if self.goals is None or java is None else Aims(self.goals, java, run.notation.is_own)

    def _has_goals_in(self, run: Explored) -> bool:
        """Whether a second look at a method may reach a goal."""
        return self.goals is None or bool(self.goals.missing)

    def _walk(self, attempts: Attempts, run: Explored, add: _Add, kept: KeepsPaths) -> None:
        """Find all paths and make their tests.  Each of the two has the time limit of a method.

        A part of a limit for the whole run or the class is reserved for the compiler and the JVM.
        """
        found = 0
        waiting: list[Trace[Any]] = []
        making = _Making(attempts, add, run.exploration.bounds.timeout)
        self.doing.left = partial(RunLine().left, run)
        try:
            for trace in self.watcher.each(run.exploration):
                found += 1
                kept.add(trace, attempts.fail)
                self.doing.line = f"symheap: {run.target}: {found} paths, {len(attempts.tests)} tests"
                if self.goals is None:
                    waiting.append(trace)
                else:
                    run.exploration.progress.started += making.add(trace, stopped=self.watcher.seen)
        except StoreError:
            raise
        except Exception as error:
            attempts.fail(run, error)
        run.finish(Bound.INTERRUPTED if self.watcher.seen else None)
        self.doing.left = str
        for trace in waiting:
            making.add(trace, stopped=self.watcher.seen)
            self.doing.line = f"symheap: {run.target}: {found} paths, {len(attempts.tests)} tests"
        if self.ranking is not None:
            self.rank(self.ranking, attempts.crashing)
        attempts.crashing.clear()
        kept.end()


class _Making:
    """Makes tests within a time limit of its own, which runs only while it works."""

    def __init__(self, attempts: Attempts, add: _Add, seconds: float | None) -> None:
        self._attempts = attempts
        self._add = add
        self._left = inf if seconds is None else seconds

    def add(self, trace: Trace[Any], *, stopped: bool) -> float:
        """Make the test of a path, if there is time and it needs one.  Returns the seconds that this took."""
        began = time.perf_counter()
        self._attempts.deadline = last_moment(NEVER if self._left == inf else Deadline.after(max(0.0, self._left)))
        self._add(trace, in_time=self._left > 0 and not stopped)
        took = time.perf_counter() - began
        self._left -= took
        return took
