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


def add_up_tests(found: Sequence[Tests]) -> TestSum | None:
    """Add up the tests; None if no tests were asked for."""
    if not found:
        return None
    without = sum((Counter(each.without) for each in found), Counter[str]())
    return TestSum(
        methods=len(found),
        made=sum(each.made for each in found),
        without=dict(without.most_common()),
        seconds=fsum(each.seconds for each in found),
        stopped=sum(bool(each.stopped) for each in found),
    )
