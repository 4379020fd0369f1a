"""[POSE] RQ2: the p-value that is printed beside Table I follows from its numbers."""

from __future__ import annotations

from statistics import median

import pytest

from symheap.bench.studies import pose
from symheap.bench.wilcoxon import signed_rank

TABLE = pose().printed.values()


def test_the_printed_p_value_of_query_time() -> None:
    """It is the two-sided normal approximation, where two times of less than a second count as equal."""
    result = signed_rank([each.query_seconds for each in TABLE], [each.other_query_seconds for each in TABLE])
    assert result.pairs == 36
    assert result.minus > result.plus
    assert round(result.normal, 4) == 0.0014
    assert result.exact == pytest.approx(0.00093, abs=5e-6)


def test_query_time_is_more_in_nine_classes_and_the_median_less() -> None:
    """As the text says, there are classes with fewer traces and more solving time."""
    more = [each for each in TABLE if each.query_seconds > each.other_query_seconds]
    assert len(more) == 9
    assert sum(each.traces < each.other_traces for each in more) == 8
    assert median(each.query_seconds for each in TABLE) < 1 < median(each.other_query_seconds for each in TABLE)


def test_lazy_initialization_has_less_test_time_in_the_printed_number_of_classes() -> None:
    """[POSE] RQ3 prints 24."""
    assert sum(each.test_seconds > each.other_test_seconds for each in TABLE) == 24
