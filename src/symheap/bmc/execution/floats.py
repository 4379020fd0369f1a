"""Floating-point operators on bits that are terms.  An operation without a term is refused by name.

Law: as `symheap.memory.floating`, except that NaN always has its canonical bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.core.terms import BV64, Value, and_, ite
from symheap.core.theories import floats, ieee
from symheap.core.theories.bitvectors import extend, extract
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
    """Return a comparison as a boolean."""
    width = _width(size)
    return _ORDER[operator](width, floats.from_bits(a, width), floats.from_bits(b, width))


def float_arithmetic(operator: Operator, size: int, a: Value, b: Value) -> Value:
    width = _width(size)
    return floats.to_bits(_ARITHMETIC[operator](width, floats.from_bits(a, width), floats.from_bits(b, width)), width)


def float_conversion(conversion: Conversion, size: int, to: int, value: Value) -> Value:
    """Return the converted bits."""
    match conversion:
        case Conversion.SIGNED_TO_FLOAT:
            return floats.to_bits(floats.from_int(value, 8 * size, _width(to)), _width(to))
        case Conversion.UNSIGNED_TO_FLOAT:
            return _from_unsigned(size, to, value)
        case Conversion.FLOAT_TO_SIGNED | Conversion.FLOAT_TO_UNSIGNED:
            return _to_integer(conversion, size, to, value)
        case _:
            number = floats.from_bits(value, _width(size))
            return floats.to_bits(floats.convert(number, _width(size), _width(to)), _width(to))


def _from_unsigned(size: int, to: int, value: Value) -> Value:
    if size >= 8:
        raise Refusal("an unsigned number of 8 bytes as a floating-point number")
    wide = extend(value, 8 * size, 64, signed=False)
    return floats.to_bits(floats.from_int(wide, 64, _width(to)), _width(to))


def _to_integer(conversion: Conversion, size: int, to: int, value: Value) -> Value:
    """Convert towards zero; a number that does not fit the register of the conversion becomes its least integer."""
    signed = conversion is Conversion.FLOAT_TO_SIGNED
    if to == 8 and not signed:
        raise Refusal("a floating-point number as an unsigned number of 8 bytes")
    bits = 64 if to == 8 or (to == 4 and not signed) else 32
    width = _width(size)
    number = floats.from_bits(value, width)
    least = -(1 << (bits - 1))
    low, high = (ieee.writer(width)(float(bound)) for bound in (least, -least))
    fits = and_(floats.le(width, low, number), floats.lt(width, number, high))
    chosen = ite(fits, floats.to_int(number, width, 64), least, BV64)
    return extract(chosen, 8 * to - 1, 0) if to < 8 else chosen


def _width(size: int) -> int:
    if size not in (4, 8):
        raise Refusal(f"arithmetic of floating-point numbers of {size} bytes")
    return 8 * size
