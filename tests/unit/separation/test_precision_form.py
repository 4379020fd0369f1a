"""Precisions as plain data survive writing and reading."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from symheap.separation.abstraction.precision import (
    COARSE,
    FINE,
    Feature,
    Keep,
    LinkLayout,
    Precision,
    precision_form,
    precision_of,
)

numbers = st.integers(0, 1 << 40)
layouts = st.builds(LinkLayout, numbers, numbers, st.integers(-64, 64))
features = st.builds(Feature, layouts, st.lists(numbers, max_size=3).map(tuple), st.sampled_from(Keep))
precisions = st.builds(
    Precision, st.none() | st.frozensets(features, max_size=6), st.booleans(), st.integers(0, 9), st.integers(0, 9)
)


@given(precisions)
def test_what_is_written_is_read_again(precision: Precision) -> None:
    assert precision_of(json.loads(json.dumps(precision_form(precision)))) == precision


@given(precisions, precisions)
def test_different_precisions_have_different_forms(one: Precision, other: Precision) -> None:
    assert (precision_form(one) == precision_form(other)) == (one == other)


def test_all_features_are_not_none_of_them() -> None:
    assert precision_form(FINE)["features"] is None
    assert precision_form(COARSE)["features"] == []
