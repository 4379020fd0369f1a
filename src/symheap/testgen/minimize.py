"""Minimise a suite: keep the tests that cover the same branches, or one for each outcome of a method.

Laws: every test of a crash is kept; by branches, the kept tests cover everything that all tests cover together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence, Set
from enum import StrEnum

from symheap.core.deadline import tick
from symheap.testgen.cases import Test

Covers = Callable[[Test], Set[Hashable]]
"""Returns the branches that a test covers."""


class Minimize(StrEnum):
    """The tests to keep: all, the fewest for the same branches, or one for each method and outcome."""

    NONE = "none"
    BRANCHES = "branches"
    OUTCOMES = "outcomes"


def minimized(tests: Sequence[Test], how: Minimize, covers: Covers) -> tuple[Test, ...]:
    """Return the tests to keep, in their order."""
    if how is Minimize.NONE:
        return tuple(tests)
    return by_branches(tests, covers) if how is Minimize.BRANCHES else by_outcomes(tests)


def by_branches(tests: Sequence[Test], covers: Covers) -> tuple[Test, ...]:
    """Greedy set cover: repeatedly take the test that adds most; among equals the shortest, then the first.

    A method without branches keeps its shortest test, which shows that the method runs.
    """
    covered = [frozenset(covers(test)) for test in tests]
    kept = {at for at, test in enumerate(tests) if test.crash}
    seen: set[Hashable] = {branch for at in kept for branch in covered[at]}
    while True:
        tick()
        gains = [(len(covered[at] - seen), -length(test), -at) for at, test in enumerate(tests) if at not in kept]
        if not gains or max(gains)[0] == 0:
            break
        best = -max(gains)[2]
        kept.add(best)
        seen |= covered[best]
    for at in _shortest_of_each(tests):
        if not any(_method(tests[other]) == _method(tests[at]) for other in kept):
            kept.add(at)
    return tuple(test for at, test in enumerate(tests) if at in kept)


def by_outcomes(tests: Sequence[Test]) -> tuple[Test, ...]:
    """Return the shortest test for each method and each outcome."""
    best: dict[tuple[Hashable, ...], int] = {}
    for at, test in enumerate(tests):
        outcome = (_method(test), test.throws, at if test.crash else None)
        known = best.get(outcome)
        if known is None or length(test) < length(tests[known]):
            best[outcome] = at
    return tuple(tests[at] for at in sorted(best.values()))


def length(test: Test) -> int:
    """Return the number of statements."""
    return len(test.arrange) + len(test.asserts) + 1


def _method(test: Test) -> str:
    return str(test.candidate.java.subject.method)


def _shortest_of_each(tests: Sequence[Test]) -> list[int]:
    best: dict[str, int] = {}
    for at, test in enumerate(tests):
        known = best.get(_method(test))
        if known is None or length(test) < length(tests[known]):
            best[_method(test)] = at
    return list(best.values())
