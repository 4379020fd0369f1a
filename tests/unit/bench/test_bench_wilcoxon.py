"""The signed-rank test: published critical values, all signs counted one by one, and its symmetries."""

from __future__ import annotations

from itertools import product
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symheap.bench.wilcoxon import EXACT_UP_TO, signed_rank

NUMBERS = st.lists(st.integers(-6, 6), min_size=1, max_size=9)


@pytest.mark.parametrize(
    ("pairs", "critical"), [(6, 0), (7, 2), (8, 3), (9, 5), (10, 8), (15, 25), (20, 52), (25, 89), (30, 137)]
)
def test_critical_values_of_the_published_tables(pairs: int, critical: int) -> None:
    """Two-sided, at five in a hundred: the greatest sum of ranks that is significant, and the next, which is not."""

    def p_value(smaller: int) -> float:
        chosen = _signs(pairs, smaller)
        result = signed_rank([sign * rank for rank, sign in enumerate(chosen, 1)], [0.0] * pairs)
        assert result.minus == smaller
        assert result.exact is not None
        return result.exact

    assert p_value(critical) <= 0.05 < p_value(critical + 1)


def _signs(pairs: int, negative: int) -> list[int]:
    """Return signs of the ranks 1 to `pairs` whose negative ranks have the given sum."""
    signs = []
    for rank in range(pairs, 0, -1):
        signs.append(-1 if rank <= negative else 1)
        negative -= rank if signs[-1] < 0 else 0
    return signs[::-1]


@given(NUMBERS)
def test_the_exact_value_counts_all_signs(differences: list[int]) -> None:
    result = signed_rank(differences, [0] * len(differences))
    sizes = [abs(each) for each in differences if each]
    ranks = [sum(other < each for other in sizes) + (sizes.count(each) + 1) / 2 for each in sizes]
    sums = [
        sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign)
        for signs in product((0, 1), repeat=len(ranks))
    ]
    extreme = max(result.plus, result.minus)
    tail = sum(max(each, sum(ranks) - each) >= extreme for each in sums) / len(sums)
    assert result.exact is not None
    assert isclose(result.exact, tail)


@given(NUMBERS)
def test_exchanging_the_samples_exchanges_the_sums(differences: list[int]) -> None:
    one, other = (signed_rank(differences, [0] * len(differences)), signed_rank([0] * len(differences), differences))
    assert (one.plus, one.minus, one.normal, one.exact) == (other.minus, other.plus, other.normal, other.exact)
    assert one.plus + one.minus == one.pairs * (one.pairs + 1) / 2


def test_equal_pairs_are_left_out() -> None:
    assert signed_rank([1, 5, 2, 9], [1, 3, 2, 4]) == signed_rank([5, 9], [3, 4])
    assert signed_rank([1, 2], [1, 2]).normal == 1.0


def test_the_approximation_is_near_the_exact_value_for_many_pairs() -> None:
    result = signed_rank([-each if each % 3 == 0 else each for each in range(1, 101)], [0] * 100)
    assert result.exact is not None
    assert isclose(result.normal, result.exact, rel_tol=0.1)


def test_too_many_pairs_have_no_exact_value() -> None:
    many = signed_rank(range(1, EXACT_UP_TO + 2), [0] * (EXACT_UP_TO + 1))
    assert many.exact is None
    assert many.normal < 1e-6
