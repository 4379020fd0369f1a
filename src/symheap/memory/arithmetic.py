"""The meaning of integer operators on bits, which are unsigned unless the operator reads them as signed.

Divisions by zero and shifts by the width or more have no meaning: `NoExecution`.  The least integer divided by -1 wraps
around to itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.core.terms import wrap
from symheap.memory.expressions import Operator
from symheap.memory.outcome import NoExecution

Operation = Callable[[int, int], int]


def operation(operator: Operator, size: int) -> Operation:
    """Return the function of an operator on operands of `size` bytes; the distance of a shift is a plain number."""
    return _MEANING[operator](8 * size)


def _add(width: int) -> Operation:
    mask = (1 << width) - 1
    return lambda a, b: (a + b) & mask


def _sub(width: int) -> Operation:
    mask = (1 << width) - 1
    return lambda a, b: (a - b) & mask


def _mul(width: int) -> Operation:
    mask = (1 << width) - 1
    return lambda a, b: (a * b) & mask


def _signed_division(width: int) -> Operation:
    mask = (1 << width) - 1

    def divide(a: int, b: int) -> int:
        if b == 0:
            raise NoExecution("division by zero")
        a, b = wrap(a, width), wrap(b, width)
        quotient = abs(a) // abs(b)
        return (quotient if (a < 0) == (b < 0) else -quotient) & mask

    return divide


def _signed_remainder(width: int) -> Operation:
    """Return the signed remainder, which has the sign of the dividend."""
    mask = (1 << width) - 1

    def remainder(a: int, b: int) -> int:
        if b == 0:
            raise NoExecution("division by zero")
        a, b = wrap(a, width), wrap(b, width)
        rest = abs(a) % abs(b)
        return (-rest if a < 0 else rest) & mask

    return remainder


def _unsigned_division(width: int) -> Operation:
    def divide(a: int, b: int) -> int:
        if b == 0:
            raise NoExecution("division by zero")
        return a // b

    return divide


def _unsigned_remainder(width: int) -> Operation:
    def remainder(a: int, b: int) -> int:
        if b == 0:
            raise NoExecution("division by zero")
        return a % b

    return remainder


def _shift_left(width: int) -> Operation:
    mask = (1 << width) - 1

    def shift(a: int, b: int) -> int:
        return (a << _distance(b, width)) & mask

    return shift


def _shift_right(width: int) -> Operation:
    return lambda a, b: a >> _distance(b, width)


def _signed_shift_right(width: int) -> Operation:
    mask = (1 << width) - 1

    def shift(a: int, b: int) -> int:
        return (wrap(a, width) >> _distance(b, width)) & mask

    return shift


def _distance(distance: int, width: int) -> int:
    if distance >= width:
        raise NoExecution("a shift by the width or more")
    return distance


def _signed_less(width: int) -> Operation:
    """Return the order of signed integers: flipping the sign bits turns it into that of unsigned ones."""
    sign = 1 << (width - 1)
    return lambda a, b: int((a ^ sign) < (b ^ sign))


def _signed_less_or_equal(width: int) -> Operation:
    sign = 1 << (width - 1)
    return lambda a, b: int((a ^ sign) <= (b ^ sign))


_MEANING: Final[dict[Operator, Callable[[int], Operation]]] = {
    Operator.ADD: _add,
    Operator.SUB: _sub,
    Operator.MUL: _mul,
    Operator.SDIV: _signed_division,
    Operator.UDIV: _unsigned_division,
    Operator.SREM: _signed_remainder,
    Operator.UREM: _unsigned_remainder,
    Operator.AND: lambda width: lambda a, b: a & b,
    Operator.OR: lambda width: lambda a, b: a | b,
    Operator.XOR: lambda width: lambda a, b: a ^ b,
    Operator.SHL: _shift_left,
    Operator.LSHR: _shift_right,
    Operator.ASHR: _signed_shift_right,
    Operator.EQ: lambda width: lambda a, b: int(a == b),
    Operator.NE: lambda width: lambda a, b: int(a != b),
    Operator.SLT: _signed_less,
    Operator.SLE: _signed_less_or_equal,
    Operator.ULT: lambda width: lambda a, b: int(a < b),
    Operator.ULE: lambda width: lambda a, b: int(a <= b),
}
