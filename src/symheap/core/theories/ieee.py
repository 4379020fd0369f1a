"""IEEE 754 arithmetic on bits: the meaning of the floating-point operators on plain values.

A concrete number is given by its bits, as a signed integer of 32 or 64 bits. Rounding is to nearest, ties to even.
Every computed NaN is the canonical one.

Single precision is computed in double precision and rounded once more. For sums, products, quotients and roots this is
exact, subnormal results included: a result of 53 bits is never mistaken for the midpoint between two numbers of 24 or
fewer bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from struct import Struct
from typing import Final

NAN32: Final = 0x7FC00000
NAN64: Final = 0x7FF8000000000000
_INFINITY32: Final = 0x7F800000
_NEGATIVE_INFINITY32: Final = 0x7F800000 - (1 << 31)

_pack_int, _unpack_int = Struct("<i").pack, Struct("<i").unpack
_pack_long, _unpack_long = Struct("<q").pack, Struct("<q").unpack
_pack_float, _unpack_float = Struct("<f").pack, Struct("<f").unpack
_pack_double, _unpack_double = Struct("<d").pack, Struct("<d").unpack


def single(bits: int) -> float:
    """Return the number with these 32 bits."""
    number: float = _unpack_float(_pack_int(bits))[0]
    return number


def double(bits: int) -> float:
    """Return the number with these 64 bits."""
    number: float = _unpack_double(_pack_long(bits))[0]
    return number


def single_bits(number: float) -> int:
    """Return the bits of `number`, rounded to single precision."""
    if number != number:
        return NAN32
    try:
        bits: int = _unpack_int(_pack_float(number))[0]
    except OverflowError:
        return _INFINITY32 if number > 0 else _NEGATIVE_INFINITY32
    return bits


def double_bits(number: float) -> int:
    if number != number:
        return NAN64
    bits: int = _unpack_long(_pack_double(number))[0]
    return bits


def reader(width: int) -> Callable[[int], float]:
    return single if width == 32 else double


def writer(width: int) -> Callable[[float], int]:
    return single_bits if width == 32 else double_bits


def nan(width: int) -> int:
    return NAN32 if width == 32 else NAN64


def is_nan_bits(bits: int, width: int) -> bool:
    return bits & ((1 << (width - 1)) - 1) > (_INFINITY32 if width == 32 else 0x7FF << 52)


def negated(bits: int, width: int) -> int:
    """Return the bits of the number with the other sign."""
    sign = 1 << (width - 1)
    return bits + sign if bits < 0 else bits - sign


def neighbour(bits: int, width: int, *, up: bool) -> int:
    """Return the next number above or below, infinities included. NaN stays as it is."""
    number = reader(width)(bits)
    if number != number or number == (math.inf if up else -math.inf):
        return bits
    if number == 0:
        return 1 if up else negated(1, width)
    return bits + 1 if (bits >= 0) is up else bits - 1


# Functions on numbers that are total here and partial in Python -------------------------------------------------------


def divide(a: float, b: float) -> float:
    if b:
        return a / b
    if not a or a != a or b != b:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def remainder(a: float, b: float) -> float:
    """C's ``fmod`` and Java's ``%``: the result has the sign of the dividend."""
    if not b or math.isinf(a):
        return math.nan
    return math.fmod(a, b)


def square_root(a: float) -> float:
    return math.nan if a < 0 else math.sqrt(a)


def round_integral(a: float, mode: str) -> float:
    """Round to an integral number: down (RTN), up (RTP) or to nearest, ties to even (RNE)."""
    if not math.isfinite(a):
        return a
    rounded = math.floor(a) if mode == "RTN" else math.ceil(a) if mode == "RTP" else round(a)
    return math.copysign(float(rounded), a)


def truncate(a: float, width: int) -> int:
    """Round `a` towards zero to an integer of `width` bits, saturating at the limits; NaN becomes 0."""
    if a != a:
        return 0
    limit = 1 << (width - 1)
    if a >= limit:
        return limit - 1
    return int(a) if a > -limit else -limit


def integer_to_single(value: int) -> int:
    """Convert an integer to single precision with a single rounding.

    An integer that a double cannot hold is first shortened to an odd number, which stays on the same side of every
    midpoint.
    """
    if -(1 << 53) <= value <= 1 << 53:
        return single_bits(float(value))
    shortened = (value >> 11) | (value & 0x7FF != 0)
    return single_bits(shortened * 2048.0)


def integer_to_double(value: int) -> int:
    return double_bits(float(value))
