"""What came of a class: its tests, the paths without one, and what the JVM said."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from symheap.core.outcome import Bound
from symheap.testgen.cases import NoTest, Test, Why
from symheap.testgen.files import Written
from symheap.testgen.replay.coverage import Coverage


@dataclass(frozen=True, slots=True)
class Crash:
    """A path that ends in a crash: its place in the program under test, as compilers say it, and what happens.

    `error` is the kind of the crash, `member` the method that the place is in; `stack` are the calls that led there,
    innermost first, and `branches` the decisions of the path, both in the program under test alone.
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
    """What came of one method.

    `paths` are those that were found; each is in `tests` or in `without`, or its test was left out when the suite was
    made smaller.  `stopped` is the bound that ended the exploration before its end.
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
        """Whether every path of the method is known and has a test, but for those that would be the same again."""
        return self.stopped is None and all(each.why is Why.DUPLICATE for each in self.without)


@dataclass(frozen=True, slots=True)
class Finding:
    """A crash at one place, with the tests that show it: those first whose inputs the program's own methods make.

    `crash` is the first of its paths.
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
        """Whether the program's own constructors and methods lead to it, in a test that is there."""
        return not self.tests[0].built.uses_helper


@dataclass(frozen=True, slots=True)
class Generated:
    """What came of a class.

    `replayed` says that each test was seen to pass on a JVM, on the path that was predicted.  `left_out` counts the
    tests that a smaller suite does without; `coverage` is what the JVM measured; `bounds` are the options that bound
    the exploration of each method.
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
        """By place; those that the program's own methods lead to come first."""
        found: dict[tuple[str, str], tuple[Crash, list[Test]]] = {}
        for method in self.methods:
            tests = {test.candidate.path: test for test in method.tests}
            for crash in method.crashes:
                if crash.path in tests:
                    found.setdefault((crash.place, crash.what), (crash, []))[1].append(tests[crash.path])
        every = [
            Finding(crash, tuple(sorted(tests, key=lambda test: test.built.uses_helper)))
            for crash, tests in found.values()
        ]
        return tuple(sorted(every, key=lambda finding: not finding.is_reached))

    @property
    def mismatches(self) -> tuple[NoTest, ...]:
        return tuple(each for each in self.without if each.why is Why.MISMATCH)

    @property
    def reasons(self) -> Counter[Why]:
        """How many paths have no test, by reason; what is most comes first."""
        return Counter(dict(Counter(each.why for each in self.without).most_common()))

    @property
    def is_complete(self) -> bool:
        return not self.skipped and all(method.is_complete for method in self.methods)
