"""Turn terms into expressions of the memory IR, the inverse of `symheap.separation.execution.evaluate`.

Law: under values for its symbols, a term and the expression it becomes, over registers with these values, are equal. A
boolean is a number of `INT_SIZE` bytes, 0 or 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from symheap.core.terms import BOOL, Op, Term, Value
from symheap.memory.expressions import (
    INT_SIZE,
    Binary,
    Conversion,
    Convert,
    Expression,
    Number,
    Operator,
)

Spelled = Mapping[Term, Expression]

_ARITHMETIC: Final = {
    Op.BVADD: Operator.ADD,
    Op.BVSUB: Operator.SUB,
    Op.BVMUL: Operator.MUL,
    Op.BVSDIV: Operator.SDIV,
    Op.BVSREM: Operator.SREM,
    Op.BVAND: Operator.AND,
    Op.BVOR: Operator.OR,
    Op.BVXOR: Operator.XOR,
    Op.BVSHL: Operator.SHL,
    Op.BVLSHR: Operator.LSHR,
    Op.BVASHR: Operator.ASHR,
    Op.BVSLT: Operator.SLT,
    Op.BVULT: Operator.ULT,
}
_CONNECTIVES: Final = {Op.AND: Operator.AND, Op.OR: Operator.OR}


class Unspeakable(Exception):
    """A term has no expression in the memory IR."""


def spelled(value: Value, symbols: Spelled, size: int) -> Expression:
    """Return the expression of `size` bytes for a value over `symbols`."""
    if not isinstance(value, Term):
        return Number(int(value), size)
    if value in symbols:
        return symbols[value]
    if value.op in _ARITHMETIC:
        return _binary(_ARITHMETIC[value.op], value.args, symbols)
    if value.op in _CONNECTIVES:
        parts = [spelled(part, symbols, INT_SIZE) for part in value.args]
        whole = parts[0]
        for part in parts[1:]:
            whole = Binary(_CONNECTIVES[value.op], whole, part)
        return whole
    match value.op:
        case Op.EQ:
            return _equation(value, symbols)
        case Op.NOT:
            return Binary(Operator.EQ, spelled(value.args[0], symbols, INT_SIZE), Number(0, INT_SIZE))
        case Op.ITE:
            return _choice(value, symbols, size)
        case Op.SIGNEXT | Op.ZEROEXT:
            return _extended(value, symbols)
        case Op.EXTRACT:
            return _extracted(value, symbols)
        case _:
            raise Unspeakable(f"{value.op.value} has no expression")


def _width(values: tuple[Value, ...]) -> int:
    """Return the size in bytes of operands, at least one of which is a term."""
    sorts = [value.sort for value in values if isinstance(value, Term)]
    if not sorts or (sorts[0] is not BOOL and (not sorts[0].width or sorts[0].width % 8)):
        raise Unspeakable("an operand that is no whole number of bytes")
    return INT_SIZE if sorts[0] is BOOL else sorts[0].width // 8


def _binary(operator: Operator, operands: tuple[Value, ...], symbols: Spelled) -> Expression:
    size = _width(operands)
    left, right = (spelled(operand, symbols, size) for operand in operands)
    return Binary(operator, left, right)


def _equation(value: Term, symbols: Spelled) -> Expression:
    return _binary(Operator.EQ, value.args, symbols)


def _choice(value: Term, symbols: Spelled, size: int) -> Expression:
    """Return ``condition * then + !condition * other``, since the IR has no conditional."""
    condition, then, other = value.args
    size = value.sort.width // 8 if value.sort.width else size
    holds = spelled(condition, symbols, INT_SIZE)
    fails = Binary(Operator.EQ, holds, Number(0, INT_SIZE))
    return Binary(
        Operator.ADD,
        Binary(Operator.MUL, _resized(holds, size), spelled(then, symbols, size)),
        Binary(Operator.MUL, _resized(fails, size), spelled(other, symbols, size)),
    )


def _resized(expression: Expression, size: int) -> Expression:
    if expression.size == size:
        return expression
    how = Conversion.ZERO_EXTEND if size > expression.size else Conversion.TRUNCATE
    return Convert(how, expression, size)


def _extended(value: Term, symbols: Spelled) -> Expression:
    (operand,) = (arg for arg in value.args if isinstance(arg, Term))
    inner = spelled(operand, symbols, _width((operand,)))
    how = Conversion.SIGN_EXTEND if value.op is Op.SIGNEXT else Conversion.ZERO_EXTEND
    return Convert(how, inner, value.sort.width // 8)


def _extracted(value: Term, symbols: Spelled) -> Expression:
    assert isinstance(value.payload, tuple)
    high, low = value.payload
    (operand,) = (arg for arg in value.args if isinstance(arg, Term))
    if (high + 1 - low) % 8:
        raise Unspeakable("a part that is no whole number of bytes")
    inner = spelled(operand, symbols, _width((operand,)))
    if low:
        inner = Binary(Operator.LSHR, inner, Number(int(low), inner.size))
    return _resized(inner, value.sort.width // 8)
