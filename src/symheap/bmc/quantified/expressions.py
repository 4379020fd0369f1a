"""Expressions at a time as terms of SMT-LIB, and the conditions for their meaning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from symheap.bmc.quantified.flat import TooMuch
from symheap.bmc.quantified.names import Names
from symheap.memory.expressions import (
    DIVISIONS,
    INTEGER_COMPARISONS,
    SHIFTS,
    Binary,
    Conversion,
    Convert,
    Expression,
    Number,
    Operator,
    Register,
)

_WORDS: Final = {
    Operator.ADD: "bvadd",
    Operator.SUB: "bvsub",
    Operator.MUL: "bvmul",
    Operator.SDIV: "bvsdiv",
    Operator.UDIV: "bvudiv",
    Operator.SREM: "bvsrem",
    Operator.UREM: "bvurem",
    Operator.AND: "bvand",
    Operator.OR: "bvor",
    Operator.XOR: "bvxor",
    Operator.SHL: "bvshl",
    Operator.LSHR: "bvlshr",
    Operator.ASHR: "bvashr",
    Operator.EQ: "=",
    Operator.SLT: "bvslt",
    Operator.SLE: "bvsle",
    Operator.ULT: "bvult",
    Operator.ULE: "bvule",
    Operator.NE: "distinct",
}


def value_of(names: Names, expression: Expression) -> str:
    match expression:
        case Number(value=value, size=size):
            return f"(_ bv{value & ((1 << (8 * size)) - 1)} {8 * size})"
        case Register():
            return names.now(expression.name)
        case Convert(conversion=Conversion.TRUNCATE, operand=operand, size=size):
            return f"((_ extract {8 * size - 1} 0) {value_of(names, operand)})"
        case Convert(conversion=Conversion.SIGN_EXTEND | Conversion.ZERO_EXTEND as how, operand=operand, size=size):
            word = "sign_extend" if how is Conversion.SIGN_EXTEND else "zero_extend"
            return f"((_ {word} {8 * (size - operand.size)}) {value_of(names, operand)})"
        case Binary(operator=operator) if operator in _WORDS:
            return _binary(names, expression)
    raise TooMuch("floating-point numbers")


def _binary(names: Names, expression: Binary) -> str:
    left, right = expression.left, expression.right
    shown = [value_of(names, left), value_of(names, right)]
    if expression.operator in SHIFTS and right.size != left.size:
        more = 8 * (left.size - right.size)
        shown[1] = (
            f"((_ zero_extend {more}) {shown[1]})" if more > 0 else f"((_ extract {8 * left.size - 1} 0) {shown[1]})"
        )
    text = f"({_WORDS[expression.operator]} {' '.join(shown)})"
    return f"(ite {text} (_ bv1 32) (_ bv0 32))" if expression.operator in INTEGER_COMPARISONS else text


def truth_of(names: Names, condition: Expression) -> str:
    nonzero = f"(distinct {value_of(names, condition)} (_ bv0 {8 * condition.size}))"
    needed = [*meaning_of(names, condition)]
    if needed:
        raise TooMuch("divisions in conditions")
    return nonzero


def meaning_of(names: Names, expression: Expression) -> Iterator[str]:
    if isinstance(expression, Convert):
        yield from meaning_of(names, expression.operand)
    elif isinstance(expression, Binary):
        yield from meaning_of(names, expression.left)
        yield from meaning_of(names, expression.right)
        right = expression.right
        if expression.operator in DIVISIONS:
            yield f"(distinct {value_of(names, right)} (_ bv0 {8 * right.size}))"
        if expression.operator in SHIFTS:
            yield f"(bvult {value_of(names, right)} (_ bv{8 * expression.left.size} {8 * right.size}))"
