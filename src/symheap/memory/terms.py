"""The meaning of integer operators as terms, for the analyses that compute with symbols.

The proof checker has an implementation of its own (`symheap.certify.evaluation`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.core.terms import Op, Term, Value, eq, not_, wrap
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.memory.expressions import ARITHMETIC, DIVISIONS, INTEGER_COMPARISONS, SHIFTS, UNSIGNED, Operator

TERM_OPERATORS: Final = {
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
"""The operators that terms have as well.  A quotient has a meaning only where the divisor is not zero, and a shift only
where the distance is less than the width.
"""

ORDERS: Final[dict[Operator, Callable[[int, Value, Value], Value]]] = {
    Operator.EQ: lambda width, a, b: eq(a, b),
    Operator.NE: lambda width, a, b: not_(eq(a, b)),
    Operator.SLT: lambda width, a, b: bitvector(Op.BVSLT, width, a, b),
    Operator.SLE: lambda width, a, b: not_(bitvector(Op.BVSLT, width, b, a)),
    Operator.ULT: lambda width, a, b: bitvector(Op.BVULT, width, a, b),
    Operator.ULE: lambda width, a, b: not_(bitvector(Op.BVULT, width, b, a)),
}

assert TERM_OPERATORS.keys() == (ARITHMETIC | SHIFTS | DIVISIONS) - UNSIGNED
assert ORDERS.keys() == INTEGER_COMPARISONS


def unsigned_by_constant(operator: Operator, size: int, dividend: Value, divisor: Value) -> Value | None:
    """Return an unsigned quotient or remainder by a power of two, or of two numbers; None for any other operands."""
    if isinstance(divisor, Term) or divisor == 0:
        return None
    width = 8 * size
    mask = (1 << width) - 1
    by = divisor & mask
    if not isinstance(dividend, Term):
        number = dividend & mask
        return wrap(number // by if operator is Operator.UDIV else number % by, width)
    if by & (by - 1):
        return None
    if operator is Operator.UREM:
        return bitvector(Op.BVAND, width, dividend, by - 1)
    return bitvector(Op.BVLSHR, width, dividend, by.bit_length() - 1)


def resized(bits: Value, size: int, to: int) -> Value:
    """Return an unsigned number in another size; bits that do not fit are dropped."""
    if size == to:
        return bits
    return extract(bits, 8 * to - 1, 0) if size > to else zero_extended(bits, size, to)


def zero_extended(bits: Value, size: int, to: int) -> Value:
    value = extend(bits, 8 * size, 8 * to, signed=False)
    return value if isinstance(value, Term) else wrap(value, 8 * to)
