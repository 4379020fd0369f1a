"""Floating-point constants as bit patterns."""

from __future__ import annotations

import math
import struct

from symheap.lang.c.front.types import Floating
from symheap.lang.c.lower.fold import number, unsigned
from symheap.memory.expressions import Expression, Number


def encode(value: float, ctype: Floating) -> Number:
    """Return the number nearest to `value`."""
    if ctype.size == 4:
        return number(struct.unpack("<I", struct.pack("<f", _narrow(value)))[0], 4)
    if ctype.size == 8:
        return number(struct.unpack("<Q", struct.pack("<d", float(value)))[0], 8)
    return number(_extended(float(value)), ctype.size)


def float_constant(expression: Expression, ctype: Floating) -> float | None:
    """Return the float that a constant denotes, or None if Python's floats cannot represent its format."""
    if not isinstance(expression, Number):
        return None
    bits = unsigned(expression)
    if ctype.size == 4:
        return float(struct.unpack("<f", struct.pack("<I", bits))[0])
    if ctype.size == 8:
        return float(struct.unpack("<d", struct.pack("<Q", bits))[0])
    return None


def parse_float(text: str) -> float:
    """Parse a floating constant, with or without its suffix."""
    text = text.replace("'", "").rstrip("fFlL") if not text.lower().startswith("0x") else text.rstrip("lL")
    return (
        float.fromhex(text.rstrip("fF") if "p" in text.lower() else text) if text[:2] in {"0x", "0X"} else float(text)
    )


def _narrow(value: float) -> float:
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]  # type: ignore[no-any-return]
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _extended(value: float) -> int:
    """Return the 80 bits of the x87 format."""
    sign = int(math.copysign(1, value) < 0) << 79
    if value == 0:
        return sign
    if math.isinf(value) or math.isnan(value):
        return sign | 0x7FFF << 64 | (1 << 63 if math.isinf(value) else 3 << 62)
    fraction, exponent = math.frexp(abs(value))
    return sign | (exponent + 16382) << 64 | int(math.ldexp(fraction, 64))
