"""Conditions on the bits of a floating-point number are conditions on the number."""

from __future__ import annotations

import pytest

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import F32, F64, Op, Sort, Term, eq, symbol
from symheap.core.theories.bitvector_order import compare
from symheap.core.theories.floats import to_bits
from symheap.core.theories.ieee import NAN32, NAN64, is_nan_bits, nan
from symheap.core.walk import postorder

BITS = {
    32: (0, 1, -(1 << 31), 0x3F800000, 0x3F800000 - (1 << 31), 0x7F800000, NAN32, NAN32 + 1, -1),
    64: (0, 1, -(1 << 63), 0x3FF << 52, (0x3FF << 52) - (1 << 63), 0x7FF << 52, NAN64, NAN64 + 1, -1),
}


def numbers(sort: Sort) -> tuple[Term, Term]:
    return symbol(Origin.root("a"), sort), symbol(Origin.root("b"), sort)


def seen(bits: int, width: int) -> int:
    """Return the value of a symbol with these bits; NaN has its canonical bits."""
    return nan(width) if is_nan_bits(bits, width) else bits


@pytest.mark.parametrize("sort", [F32, F64])
def test_equal_bits(sort: Sort) -> None:
    width = sort.float_width
    a, b = numbers(sort)
    bits_a, bits_b = to_bits(a, width), to_bits(b, width)
    for x in BITS[width]:
        model = Model({a: seen(x, width), b: seen(BITS[width][3], width)}, {})
        assert model.satisfies(eq(bits_a, bits_b)) is (model[a] == model[b])
        for wanted in BITS[width]:
            assert model.satisfies(eq(bits_a, wanted)) is (model[a] == wanted)


@pytest.mark.parametrize("sort", [F32, F64])
def test_the_sign(sort: Sort) -> None:
    width = sort.float_width
    a, _ = numbers(sort)
    condition = compare(Op.BVSLT, width, to_bits(a, width), 0)
    assert isinstance(condition, Term)
    assert all(part.op is not Op.FPTOBITS for part in postorder(condition))
    for x in BITS[width]:
        model = Model({a: seen(x, width)}, {})
        assert model.satisfies(condition) is (int(model[a]) < 0)
