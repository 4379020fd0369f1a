"""Floating-point operators on bits."""

from __future__ import annotations

import math
import random
import struct

import pytest

from symheap.memory.expressions import Conversion, Operator
from symheap.memory.floating import decoded, encoded, float_conversion, float_operation
from symheap.memory.outcome import Refusal


@pytest.mark.parametrize("size", [4, 8])
def test_bits_and_numbers_are_inverse(size: int) -> None:
    source = random.Random(size)
    for _ in range(500):
        bits = source.getrandbits(8 * size)
        value = decoded(bits, size)
        assert math.isnan(value) or encoded(value, size) == bits


def test_what_is_too_large_is_infinite() -> None:
    largest = struct.unpack("<f", bytes.fromhex("ffff7f7f"))[0]
    assert decoded(encoded(largest, 4), 4) == largest
    assert decoded(encoded(1e39, 4), 4) == math.inf
    assert decoded(encoded(-(2.0**128 - 2.0**103), 4), 4) == -math.inf
    assert decoded(encoded(math.nextafter(2.0**128 - 2.0**103, 0), 4), 4) == largest


@pytest.mark.parametrize(
    ("operator", "a", "b", "expected"),
    [
        (Operator.FADD, 0.1, 0.2, 0.30000000000000004),
        (Operator.FSUB, 1.0, 1.0, 0.0),
        (Operator.FMUL, 1e200, 1e200, math.inf),
        (Operator.FDIV, 1.0, 0.0, math.inf),
        (Operator.FDIV, 1.0, -0.0, -math.inf),
        (Operator.FDIV, -6.0, 4.0, -1.5),
    ],
)
def test_arithmetic(operator: Operator, a: float, b: float, expected: float) -> None:
    assert decoded(float_operation(operator, 8)(encoded(a, 8), encoded(b, 8)), 8) == expected


def test_no_number_compares_with_what_is_none() -> None:
    none = float_operation(Operator.FDIV, 8)(0, 0)
    assert math.isnan(decoded(none, 8))
    assert [float_operation(each, 8)(none, none) for each in (Operator.FEQ, Operator.FLT, Operator.FLE)] == [0, 0, 0]
    zeros = encoded(0.0, 8), encoded(-0.0, 8)
    assert [float_operation(each, 8)(*zeros) for each in (Operator.FEQ, Operator.FLT, Operator.FLE)] == [1, 0, 1]


def test_an_integer_is_rounded_once() -> None:
    """As a double it would be just between two floats, and be rounded to the wrong one."""
    convert = float_conversion(Conversion.UNSIGNED_TO_FLOAT, 8, 4)
    assert decoded(convert(2**53 + 2**29 + 1), 4) == 2**53 + 2**30
    assert decoded(convert(2**53 + 2**29), 4) == 2**53
    signed = float_conversion(Conversion.SIGNED_TO_FLOAT, 8, 4)
    assert decoded(signed(-(2**53 + 2**29 + 1) & (2**64 - 1)), 4) == -(2**53 + 2**30)


def test_integers_are_cut_towards_zero() -> None:
    signed = float_conversion(Conversion.FLOAT_TO_SIGNED, 8, 4)
    assert signed(encoded(-2.9, 8)) == 2**32 - 2
    assert signed(encoded(2.0**31 - 0.5, 8)) == 2**31 - 1
    unsigned = float_conversion(Conversion.FLOAT_TO_UNSIGNED, 8, 4)
    assert unsigned(encoded(-0.9, 8)) == 0
    for value in (2.0**31, -(2.0**31) - 1, math.nan, math.inf):
        assert signed(encoded(value, 8)) == 2**31
    assert unsigned(encoded(-1.0, 8)) == 2**32 - 1
    assert unsigned(encoded(math.inf, 8)) == 0
    assert float_conversion(Conversion.FLOAT_TO_UNSIGNED, 8, 8)(encoded(2.0**63, 8)) == 2**63


def test_other_sizes_are_refused() -> None:
    with pytest.raises(Refusal):
        float_operation(Operator.FADD, 16)(0, 0)
    with pytest.raises(Refusal):
        float_conversion(Conversion.FLOAT_TO_FLOAT, 8, 16)(0)
