"""Make a test of each trace of a method, as [POSE] RQ3 does, to measure their number and the time.

The method is explored again, as a test generator would have to.  A model with several traces for a path has several
tests for it; all but the first are redundant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from time import perf_counter, process_time
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
from symheap.testgen.cases import NoTest, Test, Why
from symheap.testgen.generate import Plan, sources
from symheap.testgen.inputs.reachable import Reachable
from symheap.testgen.writing.titles import titled

FAILED = "failed"
AT_ONCE = 200
"""The number of tests in a file: a class has a limited size, and the names in it must differ."""

Files = tuple[tuple[Test, ...], ...]
"""The tests of each file, with their names."""


def make_tests(loaded: Loaded, exploration: Exploration[Any], started: float) -> tuple[Tests, Files]:
    """Make a test of each trace until the time of the exploration is over.  Making tests counts towards that time."""
    cpu_started = process_time()
    maker = Maker(Run(loaded, exploration))
    for trace in exploration:
        maker.add(trace)
    files = maker.write()
    stopped = Bound.TIME.value if exploration.progress.stopped is Bound.TIME else ""
    return maker.tests(perf_counter() - started, process_time() - cpu_started, stopped), files


def plan_for(loaded: Loaded) -> Plan:
    """Return how the tests of a method are written: in its package, and with JUnit 5."""
    java = loaded.java
    assert java is not None
    name = java.subject.class_name
    return Plan(str(loaded.target), name, Access(java.subject.world, package_of(name)))


class Maker:
    """Makes one test for each trace, counts them and writes them."""

    def __init__(self, run: Run) -> None:
        assert run.loaded.java is not None
        self._run = run
        self._plan = plan_for(run.loaded)
        self._reachable = Reachable(run.loaded.java, self._plan.access)
        self._tests: list[Test] = []
        self._tested: set[int] = set()
        self._without: Counter[str] = Counter()

    def add(self, trace: Trace[Any]) -> None:
        """Make the test of a trace, or note why it has none."""
        if not trace.confirmed:
            self._without[Why.UNKNOWN.value] += 1
            return
        number = len(self._tests) + self._without.total()
        try:
            result = attempt(Path(str(number), trace, self._run), self._plan.access, self._reachable)
        except Exception:
            self._without[FAILED] += 1
            return
        if isinstance(result, NoTest):
            self._without[result.why.value] += 1
        else:
            self._tests.append(result)
            self._tested.add(trace.digest)

    def write(self) -> Files:
        """Write the tests, in files of limited size, and return those of each file."""
        files = tuple(map(titled, _parts(self._tests)))
        for tests in files:
            sources(self._plan, tests)
        return files

    def tests(self, seconds: float, cpu_seconds: float, stopped: str) -> Tests:
        """Return the counts."""
        made = len(self._tests)
        return Tests(made, dict(self._without), seconds, stopped, made - len(self._tested), cpu_seconds)


def _parts(tests: Sequence[Test]) -> Iterator[Sequence[Test]]:
    return (tests[first : first + AT_ONCE] for first in range(0, len(tests), AT_ONCE))
