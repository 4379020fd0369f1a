"""Evaluate expressions of the memory IR over a symbolic heap.

Law: under a model of the heap, the value of an expression is the one that the interpreter computes, except where the
result is said to be *anything*: then it is a fresh symbol.
"""

from __future__ import annotations

from typing import Final

from symheap.core.operators import BIT_DIVISIONS
from symheap.core.terms import BOOL, Sort, Term, Value, eq, ite, not_, wrap
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.core.walk import symbols
from symheap.memory.expressions import (
    COMPARISONS,
    INTEGER_COMPARISONS,
    UNSIGNED,
    AddressOf,
    Binary,
    Conversion,
    Convert,
    Expression,
    Number,
    Register,
)
from symheap.memory.ir import Lifetime
from symheap.memory.terms import ORDERS, TERM_OPERATORS, resized, unsigned_by_constant, zero_extended
from symheap.separation.heaps.formula import Object, SymbolicHeap

_INT: Final = Sort.bitvector(32)


class Evaluation:
    """Evaluates in the frame at `depth` of `heap`, which grows by the fresh symbols needed."""

    def __init__(self, heap: SymbolicHeap, depth: int) -> None:
        self.heap = heap
        self._depth = depth

    def value(self, expression: Expression) -> Value:
        """Return the bits of an expression."""
        if isinstance(expression, Number):
            return wrap(expression.value, 8 * expression.size)
        if isinstance(expression, Register):
            return self.heap.roots[f"{self._depth}:{expression.name}"]
        if isinstance(expression, AddressOf):
            prefix = f"{self._depth}:" if expression.local else ""
            return self.heap.roots[f"{prefix}&{expression.symbol}"]
        if isinstance(expression, Convert):
            return self._converted(expression)
        if expression.operator in COMPARISONS:
            truth = self.condition(expression)
            return ite(truth, 1, 0, _INT) if isinstance(truth, Term) else int(truth)
        return self._binary(expression)

    def condition(self, expression: Expression) -> Value:
        """Return whether an expression is not zero, as a boolean."""
        if isinstance(expression, Binary) and expression.operator in INTEGER_COMPARISONS:
            width, left, right = 8 * expression.left.size, self.value(expression.left), self.value(expression.right)
            if self._may_be_merged(left, right):
                return not_(eq(self._anything(1), 0))
            return ORDERS[expression.operator](width, left, right)
        if isinstance(expression, Binary) and expression.operator in COMPARISONS:
            return not_(eq(self._anything(1), 0))
        value = self.value(expression)
        assert not isinstance(value, Term) or value.sort is not BOOL
        return not_(eq(value, 0))

    def _may_be_merged(self, left: Value, right: Value) -> bool:
        """Whether two values depend on addresses of different string constants.

        A compiler may store one string inside the other, so separation says nothing about the result.
        """
        if not isinstance(left, Term) or not isinstance(right, Term):
            return False
        there = self._strings(right)
        return bool(there) and any(one is not other for one in self._strings(left) for other in there)

    def _strings(self, value: Value) -> list[Object]:
        """Return the string constants whose addresses a value depends on."""
        about = symbols(value)
        strings = (each for each in self.heap.atoms if isinstance(each, Object) and each.lifetime is Lifetime.STRING)
        return [each for each in strings if each.base in about]

    def _binary(self, expression: Binary) -> Value:
        op = TERM_OPERATORS.get(expression.operator)
        size = expression.size
        left, right = self.value(expression.left), self.value(expression.right)
        if self._may_be_merged(left, right):
            return self._anything(size)
        if expression.right.size != size:
            right = resized(right, expression.right.size, size)
        if expression.operator in UNSIGNED:
            quotient = unsigned_by_constant(expression.operator, size, left, right)
            return self._anything(size) if quotient is None else quotient
        if op is None or (op in BIT_DIVISIONS and right == 0):
            return self._anything(size)
        return bitvector(op, 8 * size, left, right)

    def _converted(self, expression: Convert) -> Value:
        value, size = self.value(expression.operand), expression.operand.size
        if expression.conversion is Conversion.SIGN_EXTEND:
            return extend(value, 8 * size, 8 * expression.size, signed=True)
        if expression.conversion is Conversion.ZERO_EXTEND:
            return zero_extended(value, size, expression.size)
        if expression.conversion is Conversion.TRUNCATE:
            return extract(value, 8 * expression.size - 1, 0)
        return self._anything(expression.size)

    def _anything(self, size: int) -> Term:
        self.heap, symbol = self.heap.fresh(size)
        return symbol
