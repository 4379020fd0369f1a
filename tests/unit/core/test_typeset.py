"""Sets of classes are sets: the algebra against Python's own."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from symheap.core.typeset import TypeSet

UNIVERSE = ("Object", "A", "B", "C", "D")
MASKS = st.integers(0, (1 << len(UNIVERSE)) - 1)
ALL = settings(max_examples=150, deadline=None, derandomize=True)


def types(mask: int) -> TypeSet:
    return TypeSet(mask, UNIVERSE, f"T{mask}")


def members(found: TypeSet) -> set[str]:
    return set(found.names())


@ALL
@given(MASKS, MASKS)
def test_intersection_and_difference(a: int, b: int) -> None:
    s, t = types(a), types(b)
    assert members(s & t) == members(s) & members(t)
    assert members(s - t) == members(s) - members(t)
    assert (s & t) == (t & s)
    assert not (s & t) & (s - t)


@ALL
@given(MASKS, MASKS)
def test_equality_is_of_the_members_and_not_of_the_text(a: int, b: int) -> None:
    assert (types(a) == TypeSet(b, UNIVERSE, "another text")) is (a == b)
    assert hash(types(a)) == hash(TypeSet(a, UNIVERSE, "another text"))
    assert types(a) != TypeSet(a, (*UNIVERSE, "E"), f"T{a}")


@ALL
@given(MASKS)
def test_membership(mask: int) -> None:
    result = types(mask)
    assert {name for name in UNIVERSE if result.contains(name)} == members(result)
    assert bool(result) is bool(members(result))
    assert result.is_everything is (members(result) == set(UNIVERSE))
    assert not result.contains("Nobody")
    if result:
        assert result.first == result.names()[0]


@ALL
@given(MASKS)
def test_intervals_are_the_members_in_maximal_runs(mask: int) -> None:
    runs = types(mask).intervals()
    assert [i for low, high in runs for i in range(low, high + 1)] == [i for i in range(5) if mask >> i & 1]
    assert all(low <= high for low, high in runs)
    assert all(following[0] > run[1] + 1 for run, following in pairwise(runs))
