"""The lattice of abstractions, from bare spines up."""

from __future__ import annotations

from symheap.refinement.lattice import closed, finer, ordered
from symheap.separation.abstraction.precision import COARSE, FINE, Feature, Keep, LinkLayout, Precision

_LAYOUT = LinkLayout(16, 8)
_DATA = Feature(_LAYOUT, (0,), Keep.OBJECT)
_DEEP = Feature(_LAYOUT, (0, 8), Keep.OBJECT)
_BACK = Feature(_LAYOUT, (), Keep.BACK)
_FOUND = frozenset({_DATA, _DEEP, _BACK})


def _is_finer(one: Precision, other: Precision) -> bool:
    """Whether `one` keeps all that `other` keeps."""
    keeps = all(one.keeps(feature) for feature in _FOUND if other.keeps(feature))
    return keeps and (one.keeps_memory, one.counted, one.delay) >= (other.keeps_memory, other.counted, other.delay)


def test_candidates_are_strictly_finer() -> None:
    for precision in (COARSE, COARSE.with_features([_DATA]), FINE):
        for candidate in finer(precision, _FOUND):
            assert _is_finer(candidate.precision, precision)
            assert candidate.precision != precision


def test_chains_end() -> None:
    precision = COARSE
    for _ in range(100):
        following = next(finer(precision, _FOUND), None)
        if following is None:
            break
        precision = following.precision
    assert next(finer(precision, _FOUND), None) is None
    assert precision.keeps(_DEEP)


def test_single_features_come_before_all_of_them() -> None:
    added = [candidate.features for candidate in finer(COARSE, _FOUND)]
    assert added[:4] == [{_BACK}, {_DATA}, {_DATA, _DEEP}, _FOUND]


def test_a_feature_needs_those_on_the_way_to_it() -> None:
    assert closed(_DEEP, _FOUND) == {_DATA, _DEEP}
    assert closed(_DATA, _FOUND) == {_DATA}
    other = Feature(LinkLayout(24, 8), (0,), Keep.OBJECT)
    assert closed(_DEEP, _FOUND | {other}) == {_DATA, _DEEP}


def test_fields_of_nodes_come_first() -> None:
    assert ordered(_FOUND) == [_BACK, _DATA, _DEEP]


def test_beyond_all_patterns_there_are_counts_and_delays() -> None:
    features = [(each.precision.counted, each.precision.delay) for each in finer(FINE, _FOUND)]
    assert features == [(2, 8), (3, 3), (2, 16), (4, 3), (3, 8), (3, 16), (4, 8), (4, 16)]
    assert next(finer(FINE, _FOUND)).what == "up to 8 states that differ in numbers are kept apart"
