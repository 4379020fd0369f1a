"""Build expressions and simplify them: constants become numbers, addresses become a base plus a number.

Each function returns an expression with the value of the operator applied to its operands, for all values of the
registers.
"""

from __future__ import annotations

from typing import Final

from symheap.memory.expressions import (
    COMPARISONS,
    INT_SIZE,
    AddressOf,
    Binary,
    Conversion,
    Convert,
    Expression,
    Number,
    Operator,
)

_NEGATED: Final = {Operator.EQ: Operator.NE, Operator.NE: Operator.EQ}
_SWAPPED: Final = {
    Operator.SLT: Operator.SLE,
    Operator.SLE: Operator.SLT,
    Operator.ULT: Operator.ULE,
    Operator.ULE: Operator.ULT,
}
_FLOAT: Final = frozenset(
    {
        Operator.FADD,
        Operator.FSUB,
        Operator.FMUL,
        Operator.FDIV,
        Operator.FEQ,
        Operator.FLT,
        Operator.FLE,
    }
)


def number(value: int, size: int) -> Number:
    """Return the low bits of `value`, read as two's complement."""
    bits = 8 * size
    low = value & ((1 << bits) - 1)
    return Number(low - (1 << bits) if low >> (bits - 1) else low, size)


def unsigned(constant: Number) -> int:
    return constant.value & ((1 << (8 * constant.size)) - 1)


def negate(condition: Expression) -> Expression:
    """Return an expression that is 1 where `condition` is 0, and 0 elsewhere."""
    if isinstance(condition, Binary):
        if condition.operator in _NEGATED:
            return Binary(_NEGATED[condition.operator], condition.left, condition.right)
        if condition.operator in _SWAPPED:
            return Binary(_SWAPPED[condition.operator], condition.right, condition.left)
    return binary(Operator.EQ, condition, Number(0, condition.size))


def truth(value: Expression) -> Expression:
    """Return a comparison or a number that is nonzero where `value` is."""
    while isinstance(value, Convert) and value.conversion in {Conversion.SIGN_EXTEND, Conversion.ZERO_EXTEND}:
        value = value.operand
    if is_comparison(value):
        return value
    if isinstance(value, Convert) and value.conversion is Conversion.TRUNCATE and is_comparison(value.operand):
        return value.operand
    if isinstance(value, Number):
        return Number(int(value.value != 0), INT_SIZE)
    return binary(Operator.NE, value, Number(0, value.size))


def is_comparison(value: Expression) -> bool:
    return isinstance(value, Binary) and value.operator in COMPARISONS


def binary(operator: Operator, left: Expression, right: Expression) -> Expression:
    if isinstance(left, Number) and isinstance(right, Number) and operator not in _FLOAT:
        folded = _constant(operator, left, right)
        if folded is not None:
            return folded
    if isinstance(right, Number):
        simpler = _by_number(operator, left, right)
        if simpler is not None:
            return simpler
    if isinstance(left, Number) and operator in {Operator.ADD, Operator.EQ, Operator.NE}:
        return binary(operator, right, left)
    if operator in {Operator.EQ, Operator.NE}:
        return _equality(operator, left, right)
    if operator is Operator.SUB:
        return _difference(left, right)
    return Binary(operator, left, right)


def _by_number(operator: Operator, left: Expression, right: Number) -> Expression | None:
    """Return a simpler expression if a right operand that is a number allows one, else None."""
    if right.value == 0 and operator in {Operator.ADD, Operator.SUB, Operator.OR, Operator.XOR}:
        return left
    if right.value == 0 and operator in {Operator.SHL, Operator.LSHR, Operator.ASHR}:
        return left
    if right.value == 1 and operator in {Operator.MUL, Operator.SDIV, Operator.UDIV}:
        return left
    if right.value == 0 and operator in {Operator.MUL, Operator.AND}:
        return Number(0, left.size)
    if operator in {Operator.ADD, Operator.SUB}:
        base, offset = split(left)
        step = right.value if operator is Operator.ADD else -right.value
        if offset:
            return plus(base, offset + step)
    if right.value == 0 and operator in {Operator.EQ, Operator.NE} and is_comparison(left):
        return left if operator is Operator.NE else _negated_comparison(left)
    return None


def _negated_comparison(condition: Expression) -> Expression | None:
    assert isinstance(condition, Binary)
    if condition.operator in _NEGATED or condition.operator in _SWAPPED:
        return negate(condition)
    return None


def split(address: Expression) -> tuple[Expression, int]:
    """Split ``base + c`` into its parts; c is 0 for any other expression."""
    if isinstance(address, Binary) and isinstance(address.right, Number):
        if address.operator is Operator.ADD:
            return address.left, address.right.value
        if address.operator is Operator.SUB:
            return address.left, -address.right.value
    return address, 0


def plus(base: Expression, offset: int) -> Expression:
    """Return ``base + offset``, merged with an offset that `base` already has."""
    inner, already = split(base)
    if isinstance(inner, Number):
        return number(inner.value + already + offset, inner.size)
    total = number(already + offset, inner.size)
    return Binary(Operator.ADD, inner, total) if total.value else inner


def _equality(operator: Operator, left: Expression, right: Expression) -> Expression:
    """Simplify an equality: equal operands are equal, and the address of an object is not null."""
    if left == right:
        return Number(int(operator is Operator.EQ), INT_SIZE)
    if isinstance(left, AddressOf) and isinstance(right, Number) and right.value == 0:
        return Number(int(operator is Operator.NE), INT_SIZE)
    return Binary(operator, left, right)


def _difference(left: Expression, right: Expression) -> Expression:
    (base, one), (other, two) = split(left), split(right)
    if base == other:
        return number(one - two, left.size)
    return Binary(Operator.SUB, left, right)


def _constant(operator: Operator, left: Number, right: Number) -> Number | None:
    """Compute a constant; None where C defines no value (division by zero, a shift too far)."""
    a, b, size = left.value, right.value, left.size
    ua, ub = unsigned(left), unsigned(right)
    bits = 8 * size
    match operator:
        case Operator.ADD:
            return number(a + b, size)
        case Operator.SUB:
            return number(a - b, size)
        case Operator.MUL:
            return number(a * b, size)
        case Operator.AND:
            return number(a & b, size)
        case Operator.OR:
            return number(a | b, size)
        case Operator.XOR:
            return number(a ^ b, size)
        case Operator.SDIV | Operator.SREM if b != 0:
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return number(quotient if operator is Operator.SDIV else a - quotient * b, size)
        case Operator.UDIV if ub != 0:
            return number(ua // ub, size)
        case Operator.UREM if ub != 0:
            return number(ua % ub, size)
        case Operator.SHL if ub < bits:
            return number(a << ub, size)
        case Operator.LSHR if ub < bits:
            return number(ua >> ub, size)
        case Operator.ASHR if ub < bits:
            return number(a >> ub, size)
        case _:
            return _compared(operator, a, b, ua, ub)


def _compared(operator: Operator, a: int, b: int, ua: int, ub: int) -> Number | None:
    results = {
        Operator.EQ: a == b,
        Operator.NE: a != b,
        Operator.SLT: a < b,
        Operator.SLE: a <= b,
        Operator.ULT: ua < ub,
        Operator.ULE: ua <= ub,
    }
    return Number(int(results[operator]), INT_SIZE) if operator in results else None


def convert(conversion: Conversion, operand: Expression, size: int) -> Expression:
    if isinstance(operand, Number):
        if conversion is Conversion.ZERO_EXTEND:
            return number(unsigned(operand), size)
        if conversion in {Conversion.SIGN_EXTEND, Conversion.TRUNCATE}:
            return number(operand.value, size)
    if conversion in {Conversion.SIGN_EXTEND, Conversion.ZERO_EXTEND, Conversion.TRUNCATE} and operand.size == size:
        return operand
    if conversion is Conversion.TRUNCATE and isinstance(operand, Convert) and operand.operand.size == size:
        extended = operand.conversion in {Conversion.SIGN_EXTEND, Conversion.ZERO_EXTEND}
        return operand.operand if extended else Convert(conversion, operand, size)
    return Convert(conversion, operand, size)
