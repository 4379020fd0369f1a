"""Evaluate expressions of the memory IR over a symbolic heap.

Law: under a model of the heap, the value of an expression is the one that the interpreter computes, except where the
result is said to be *anything*: then it is a fresh symbol.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.core.bitvectors import bitvector, extend, extract
from symheap.core.terms import BOOL, Op, Sort, Term, Value, eq, ite, not_, wrap
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
from symheap.memory.ir import Lifetime
from symheap.separation.heaps.formula import Object, SymbolicHeap, split

_ARITHMETIC: Final = {
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
_ORDER: Final[dict[Operator, Callable[[int, Value, Value], Value]]] = {
    Operator.EQ: lambda width, a, b: eq(a, b),
    Operator.NE: lambda width, a, b: not_(eq(a, b)),
    Operator.SLT: lambda width, a, b: bitvector(Op.BVSLT, width, a, b),
    Operator.SLE: lambda width, a, b: not_(bitvector(Op.BVSLT, width, b, a)),
    Operator.ULT: lambda width, a, b: bitvector(Op.BVULT, width, a, b),
    Operator.ULE: lambda width, a, b: not_(bitvector(Op.BVULT, width, b, a)),
}
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
        if isinstance(expression, Binary) and expression.operator in _ORDER:
            width, left, right = 8 * expression.left.size, self.value(expression.left), self.value(expression.right)
            if expression.operator in (Operator.EQ, Operator.NE) and self._may_be_merged(left, right):
                return not_(eq(self._anything(1), 0))
            return _ORDER[expression.operator](width, left, right)
        if isinstance(expression, Binary) and expression.operator in COMPARISONS:
            return not_(eq(self._anything(1), 0))
        value = self.value(expression)
        assert not isinstance(value, Term) or value.sort is not BOOL
        return not_(eq(value, 0))

    def _may_be_merged(self, left: Value, right: Value) -> bool:
        """Whether two addresses are in different string constants: a compiler may store one inside the other."""
        bases = {split(left)[0], split(right)[0]}
        objects = [atom for atom in self.heap.atoms if isinstance(atom, Object) and atom.base in bases]
        return len(objects) == 2 and all(atom.lifetime is Lifetime.STRING for atom in objects)

    def _binary(self, expression: Binary) -> Value:
        op = _ARITHMETIC.get(expression.operator)
        size = expression.size
        left, right = self.value(expression.left), self.value(expression.right)
        if expression.right.size != size:
            right = resized(right, expression.right.size, size)
        if expression.operator in (Operator.UDIV, Operator.UREM):
            return self._unsigned_division(expression.operator, size, left, right)
        if op is None or (op in (Op.BVSDIV, Op.BVSREM) and right == 0):
            return self._anything(size)
        return bitvector(op, 8 * size, left, right)

    def _unsigned_division(self, operator: Operator, size: int, left: Value, right: Value) -> Value:
        """Divide: by a power of two with bits, constants to a constant; anything otherwise."""
        if isinstance(right, Term) or right == 0:
            return self._anything(size)
        mask = (1 << 8 * size) - 1
        divisor = right & mask
        if not isinstance(left, Term):
            result = (left & mask) // divisor if operator is Operator.UDIV else (left & mask) % divisor
            return wrap(result, 8 * size)
        if divisor & (divisor - 1):
            return self._anything(size)
        if operator is Operator.UREM:
            return bitvector(Op.BVAND, 8 * size, left, divisor - 1)
        return bitvector(Op.BVLSHR, 8 * size, left, divisor.bit_length() - 1)

    def _converted(self, expression: Convert) -> Value:
        value, size = self.value(expression.operand), expression.operand.size
        if expression.conversion is Conversion.SIGN_EXTEND:
            return extend(value, 8 * size, 8 * expression.size, signed=True)
        if expression.conversion is Conversion.ZERO_EXTEND:
            return wrap_value(extend(value, 8 * size, 8 * expression.size, signed=False), expression.size)
        if expression.conversion is Conversion.TRUNCATE:
            return extract(value, 8 * expression.size - 1, 0)
        return self._anything(expression.size)

    def _anything(self, size: int) -> Term:
        self.heap, symbol = self.heap.fresh(size)
        return symbol


def resized(value: Value, size: int, to: int) -> Value:
    """Return a shift's distance in the size of the shifted value.

    A distance that is too large is no execution, in either size.
    """
    if to < size:
        return extract(value, 8 * to - 1, 0)
    return wrap_value(extend(value, 8 * size, 8 * to, signed=False), to)


def wrap_value(value: Value, size: int) -> Value:
    return value if isinstance(value, Term) else wrap(value, 8 * size)
