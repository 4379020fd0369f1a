"""POSE and lazy initialization side by side, class by class, over the methods where both ended: [POSE] RQ1 to RQ3."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from symheap.bench.row import Replay, Row, Tests
from symheap.bench.wilcoxon import SignedRank, signed_rank

Number = int | float
Measure = Callable[[Row], Number]

_COSTS: Final[Mapping[str, Measure]] = {
    "traces": lambda row: row.traces,
    "queries": lambda row: row.cost.queries,
    "tokens": lambda row: row.cost.tree_tokens,
    "query CPU s": lambda row: row.cost.cpu_seconds,
    "total CPU s": lambda row: row.cpu_seconds,
}
_TESTS: Final[Mapping[str, Measure]] = {
    "tests": lambda row: _tests(row).made,
    "redundant tests": lambda row: _tests(row).redundant,
    "test CPU s": lambda row: _tests(row).cpu_seconds,
}
_REPLAY: Final[Mapping[str, Measure]] = {
    "replay CPU s": lambda row: _replay(row).cpu_seconds,
    "tests passed": lambda row: _replay(row).passed,
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A measure, with a value of each model for each class.  `test` compares the two, paired by class."""

    measure: str
    pose: tuple[Number, ...]
    lazy: tuple[Number, ...]
    test: SignedRank

    @property
    def medians(self) -> tuple[float, float]:
        return median(self.pose), median(self.lazy)

    @property
    def less(self) -> int:
        """The number of classes where POSE has less."""
        return sum(one < other for one, other in zip(self.pose, self.lazy, strict=True))

    @property
    def more(self) -> int:
        """The number of classes where POSE has more."""
        return sum(one > other for one, other in zip(self.pose, self.lazy, strict=True))

    @property
    def p_value(self) -> float:
        return self.test.normal if self.test.exact is None else self.test.exact


@dataclass(frozen=True, slots=True)
class Paired:
    """The methods where both models ended: their number, their classes, and the sums of each class under each model."""

    methods: int
    classes: tuple[str, ...]
    comparisons: tuple[Comparison, ...]


def paired(pose: Sequence[Row], lazy: Sequence[Row]) -> Paired | None:
    """Compare two models; None if there is no method where both ended."""
    others = {row.method: row for row in lazy if row.outcome.ended}
    pairs = [(row, others[row.method]) for row in pose if row.outcome.ended and row.method in others]
    if not pairs:
        return None
    classes = tuple(dict.fromkeys(row.class_name for row, _ in pairs))
    measures = dict(_COSTS)
    if all(row.tests is not None for pair in pairs for row in pair):
        measures |= _TESTS
    if any(row.tests is not None and row.tests.replay is not None for pair in pairs for row in pair):
        measures |= _REPLAY
    return Paired(len(pairs), classes, tuple(_comparison(name, of, classes, pairs) for name, of in measures.items()))


def _comparison(name: str, measure: Measure, classes: Sequence[str], pairs: Sequence[tuple[Row, Row]]) -> Comparison:
    def sums(side: int) -> tuple[Number, ...]:
        totals: dict[str, Number] = dict.fromkeys(classes, 0)
        for pair in pairs:
            totals[pair[side].class_name] += measure(pair[side])
        return tuple(totals.values())

    ours, theirs = sums(0), sums(1)
    return Comparison(name, ours, theirs, signed_rank(ours, theirs))


def _tests(row: Row) -> Tests:
    return row.tests or Tests()


def _replay(row: Row) -> Replay:
    return _tests(row).replay or Replay()
