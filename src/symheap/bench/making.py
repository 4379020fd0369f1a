"""Make tests of the paths of a method as ``symheap test`` does, to measure their number and the time.

The method is explored again, as a test generator would have to.  The tests are written but not run, because starting a
JVM for each method would dominate the time.
"""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import Any

from symheap.bench.row import Tests
from symheap.core.outcome import Bound
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.lang.java.classes import package_of
from symheap.lang.target import Loaded
from symheap.report.explore.explored import Path
from symheap.session.run import Run
from symheap.testgen.access import Access
from symheap.testgen.attempts import attempt
from symheap.testgen.cases import Test, Why
from symheap.testgen.inputs.reachable import Reachable
from symheap.testgen.writing.suite import test_file
from symheap.testgen.writing.titles import titled

FAILED = "failed"


def make_tests(loaded: Loaded, exploration: Exploration[Any], started: float) -> Tests:
    """Make a test of each path until the time of the exploration is over.  Making tests counts towards that time."""
    maker = Maker(Run(loaded, exploration))
    for trace in exploration:
        maker.add(trace)
    stopped = exploration.progress.stopped
    return maker.tests(perf_counter() - started, Bound.TIME.value if stopped is Bound.TIME else "")


class Maker:
    """Makes one test for each path and counts them."""

    def __init__(self, run: Run) -> None:
        java = run.loaded.java
        assert java is not None
        self._run = run
        self._class = java.subject.class_name
        self._access = Access(java.subject.world, package_of(self._class))
        self._reachable = Reachable(java, self._access)
        self._paths: set[int] = set()
        self._made = 0
        self._without: Counter[str] = Counter()

    def add(self, trace: Trace[Any]) -> None:
        if not trace.confirmed:
            self._without[Why.UNKNOWN.value] += 1
        elif trace.digest not in self._paths:
            self._paths.add(trace.digest)
            why = self._why_not(trace)
            self._made += not why
            self._without += Counter([why] if why else [])

    def _why_not(self, trace: Trace[Any]) -> str:
        """Make the test of a path; return why there is none, or an empty text."""
        path = Path(str(len(self._paths)), trace, self._run)
        try:
            result = attempt(path, self._access, self._reachable)
            if isinstance(result, Test):
                test_file(self._class, titled([result]), self._access)
                return ""
        except Exception:
            return FAILED
        return result.why.value

    def tests(self, seconds: float, stopped: str) -> Tests:
        return Tests(self._made, dict(self._without), seconds, stopped)
