"""Evaluate expressions of the memory IR over a symbolic heap, implemented independently for the checker.

An inexact result is *anything*: a fresh symbol.
"""

from __future__ import annotations

from typing import Final

from symheap.certify.heaps import fresh, with_root
from symheap.certify.rejection import require
from symheap.certify.values import binary, choice, equal, extended, extracted, negation, signed, unsigned
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.memory.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    Conversion,
    Convert,
    Expression,
    Number,
    Operator,
    Register,
)
from symheap.separation.heaps.formula import SymbolicHeap

_EXACT: Final = {
    Operator.ADD: Op.BVADD,
    Operator.SUB: Op.BVSUB,
    Operator.MUL: Op.BVMUL,
    Operator.AND: Op.BVAND,
    Operator.OR: Op.BVOR,
    Operator.XOR: Op.BVXOR,
    Operator.SHL: Op.BVSHL,
    Operator.LSHR: Op.BVLSHR,
    Operator.ASHR: Op.BVASHR,
    Operator.SDIV: Op.BVSDIV,
    Operator.SREM: Op.BVSREM,
}


class Evaluation:
    """Evaluates in the call at `depth`; `heap` grows by symbols for unknown values."""

    def __init__(self, heap: SymbolicHeap, depth: int) -> None:
        self.heap = heap
        self._depth = depth

    def value(self, expression: Expression) -> Value:
        match expression:
            case Number(value=value, size=size):
                return signed(value, 8 * size)
            case Register(name=name, size=size):
                return self._root(f"{self._depth}:{name}", size)
            case AddressOf(symbol=name, local=local, size=size):
                return self._root(f"{self._depth}:&{name}" if local else f"&{name}", size)
            case Convert():
                return self._converted(expression)
            case Binary(operator=operator) if operator in COMPARISONS:
                return choice(self.condition(expression), 1, 0, 32)
            case Binary():
                return self._binary(expression)

    def condition(self, expression: Expression) -> Value:
        """Return the condition that an expression is not zero."""
        if not isinstance(expression, Binary) or expression.operator not in COMPARISONS:
            return negation(equal(self.value(expression), 0, 8 * expression.size))
        width = 8 * expression.left.size
        a, b = self.value(expression.left), self.value(expression.right)
        match expression.operator:
            case Operator.EQ:
                return equal(a, b, width)
            case Operator.NE:
                return negation(equal(a, b, width))
            case Operator.SLT:
                return binary(Op.BVSLT, width, a, b)
            case Operator.SLE:
                return negation(binary(Op.BVSLT, width, b, a))
            case Operator.ULT:
                return binary(Op.BVULT, width, a, b)
            case Operator.ULE:
                return negation(binary(Op.BVULT, width, b, a))
            case _:
                return negation(equal(self._anything(1), 0, 8))

    def _root(self, name: str, size: int) -> Value:
        """Return the value of a register; one that was forgotten, or never set, has an unknown value."""
        value = self.heap.roots.get(name)
        if value is None:
            value = self._anything(size)
            self.heap = with_root(self.heap, name, value)
        require(not isinstance(value, Term) or value.sort.width == 8 * size, f"{name} has another width")
        return value

    def _anything(self, size: int) -> Term:
        self.heap, symbol = fresh(self.heap, size)
        return symbol

    def _binary(self, expression: Binary) -> Value:
        size = expression.size
        a, b = self.value(expression.left), self.value(expression.right)
        if expression.right.size > size:
            b = extracted(b, 8 * expression.right.size, 8 * size - 1, 0)
        elif expression.right.size < size:
            b = extended(b, 8 * expression.right.size, 8 * size, False)
        if expression.operator in (Operator.UDIV, Operator.UREM):
            return self._unsigned(expression.operator, size, a, b)
        op = _EXACT.get(expression.operator)
        if op is None or (op in (Op.BVSDIV, Op.BVSREM) and not isinstance(b, Term) and b == 0):
            return self._anything(size)
        return binary(op, 8 * size, a, b)

    def _unsigned(self, operator: Operator, size: int, a: Value, b: Value) -> Value:
        """Divide: exact for numbers and for powers of two as the divisor, else anything."""
        width = 8 * size
        divisor = 0 if isinstance(b, Term) else unsigned(b, width)
        if divisor == 0:
            return self._anything(size)
        is_quotient = operator is Operator.UDIV
        if not isinstance(a, Term):
            dividend = unsigned(a, width)
            return signed(dividend // divisor if is_quotient else dividend % divisor, width)
        if divisor & (divisor - 1):
            return self._anything(size)
        if is_quotient:
            return binary(Op.BVLSHR, width, a, divisor.bit_length() - 1)
        return binary(Op.BVAND, width, a, divisor - 1)

    def _converted(self, expression: Convert) -> Value:
        value, width = self.value(expression.operand), 8 * expression.operand.size
        to = 8 * expression.size
        match expression.conversion:
            case Conversion.SIGN_EXTEND:
                return extended(value, width, to, True)
            case Conversion.ZERO_EXTEND:
                return extended(value, width, to, False)
            case Conversion.TRUNCATE:
                return extracted(value, width, to - 1, 0)
            case _:
                return self._anything(expression.size)
