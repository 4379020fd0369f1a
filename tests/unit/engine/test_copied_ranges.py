"""Conditions that a copied range lies within an array are right for every count and size."""

from __future__ import annotations

from itertools import product

import pytest

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BV32, Op, Value, ite, not_, symbol
from symheap.core.theories.bitvectors import bitvector
from symheap.engine.instructions.copying import _at_most, _in_range

START, COUNT, SIZE, OTHER = (symbol(Origin.root(name), BV32) for name in ("start", "count", "size", "other"))
LARGEST = (1 << 31) - 1
STARTS = (-LARGEST - 1, -1, 0, 1, 2, LARGEST)
LENGTHS = (0, 1, 2, 3, LARGEST - 1, LARGEST)


def lesser(a: Value, b: Value) -> Value:
    return ite(bitvector(Op.BVSLT, 32, a, b), a, b, BV32)


def lesser_or_equal_first(a: Value, b: Value) -> Value:
    return ite(not_(bitvector(Op.BVSLT, 32, b, a)), a, b, BV32)


@pytest.mark.parametrize("start", STARTS)
def test_a_range_is_inside_if_its_ends_are(start: int) -> None:
    for count, size in product(LENGTHS, LENGTHS):
        model = Model({START: start, COUNT: count, SIZE: size}, {})
        inside = start >= 0 and start + count <= size
        assert model.satisfies(_in_range(START, COUNT, SIZE)) is inside
        assert model.satisfies(_in_range(start, COUNT, SIZE)) is inside
        assert model.satisfies(_in_range(start, count, SIZE)) is inside


@pytest.mark.parametrize("least", [lesser, lesser_or_equal_first])
def test_the_lesser_of_two_numbers_is_at_most_both(least: object) -> None:
    assert callable(least)
    for count in (least(SIZE, OTHER), least(OTHER, SIZE)):
        assert _at_most(count, SIZE) is True
        assert _at_most(count, OTHER) is True
        assert _at_most(count, START) is not True


def test_the_greater_of_two_numbers_need_not_be() -> None:
    greater = ite(bitvector(Op.BVSLT, 32, SIZE, OTHER), OTHER, SIZE, BV32)
    assert not Model({SIZE: 1, OTHER: 2}, {}).satisfies(_at_most(greater, SIZE))
