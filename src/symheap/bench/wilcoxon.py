"""The Wilcoxon signed-rank test for paired samples, as [POSE] RQ2 uses it.

It is written here because the one test does not justify a library for statistics as a dependency.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt

EXACT_UP_TO = 200
"""The most pairs whose exact distribution is computed: its cost grows with the cube of the number."""


@dataclass(frozen=True, slots=True)
class SignedRank:
    """The result of a test.

    `pairs` counts those that differ; the others are left out.  `plus` and `minus` are the sums of the ranks of positive
    and of negative differences.  `normal` is the two-sided p-value by the normal approximation, corrected for ties;
    `exact` the one by the distribution of all signs, None if there are too many pairs.
    """

    pairs: int
    plus: float
    minus: float
    normal: float
    exact: float | None


def signed_rank(first: Sequence[float], second: Sequence[float]) -> SignedRank:
    """Test whether the differences `first - second` of pairs are symmetric around zero."""
    differences = [one - other for one, other in zip(first, second, strict=True) if one != other]
    ranks = _doubled_ranks([abs(each) for each in differences])
    plus = sum(rank for each, rank in zip(differences, ranks, strict=True) if each > 0)
    minus = sum(ranks) - plus
    exact = _exact(ranks, max(plus, minus)) if len(ranks) <= EXACT_UP_TO else None
    return SignedRank(len(ranks), plus / 2, minus / 2, _normal(ranks, abs(plus - minus)), exact)


def _doubled_ranks(sizes: Sequence[float]) -> list[int]:
    """Return twice the rank of each size, which is a whole number: equal sizes share the average of their ranks."""
    counts = Counter(sizes)
    doubled: dict[float, int] = {}
    below = 0
    for size in sorted(counts):
        doubled[size] = 2 * below + counts[size] + 1
        below += counts[size]
    return [doubled[size] for size in sizes]


def _normal(ranks: Sequence[int], distance: int) -> float:
    """Return the two-sided p-value, without a correction for continuity.

    `distance` is the difference of the two doubled rank sums.  Its variance is the sum of the squares of the doubled
    ranks, which accounts for ties.
    """
    variance = sum(rank * rank for rank in ranks)
    return erfc(distance / sqrt(2 * variance)) if variance else 1.0


def _exact(ranks: Sequence[int], greater: int) -> float:
    """Return the share of all choices of signs whose greater rank sum is at least `greater`."""
    ways = {0: 1}
    for rank in ranks:
        more = Counter(ways)
        for total, count in ways.items():
            more[total + rank] += count
        ways = dict(more)
    tail = sum(count for total, count in ways.items() if total >= greater)
    return min(1.0, 2 * tail / (1 << len(ranks)))
