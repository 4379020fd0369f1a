"""The results for a class: its tests, the paths without one, and the observations on the JVM."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from symheap.core.outcome import Bound
from symheap.testgen.cases import NoTest, Test, Why
from symheap.testgen.files import Written
from symheap.testgen.replay.coverage import Coverage


@dataclass(frozen=True, slots=True)
class Crash:
    """A path that ends in a crash: its place in the program under test, in compiler format, and a description.

    `error` is the kind of the crash, `member` the method of the place.  `stack` are the calls that led there, innermost
    first, and `branches` the decisions of the path, both in the program under test only.
    """

    path: str
    place: str
    what: str
    error: str = ""
    member: str = ""
    stack: tuple[str, ...] = ()
    branches: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class MethodTests:
    """The results for one method.

    `paths` is the number of paths found; each is in `tests` or in `without`, or its test was removed when the suite was
    minimised.  `stopped` is the bound that stopped the exploration.
    """

    name: str
    target: str
    paths: int
    tests: tuple[Test, ...]
    without: tuple[NoTest, ...]
    stopped: Bound | None
    crashes: tuple[Crash, ...] = ()
    assumptions: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def is_complete(self) -> bool:
        """Whether every path of the method is known and has a test, except for duplicates."""
        return self.stopped is None and all(each.why is Why.DUPLICATE for each in self.without)


@dataclass(frozen=True, slots=True)
class Finding:
    """A crash at one place, with its tests; those whose inputs the program's own methods create come first.

    `crash` is that of the first path.
    """

    crash: Crash
    tests: tuple[Test, ...]

    @property
    def place(self) -> str:
        return self.crash.place

    @property
    def what(self) -> str:
        return self.crash.what

    @property
    def is_reached(self) -> bool:
        """Whether the program's own constructors and methods lead to it in one of the tests."""
        return not self.tests[0].built.uses_helper


@dataclass(frozen=True, slots=True)
class Generated:
    """The results for a class.

    `replayed`: each test was seen to pass on a JVM, on the predicted path.  `left_out` counts the tests removed from a
    minimised suite; `coverage` was measured on the JVM; `bounds` are the options that bound the exploration of each
    method.
    """

    target: str
    class_name: str
    test_class: str
    methods: tuple[MethodTests, ...]
    skipped: tuple[str, ...] = ()
    replayed: bool = False
    coverage: Coverage | None = None
    left_out: int = 0
    files: tuple[Written, ...] = ()
    bounds: str = ""
    seconds: float = 0.0

    @property
    def tests(self) -> tuple[Test, ...]:
        return tuple(test for method in self.methods for test in method.tests)

    @property
    def without(self) -> tuple[NoTest, ...]:
        return tuple(each for method in self.methods for each in method.without)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings by place; those that the program's own methods lead to come first."""
        by_place: dict[tuple[str, str], tuple[Crash, list[Test]]] = {}
        for method in self.methods:
            tests = {test.candidate.path: test for test in method.tests}
            for crash in method.crashes:
                if crash.path in tests:
                    by_place.setdefault((crash.place, crash.what), (crash, []))[1].append(tests[crash.path])
        every = [
            Finding(crash, tuple(sorted(tests, key=lambda test: test.built.uses_helper)))
            for crash, tests in by_place.values()
        ]
        return tuple(sorted(every, key=lambda finding: not finding.is_reached))

    @property
    def mismatches(self) -> tuple[NoTest, ...]:
        return tuple(each for each in self.without if each.why is Why.MISMATCH)

    @property
    def reasons(self) -> Counter[Why]:
        """The number of paths without a test, by reason, most frequent first."""
        return Counter(dict(Counter(each.why for each in self.without).most_common()))

    @property
    def is_complete(self) -> bool:
        return not self.skipped and all(method.is_complete for method in self.methods)
