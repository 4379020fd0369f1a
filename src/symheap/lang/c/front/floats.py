"""Floating-point constants as bit patterns."""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import Final, NamedTuple

from symheap.lang.c.front.types import Floating
from symheap.lang.c.lower.fold import number, unsigned
from symheap.memory.expressions import Expression, Number


class _Layout(NamedTuple):
    """The bits of an exponent and of a fraction; `leading` is the bit that x87 stores in front of a fraction."""

    exponent: int
    fraction: int
    leading: int = 0

    @property
    def precision(self) -> int:
        return self.fraction if self.leading else self.fraction + 1


_LAYOUTS: Final = {4: _Layout(8, 23), 8: _Layout(11, 52)}
_MOST_EXPONENT: Final = 40_000
_EXTENDED: Final = _Layout(15, 64, 1 << 63)


def encode(value: float | Fraction, ctype: Floating) -> Number:
    """The number of a format that is nearest to `value`, rounded once; of two, the even one."""
    layout = _LAYOUTS.get(ctype.size, _EXTENDED)
    return number(_bits(value, layout), ctype.size)


def float_constant(expression: Expression, ctype: Floating) -> float | Fraction | None:
    """The number that a constant stands for, if its format has one."""
    if not isinstance(expression, Number):
        return None
    bits = unsigned(expression)
    if ctype.size == 4:
        return float(struct.unpack("<f", struct.pack("<I", bits))[0])
    if ctype.size == 8:
        return float(struct.unpack("<d", struct.pack("<Q", bits))[0])
    return _extended_constant(bits) if ctype.name == "long double" else None


def _extended_constant(bits: int) -> float | Fraction | None:
    """A finite number of the x87 format; a zero keeps its sign."""
    exponent, mantissa, sign = bits >> 64 & 0x7FFF, bits & ((1 << 64) - 1), -1 if bits >> 79 & 1 else 1
    if exponent == 0x7FFF or (exponent and not mantissa >> 63):
        return None
    if not mantissa:
        return math.copysign(0.0, sign)
    return sign * mantissa * Fraction(2) ** (max(exponent, 1) - 16383 - 63)


def parse_float(text: str) -> Fraction:
    """The exact value of a floating constant, without its suffix."""
    text = text.replace("'", "").lower()
    if text.startswith("0x"):
        digits, _, power = text[2:].rstrip("l").partition("p")
        whole, _, rest = digits.partition(".")
        shift = _limited(power.rstrip("f"), len(text)) - 4 * len(rest)
        return Fraction(int(whole + rest or "0", 16)) * Fraction(2) ** shift
    digits, _, power = text.rstrip("fl").partition("e")
    return Fraction(digits) * Fraction(10) ** _limited(power, len(text))


def _limited(exponent: str, digits: int) -> int:
    """An exponent; one beyond what any format has, for that many digits, is as good as the least or most."""
    most = _MOST_EXPONENT + 4 * digits
    return max(-most, min(most, int(exponent or "0")))


def _bits(value: float | Fraction, layout: _Layout) -> int:
    top = layout.exponent + layout.fraction
    special = ((1 << layout.exponent) - 1) << layout.fraction | layout.leading
    if isinstance(value, float) and not math.isfinite(value):
        sign = int(math.copysign(1, value) < 0) << top
        return sign | special | (1 << (layout.precision - 2) if math.isnan(value) else 0)
    sign = int(value < 0 or (isinstance(value, float) and math.copysign(1, value) < 0)) << top
    exact = abs(Fraction(value))
    if not exact:
        return sign
    bias = (1 << (layout.exponent - 1)) - 1
    exponent = max(_binary_exponent(exact), 1 - bias)
    mantissa = round(exact / Fraction(2) ** (exponent - layout.precision + 1))
    if mantissa >> layout.precision:
        mantissa, exponent = mantissa >> 1, exponent + 1
    if exponent > bias:
        return sign | special
    is_normal = bool(mantissa >> (layout.precision - 1))
    kept = mantissa if layout.leading else mantissa & ((1 << layout.fraction) - 1)
    return sign | (exponent + bias if is_normal else 0) << layout.fraction | kept


def _binary_exponent(value: Fraction) -> int:
    """The greatest `e` for which 2 to the power of `e` is not more than a positive value."""
    guess = value.numerator.bit_length() - value.denominator.bit_length()
    return guess if Fraction(2) ** guess <= value else guess - 1
