"""The integer arithmetic of the JVM: each function here returns the operation for a width of 32 or 64 bits.

A value is a plain integer in the range of its type, or a term. These operations are also the inner loop of the concrete
interpreter, so each tries plain values first, with inlined code.
"""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.terms import Op, Value
from symheap.core.theories.bitvectors import bitvector, extend

Unary = Callable[[Value], Value]
Binary = Callable[[Value, Value], Value]


def adding(width: int) -> Binary:
    half, mask = 1 << (width - 1), (1 << width) - 1

    def add(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int:
            return ((a + b + half) & mask) - half
        return bitvector(Op.BVADD, width, a, b)

    return add


def subtracting(width: int) -> Binary:
    half, mask = 1 << (width - 1), (1 << width) - 1

    def sub(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int:
            return ((a - b + half) & mask) - half
        return bitvector(Op.BVSUB, width, a, b)

    return sub


def multiplying(width: int) -> Binary:
    half, mask = 1 << (width - 1), (1 << width) - 1

    def mul(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int:
            return ((a * b + half) & mask) - half
        return bitvector(Op.BVMUL, width, a, b)

    return mul


def dividing(width: int) -> Binary:
    """Return division: rounded towards zero; the one overflow wraps. By zero it has SMT-LIB's value."""
    half = 1 << (width - 1)

    def div(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int and b:
            if (a < 0) is (b < 0):
                quotient = a // b
                return quotient if quotient < half else -half
            return -(-a // b)
        return bitvector(Op.BVSDIV, width, a, b)

    return div


def taking_remainder(width: int) -> Binary:
    def rem(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int and b:
            return abs(a) % abs(b) if a >= 0 else -(-a % abs(b))
        return bitvector(Op.BVSREM, width, a, b)

    return rem


def negating(width: int) -> Unary:
    least = -1 << (width - 1)

    def neg(a: Value) -> Value:
        if type(a) is int:
            return -a if a != least else a
        return bitvector(Op.BVSUB, width, 0, a)

    return neg


def _count(b: Value, width: int) -> Value:
    """Return the low bits of a shift count, which is an int even for a long."""
    return extend(bitvector(Op.BVAND, 32, b, width - 1), 32, width, signed=False)


def shifting_left(width: int) -> Binary:
    half, mask, low = 1 << (width - 1), (1 << width) - 1, width - 1

    def shl(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int:
            return (((a << (b & low)) + half) & mask) - half
        return bitvector(Op.BVSHL, width, a, _count(b, width))

    return shl


def shifting_right(width: int) -> Binary:
    low = width - 1

    def shr(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int:
            return a >> (b & low)
        return bitvector(Op.BVASHR, width, a, _count(b, width))

    return shr


def shifting_in_zeros(width: int) -> Binary:
    half, mask, low = 1 << (width - 1), (1 << width) - 1, width - 1

    def ushr(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int:
            return ((((a & mask) >> (b & low)) + half) & mask) - half
        return bitvector(Op.BVLSHR, width, a, _count(b, width))

    return ushr


def intersecting(width: int) -> Binary:
    def and_(a: Value, b: Value) -> Value:
        return a & b if type(a) is int and type(b) is int else bitvector(Op.BVAND, width, a, b)

    return and_


def joining(width: int) -> Binary:
    def or_(a: Value, b: Value) -> Value:
        return a | b if type(a) is int and type(b) is int else bitvector(Op.BVOR, width, a, b)

    return or_


def distinguishing(width: int) -> Binary:
    def xor(a: Value, b: Value) -> Value:
        return a ^ b if type(a) is int and type(b) is int else bitvector(Op.BVXOR, width, a, b)

    return xor
