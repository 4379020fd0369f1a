"""The digits of integers, as terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BV32, BV64, Term, Value, symbol
from symheap.engine.instructions.digits import digits

EDGES = [0, 9, 10, -9, -10, 99, 100, 2**31 - 1, -(2**31), 10**9, -(10**9)]
LONG_EDGES = [*EDGES, 2**63 - 1, -(2**63), 10**18, -(10**18), 10**18 - 1]


def shown(number: int, width: int) -> str:
    """Return the text of a number that is the value of a symbol."""
    x = symbol(Origin.root("x"), BV32 if width == 32 else BV64)
    model = Model({x: number}, {})

    def plain(value: Value) -> int:
        return int(model.evaluate(value)) if isinstance(value, Term) else int(value)

    characters, length = digits(x, width)
    return "".join(chr(plain(c)) for c in characters[len(characters) - plain(length) :])


@pytest.mark.parametrize("number", EDGES)
def test_edges_of_an_int(number: int) -> None:
    assert shown(number, 32) == str(number)


@pytest.mark.parametrize("number", LONG_EDGES)
def test_edges_of_a_long(number: int) -> None:
    assert shown(number, 64) == str(number)


@given(st.integers(-(2**31), 2**31 - 1))
def test_any_int(number: int) -> None:
    assert shown(number, 32) == str(number)


@given(st.integers(-(2**63), 2**63 - 1))
def test_any_long(number: int) -> None:
    assert shown(number, 64) == str(number)
