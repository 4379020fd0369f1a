"""Generate the tests of one method: find all paths first, then make a test of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from symheap.core.deadline import Deadline
from symheap.core.outcome import Bound
from symheap.engine.state import Trace
from symheap.lang.target import Loaded
from symheap.report.explore.explored import Explored
from symheap.session.explore import begin
from symheap.session.kept.run_line import RunLine
from symheap.session.ranking import Ranking
from symheap.session.settings import TEST, Settings
from symheap.session.watching import Watcher, last_moment
from symheap.store.records import StoreError
from symheap.testgen.access import Access
from symheap.testgen.attempts import Attempts
from symheap.testgen.results import MethodTests

_DEEPER: Final[dict[str, Any]] = {"max_loop": 40, "max_traces": 60, "method_timeout": 3.0}
"""Bounds of the second look at methods whose loops need more rounds."""


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
    `ranking` receives the crashes.
    """

    settings: Settings
    access: Access
    junit: int
    sources: tuple[Path, ...]
    watcher: Watcher
    doing: Doing
    ranking: Ranking | None = None
    looks_twice: bool = True

    def tests(self, loaded: Loaded, kept: KeepsMethods, deadline: Deadline, units: int) -> MethodTests:
        """Return the tests of a method, which is one of `units` that share the time until `deadline`."""
        settings = self.settings
        first = begin(loaded, settings.for_unit(deadline, units), settings.heap)
        attempts = Attempts(first, self.access, self.junit, sources=self.sources)
        if self.ranking is not None:
            self.ranking.begin(first)
        self._walk(attempts, first, attempts.add, kept.method(first))
        again = self.looks_twice and settings.max_loop == TEST.defaults["max_loop"] and not self.watcher.seen
        if attempts.branches.is_open and again:
            deeper = begin(loaded, replace(settings, **_DEEPER).for_unit(deadline, units), settings.heap)
            attempts.deeper = deeper
            self._walk(attempts, deeper, attempts.add_deeper, kept.second_look(deeper))
        return attempts.result()

    def _walk(self, attempts: Attempts, run: Explored, add: _Add, kept: KeepsPaths) -> None:
        """Find all paths, then make their tests.  Each of the two phases has the time limit of a method.

        Half of a limit for the whole run is reserved for the compiler and the JVM.
        """
        traces: list[Trace[Any]] = []
        self.doing.left = partial(RunLine().left, run)
        try:
            for trace in self.watcher.each(run.exploration):
                traces.append(trace)
                kept.add(trace, attempts.fail)
                self.doing.line = f"symheap: {run.target}: {len(traces)} paths"
        except StoreError:
            raise
        except Exception as error:
            attempts.fail(run, error)
        run.finish(Bound.INTERRUPTED if self.watcher.seen else None)
        self.doing.left = str
        until = Deadline.after(run.exploration.bounds.timeout)
        attempts.deadline = last_moment(until)
        for trace in traces:
            add(trace, in_time=not until.has_passed and not self.watcher.seen)
            self.doing.line = f"symheap: {run.target}: {len(traces)} paths, {len(attempts.tests)} tests"
        if self.ranking is not None:
            for path in attempts.crashing:
                self.ranking.add(path)
        attempts.crashing.clear()
        kept.end()
