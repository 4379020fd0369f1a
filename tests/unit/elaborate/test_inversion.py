"""Solving an equation for one symbol: the solution, put in, gives the value."""

from __future__ import annotations

import pytest

from symheap.certify.values import difference, substituted
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.elaborate.inversion import solution
from symheap.separation.heaps.formula import variable

X, Y = variable(0, 8), variable(1, 8)
"""Two numbers of 64 bits."""


def narrow(a: Value) -> Value:
    return extract(a, 15, 0)


def wide(a: Value, *, signed: bool = True) -> Value:
    return extend(a, 16, 64, signed=signed)


@pytest.mark.parametrize("value", [0, 1, -1, 0x1234, -0x8000, 0x7FFF])
@pytest.mark.parametrize(
    "term",
    [
        X,
        narrow(X),
        bitvector(Op.BVADD, 64, X, 5),
        bitvector(Op.BVSUB, 64, 7, X),
        bitvector(Op.BVSUB, 64, X, 7),
        bitvector(Op.BVXOR, 64, X, 0x55),
        narrow(bitvector(Op.BVSUB, 64, wide(3), X)),
        narrow(bitvector(Op.BVADD, 64, wide(narrow(bitvector(Op.BVXOR, 64, X, 9))), 4)),
        narrow(bitvector(Op.BVADD, 64, wide(narrow(X), signed=False), 4)),
    ],
    ids=str,
)
def test_the_solution_gives_the_value(term: Value, value: int) -> None:
    assert isinstance(term, Term)
    solved = solution(term, value, X, {})
    assert solved is not None
    got = substituted(term, {X: solved})
    assert not isinstance(got, Term)
    assert (got - value) % (1 << term.sort.width) == 0


@pytest.mark.parametrize(
    "term", [bitvector(Op.BVADD, 64, X, bitvector(Op.BVMUL, 64, X, Y)), bitvector(Op.BVAND, 64, X, Y), Y], ids=str
)
def test_what_cannot_be_undone(term: Value) -> None:
    assert solution(term, 1, X, {Y: 2}) is None


def test_symbols_of_the_other_heap_have_the_same_names() -> None:
    term = bitvector(Op.BVADD, 64, X, Y)
    solved = solution(term, Y, X, {Y: X})
    assert solved is not None
    assert difference(substituted(term, {X: solved, Y: X}), Y, 64) == 0


def test_a_mask_is_undone_for_values_that_fit() -> None:
    term = bitvector(Op.BVAND, 64, X, 31)
    assert solution(term, 5, X, {}) == 5
