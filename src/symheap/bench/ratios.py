"""Ratio of the traces of lazy initialization to those of POSE, counted in four ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symheap.bench.row import Row, RowOutcome
from symheap.bench.study import Study


@dataclass(frozen=True, slots=True)
class Ratio:
    """Traces of lazy initialization and of POSE, over some methods."""

    methods: int
    pose: int
    lazy: int

    @property
    def value(self) -> Fraction | None:
        return Fraction(self.lazy, self.pose) if self.pose else None


@dataclass(frozen=True, slots=True)
class Ratios:
    """The ratio over four sets of methods.

    `both_ended` covers the methods where both models ended.  `as_printed` follows the paper's rule: POSE ended, and
    lazy initialization ended or had more traces when it was stopped.  `lower_bound` covers all methods where POSE
    ended. `printed` is the ratio in the paper.

    In the lower bound, a stopped lazy initialization counts its confirmed traces, or as many as POSE has if that is
    more: it never has fewer.
    """

    both_ended: Ratio
    as_printed: Ratio
    lower_bound: Ratio
    printed: Ratio | None


def ratios(study: Study, pose: Sequence[Row], lazy: Sequence[Row]) -> Ratios | None:
    """Return the ratios; None if one of the models was not run."""
    if not pose or not lazy:
        return None
    others = {row.method: row for row in lazy if _ran(row)}
    pairs = [(row, others[row.method]) for row in pose if row.outcome.ended and row.method in others]
    return Ratios(
        _ratio([(p.traces, o.traces) for p, o in pairs if o.outcome.ended]),
        _ratio([(p.traces, o.traces) for p, o in pairs if o.outcome.ended or o.traces > p.traces]),
        _ratio([(p.traces, o.traces if o.outcome.ended else max(_confirmed(o), p.traces)) for p, o in pairs]),
        _printed(study),
    )


def _ratio(pairs: Sequence[tuple[int, int]]) -> Ratio:
    return Ratio(len(pairs), sum(pose for pose, _ in pairs), sum(lazy for _, lazy in pairs))


def _printed(study: Study) -> Ratio | None:
    if not study.printed:
        return None
    traces = sum(each.traces for each in study.printed.values())
    other_traces = sum(each.other_traces for each in study.printed.values())
    return Ratio(sum(method.printed for method in study.methods), traces, other_traces)


def _ran(row: Row) -> bool:
    return row.outcome not in (RowOutcome.FAILED, RowOutcome.MISSING)


def _confirmed(row: Row) -> int:
    return sum(count for kind, count in row.ends.items() if kind != "unknown")
