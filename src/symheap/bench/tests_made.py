"""The sums of the tests of methods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from symheap.bench.row import Replay, Tests


@dataclass(frozen=True, slots=True)
class TestSum:
    """The tests of some methods added up.

    `stopped` counts the methods that ran out of time before all tests were made.
    """

    __test__ = False  # not for pytest

    methods: int
    made: int
    redundant: int
    without: Mapping[str, int]
    seconds: float
    cpu_seconds: float
    stopped: int
    replay: ReplaySum | None = None
    """None if no tests were run."""


@dataclass(frozen=True, slots=True)
class ReplaySum:
    """The runs of the tests of some methods added up.  `stopped` counts the methods whose tests were not all run."""

    methods: int
    passed: int
    failed: Mapping[str, int]
    seconds: float
    cpu_seconds: float
    stopped: int


def add_up_tests(tests: Sequence[Tests]) -> TestSum | None:
    """Add up the tests; None if no tests were asked for."""
    if not tests:
        return None
    return TestSum(
        methods=len(tests),
        made=sum(each.made for each in tests),
        redundant=sum(each.redundant for each in tests),
        without=_counts([each.without for each in tests]),
        seconds=fsum(each.seconds for each in tests),
        cpu_seconds=fsum(each.cpu_seconds for each in tests),
        stopped=sum(bool(each.stopped) for each in tests),
        replay=_add_up_replays([each.replay for each in tests if each.replay is not None]),
    )


def _add_up_replays(replays: Sequence[Replay]) -> ReplaySum | None:
    if not replays:
        return None
    return ReplaySum(
        methods=len(replays),
        passed=sum(each.passed for each in replays),
        failed=_counts([each.failed for each in replays]),
        seconds=fsum(each.seconds for each in replays),
        cpu_seconds=fsum(each.cpu_seconds for each in replays),
        stopped=sum(bool(each.stopped) for each in replays),
    )


def _counts(counts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    return dict(sum(map(Counter, counts), Counter[str]()).most_common())
