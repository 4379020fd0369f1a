"""Floating-point operators on bits that are terms.  What no term can say is refused by name.

Law: as `symheap.memory.floating`, except that of a number that is none (NaN) only the canonical bits are seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.core import floats, ieee
from symheap.core.bitvectors import extend, extract
from symheap.core.terms import Term, Value, and_, not_
from symheap.memory.expressions import Conversion, Operator
from symheap.memory.outcome import Refusal

Arithmetic = Callable[[int, Value, Value], Value]

_ARITHMETIC: Final[dict[Operator, Arithmetic]] = {
    Operator.FADD: floats.add,
    Operator.FSUB: floats.sub,
    Operator.FMUL: floats.mul,
    Operator.FDIV: floats.div,
}
_ORDER: Final[dict[Operator, Arithmetic]] = {
    Operator.FEQ: floats.fpeq,
    Operator.FLT: floats.lt,
    Operator.FLE: floats.le,
}


def float_order(operator: Operator, size: int, a: Value, b: Value) -> Value:
    """A comparison, as a boolean."""
    width = _width(size)
    return _ORDER[operator](width, floats.from_bits(a, width), floats.from_bits(b, width))


def float_arithmetic(operator: Operator, size: int, a: Value, b: Value) -> Value:
    width = _width(size)
    return floats.to_bits(_ARITHMETIC[operator](width, floats.from_bits(a, width), floats.from_bits(b, width)), width)


def float_conversion(conversion: Conversion, size: int, to: int, value: Value) -> tuple[Value, Value]:
    """The converted bits, and the condition under which the conversion has a meaning."""
    match conversion:
        case Conversion.SIGNED_TO_FLOAT:
            return floats.to_bits(floats.from_int(value, 8 * size, _width(to)), _width(to)), True
        case Conversion.UNSIGNED_TO_FLOAT:
            return _from_unsigned(size, to, value), True
        case Conversion.FLOAT_TO_SIGNED | Conversion.FLOAT_TO_UNSIGNED:
            return _to_integer(conversion, size, to, value)
        case _:
            number = floats.from_bits(value, _width(size))
            return floats.to_bits(floats.convert(number, _width(size), _width(to)), _width(to)), True


def _from_unsigned(size: int, to: int, value: Value) -> Value:
    if size >= 8:
        raise Refusal("an unsigned number of 8 bytes as a floating-point number")
    wide = extend(value, 8 * size, 64, signed=False)
    return floats.to_bits(floats.from_int(wide, 64, _width(to)), _width(to))


def _to_integer(conversion: Conversion, size: int, to: int, value: Value) -> tuple[Value, Value]:
    """Towards zero; a number that does not fit has no meaning."""
    signed = conversion is Conversion.FLOAT_TO_SIGNED
    if to > 4 and not (signed and to == 8):
        raise Refusal("a floating-point number as an unsigned number of 8 bytes")
    width = _width(size)
    number = floats.from_bits(value, width)
    least, most = (-(1 << (8 * to - 1)), (1 << (8 * to - 1)) - 1) if signed else (0, (1 << 8 * to) - 1)
    wide = floats.to_int(number, width, 64)
    low, high = (ieee.writer(width)(float(bound)) for bound in (least, most + 1))
    below = floats.lt(width, number, low) if least and to == 8 else floats.le(width, number, _minus_one(width, low))
    fits = and_(not_(floats.is_nan(width, number)), not_(below), floats.lt(width, number, high))
    return (extract(wide, 8 * to - 1, 0) if isinstance(wide, Term) or to < 8 else wide), fits


def _minus_one(width: int, bits: int) -> int:
    return ieee.writer(width)(ieee.reader(width)(bits) - 1.0)


def _width(size: int) -> int:
    if size not in (4, 8):
        raise Refusal(f"arithmetic of floating-point numbers of {size} bytes")
    return 8 * size
