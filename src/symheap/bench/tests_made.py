"""The sums of the tests of methods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from symheap.bench.row import Tests


@dataclass(frozen=True, slots=True)
class TestSum:
    """The tests of some methods added up.

    `stopped` counts the methods that ran out of time before all tests were made.
    """

    __test__ = False  # not for pytest

    methods: int
    made: int
    without: Mapping[str, int]
    seconds: float
    stopped: int


def add_up_tests(tests: Sequence[Tests]) -> TestSum | None:
    """Add up the tests; None if no tests were asked for."""
    if not tests:
        return None
    without = sum((Counter(each.without) for each in tests), Counter[str]())
    return TestSum(
        methods=len(tests),
        made=sum(each.made for each in tests),
        without=dict(without.most_common()),
        seconds=fsum(each.seconds for each in tests),
        stopped=sum(bool(each.stopped) for each in tests),
    )
