"""The results for a class: its tests, the paths without one, and the observations on the JVM."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from symheap.core.outcome import Bound
from symheap.report.explore.crashes import CrashKey, CrashRank
from symheap.testgen.cases import NoTest, Test, Why
from symheap.testgen.files import Written
from symheap.testgen.reach.ranked import Rank, Ranked
from symheap.testgen.replay.coverage import Coverage


@dataclass(frozen=True, slots=True)
class Crash:
    """A path that ends in a crash: its place in the program under test, in compiler format, and a description.

    `key` identifies the bug.  `error` is the kind of the crash, `member` the method of the place.  `stack` are the
    calls that led there, innermost first, and `branches` the decisions of the path, both in the program under test
    only.
    """

    path: str
    place: str
    what: str
    error: str = ""
    member: str = ""
    stack: tuple[str, ...] = ()
    branches: tuple[tuple[str, str, str], ...] = ()
    key: CrashKey | None = None


@dataclass(frozen=True, slots=True)
class MethodTests:
    """The results for one method.

    `paths` is the number of paths found; each is in `tests` or in `without`, or its test was removed when the suite was
    minimised.  `left_out` counts those that got no test because they reach no new goal.  `stopped` is the bound that
    stopped the exploration.
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
    left_out: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether every path of the method is known and has a test, except for duplicates."""
        return self.stopped is None and all(each.why is Why.DUPLICATE for each in self.without)


@dataclass(frozen=True, slots=True)
class Finding:
    """A crash at one place, with its tests; those whose inputs the program's own methods create come first.

    `crash` is that of the first path.  `ranked` is its rank, if there was time to find it.
    """

    crash: Crash
    tests: tuple[Test, ...]
    ranked: Ranked | None = None

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

    @property
    def standing(self) -> CrashRank:
        """The evidence for the crash.

        A test that the program's own methods lead to shows what no sequence of public calls has shown.
        """
        ranked = self.ranked
        if ranked is None:
            shown = self._is_reached_without_null
            return CrashRank("error" if shown else "warning", _BY_TEST if shown else self._why_not)
        if ranked.rank is Rank.WARNING and not ranked.statements and self._is_reached_without_null:
            return CrashRank(Rank.ERROR.word, _BY_TEST)
        return CrashRank(ranked.rank.word, ranked.reason, ranked.statements)

    @property
    def _why_not(self) -> str:
        return _BY_NULL if self.is_reached else _BY_FIELDS

    @property
    def _is_reached_without_null(self) -> bool:
        return any(not test.built.uses_helper and not test.needs_null for test in self.tests)


_ORDER: Final = [rank.word for rank in Rank]
_BY_TEST: Final = "a test whose input the program's own methods create runs into it"
_BY_NULL: Final = "only with null in the input, which is left to the caller"
_BY_FIELDS: Final = "not shown reachable: its state was set field by field"


@dataclass(frozen=True, slots=True)
class Generated:
    """The results for a class.

    `replayed`: each test was seen to pass on a JVM, on the predicted path.  `left_out` counts the paths without a test
    because the suite is minimised; `coverage` was measured on the JVM; `bounds` are the options that bound the
    exploration of each method; `ranked` are the crashes with their ranks.
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
    ranked: Mapping[CrashKey, Ranked] = field(default_factory=dict)

    @property
    def tests(self) -> tuple[Test, ...]:
        return tuple(test for method in self.methods for test in method.tests)

    @property
    def without(self) -> tuple[NoTest, ...]:
        return tuple(each for method in self.methods for each in method.without)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings by place: errors first, then warnings, and of these first what own methods lead to."""
        by_place: dict[tuple[str, str], tuple[Crash, list[Test]]] = {}
        for method in self.methods:
            tests = {test.candidate.path: test for test in method.tests}
            for crash in method.crashes:
                if crash.path in tests:
                    by_place.setdefault((crash.place, crash.what), (crash, []))[1].append(tests[crash.path])
        every = [
            Finding(crash, tuple(sorted(tests, key=lambda test: test.built.uses_helper)), self._rank_of(crash))
            for crash, tests in by_place.values()
        ]
        return tuple(sorted(every, key=lambda each: (_ORDER.index(each.standing.level), not each.is_reached)))

    def _rank_of(self, crash: Crash) -> Ranked | None:
        return None if crash.key is None else self.ranked.get(crash.key)

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
