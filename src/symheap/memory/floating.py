"""The meaning of floating-point operators on bits: IEEE 754 of four and eight bytes, rounding to nearest.

Other sizes (``long double``) are refused.  C does not define the conversion of a number that does not fit an integer;
here it gives the result of the instructions that gcc uses on x86-64.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Final

from symheap.core.terms import wrap
from symheap.memory.arithmetic import Operation
from symheap.memory.expressions import Conversion, Operator
from symheap.memory.outcome import Refusal

_FORMAT: Final = {4: "<f", 8: "<d"}
_OVERFLOW: Final = {4: 2.0**128 - 2.0**103, 8: math.inf}
"""Least numbers that round to infinity."""


def decoded(bits: int, size: int) -> float:
    value: float = struct.unpack(_format(size), bits.to_bytes(size, "little"))[0]
    return value


def encoded(value: float, size: int) -> int:
    layout = _format(size)
    if abs(value) >= _OVERFLOW[size]:
        value = math.copysign(math.inf, value)
    return int.from_bytes(struct.pack(layout, value), "little")


def _format(size: int) -> str:
    if size not in _FORMAT:
        raise Refusal(f"arithmetic of floating-point numbers of {size} bytes")
    return _FORMAT[size]


def _divided(a: float, b: float) -> float:
    if b != 0:
        return a / b
    if a == 0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


_ARITHMETIC: Final[dict[Operator, Callable[[float, float], float]]] = {
    Operator.FADD: lambda a, b: a + b,
    Operator.FSUB: lambda a, b: a - b,
    Operator.FMUL: lambda a, b: a * b,
    Operator.FDIV: _divided,
}
_ORDER: Final[dict[Operator, Callable[[float, float], bool]]] = {
    Operator.FEQ: lambda a, b: a == b,
    Operator.FLT: lambda a, b: a < b,
    Operator.FLE: lambda a, b: a <= b,
}
FLOATING: Final = frozenset(_ARITHMETIC) | frozenset(_ORDER)


def float_operation(operator: Operator, size: int) -> Operation:
    """Return the function of a floating-point operator.

    Computing floats as doubles rounds correctly: doubles have more than twice the digits of floats plus two.
    """
    order = _ORDER.get(operator)
    if order is not None:
        holds = order
        return lambda a, b: int(holds(decoded(a, size), decoded(b, size)))
    compute = _ARITHMETIC[operator]
    return lambda a, b: encoded(compute(decoded(a, size), decoded(b, size)), size)


def float_conversion(conversion: Conversion, size: int, to: int) -> Callable[[int], int]:
    """Return the conversion from a representation of `size` bytes to one of `to` bytes."""
    mask = (1 << 8 * to) - 1
    match conversion:
        case Conversion.SIGNED_TO_FLOAT:
            return lambda bits: _from_integer(wrap(bits, 8 * size), to)
        case Conversion.UNSIGNED_TO_FLOAT:
            return lambda bits: _from_integer(bits, to)
        case Conversion.FLOAT_TO_SIGNED:
            return lambda bits: _truncated(decoded(bits, size), max(to, 4)) & mask
        case Conversion.FLOAT_TO_UNSIGNED if to == 8:
            return lambda bits: _to_unsigned_long(decoded(bits, size))
        case Conversion.FLOAT_TO_UNSIGNED:
            return lambda bits: _truncated(decoded(bits, size), 4 if to < 4 else 8) & mask
        case _:
            assert conversion is Conversion.FLOAT_TO_FLOAT
            return lambda bits: encoded(decoded(bits, size), to)


def _from_integer(value: int, size: int) -> int:
    """Convert an integer, rounding once: of the bits below a float's precision only matters whether one is set."""
    if size == 4 and (excess := abs(value).bit_length() - 53) > 0:
        kept = abs(value) >> excess
        sticky = kept | int(abs(value) != kept << excess)
        return encoded(math.copysign(math.ldexp(sticky, excess), value), size)
    return encoded(float(value), size)


def _truncated(value: float, size: int) -> int:
    """Convert as ``cvttsd2si`` does: towards zero; the least integer for numbers that do not fit and for NaN."""
    half = 1 << (8 * size - 1)
    if not math.isfinite(value) or not -half <= int(value) < half:
        return -half
    return int(value)


def _to_unsigned_long(value: float) -> int:
    """Convert to an unsigned number by a signed conversion for either half of the range."""
    half = 1 << 63
    if value >= half:
        return (_truncated(value - half, 8) ^ half) & (2 * half - 1)
    return _truncated(value, 8) & (2 * half - 1)
