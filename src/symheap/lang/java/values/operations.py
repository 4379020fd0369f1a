"""The scalar instructions of the JVM, as operations on plain values and on terms.

A value is a plain integer in the range of its type, for floating-point numbers the bits, or a term. These operations
are also the inner loop of the concrete interpreter, so each tries plain values first, with inlined code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.core.terms import BV32, Op, Value, eq, ite, not_, or_
from symheap.core.theories import floats
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.core.theories.ieee import (
    divide,
    double,
    double_bits,
    integer_to_double,
    integer_to_single,
    remainder,
    single,
    single_bits,
    truncate,
)
from symheap.lang.java.values.arithmetic import (
    Binary,
    Unary,
    adding,
    distinguishing,
    dividing,
    intersecting,
    joining,
    multiplying,
    negating,
    shifting_in_zeros,
    shifting_left,
    shifting_right,
    subtracting,
    taking_remainder,
)
from symheap.objects.ir import Operation

# Comparisons ----------------------------------------------------------------------------------------------------------


def _equal(a: Value, b: Value) -> Value:
    return a == b if type(a) is int and type(b) is int else eq(a, b)


def _unequal(a: Value, b: Value) -> Value:
    return a != b if type(a) is int and type(b) is int else not_(eq(a, b))


def _less(a: Value, b: Value) -> Value:
    return a < b if type(a) is int and type(b) is int else bitvector(Op.BVSLT, 32, a, b)


def _at_least(a: Value, b: Value) -> Value:
    return a >= b if type(a) is int and type(b) is int else not_(bitvector(Op.BVSLT, 32, a, b))


def _greater(a: Value, b: Value) -> Value:
    return a > b if type(a) is int and type(b) is int else bitvector(Op.BVSLT, 32, b, a)


def _at_most(a: Value, b: Value) -> Value:
    return a <= b if type(a) is int and type(b) is int else not_(bitvector(Op.BVSLT, 32, b, a))


def _is_zero(a: Value) -> Value:
    return a == 0 if type(a) is int else eq(a, 0)


def _is_not_zero(a: Value) -> Value:
    return a != 0 if type(a) is int else not_(eq(a, 0))


def _is_negative(a: Value) -> Value:
    return a < 0 if type(a) is int else bitvector(Op.BVSLT, 32, a, 0)


def _is_not_negative(a: Value) -> Value:
    return a >= 0 if type(a) is int else not_(bitvector(Op.BVSLT, 32, a, 0))


def _is_positive(a: Value) -> Value:
    return a > 0 if type(a) is int else bitvector(Op.BVSLT, 32, 0, a)


def _is_not_positive(a: Value) -> Value:
    return a <= 0 if type(a) is int else not_(bitvector(Op.BVSLT, 32, 0, a))


def _compare_long(a: Value, b: Value) -> Value:
    if type(a) is int and type(b) is int:
        return (a > b) - (a < b)
    return ite(bitvector(Op.BVSLT, 64, a, b), -1, ite(eq(a, b), 0, 1, BV32), BV32)


def _compare_float(width: int, unordered: int) -> Binary:
    """Compare: -1, 0 or 1; `unordered` if one of the two is NaN.

    The order of the cases lets a comparison with zero become a single predicate.
    """
    read = single if width == 32 else double

    def compare(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int:
            x, y = read(a), read(b)
            return -1 if x < y else 1 if x > y else 0 if x == y else unordered
        first = floats.lt(width, a, b) if unordered > 0 else floats.lt(width, b, a)
        return ite(first, -unordered, ite(floats.fpeq(width, a, b), 0, unordered, BV32), BV32)

    return compare


# Conversions between integers -----------------------------------------------------------------------------------------


def _narrow(width: int) -> Unary:
    """Narrow an int to the sort of a field or an array element."""
    half, mask = 1 << (width - 1), (1 << width) - 1

    def narrow(a: Value) -> Value:
        return ((a + half) & mask) - half if type(a) is int else extract(a, width - 1, 0)

    return narrow


def _widen(width: int, *, signed: bool) -> Unary:
    """Widen a narrow value to an int."""
    mask = -1 if signed else (1 << width) - 1

    def widen(a: Value) -> Value:
        return a & mask if type(a) is int else extend(a, width, 32, signed=signed)

    return widen


def _truncated(width: int, *, signed: bool) -> Unary:
    """Return the low bits of an int as an int."""
    half, mask = (1 << (width - 1) if signed else 0), (1 << width) - 1

    def truncated(a: Value) -> Value:
        if type(a) is int:
            return ((a + half) & mask) - half
        return extend(extract(a, width - 1, 0), width, 32, signed=signed)

    return truncated


def _int_to_long(a: Value) -> Value:
    return a if type(a) is int else extend(a, 32, 64, signed=True)


def _bit_to_boolean(a: Value) -> Value:
    return a & 1 == 1 if type(a) is int else not_(eq(bitvector(Op.BVAND, 32, a, 1), 0))


def _boolean_to_int(a: Value) -> Value:
    return int(a) if isinstance(a, int) else ite(a, 1, 0, BV32)


# Floating-point numbers -----------------------------------------------------------------------------------------------


def _float_add(a: Value, b: Value) -> Value:
    return single_bits(single(a) + single(b)) if type(a) is int and type(b) is int else floats.add(32, a, b)


def _float_sub(a: Value, b: Value) -> Value:
    return single_bits(single(a) - single(b)) if type(a) is int and type(b) is int else floats.sub(32, a, b)


def _float_mul(a: Value, b: Value) -> Value:
    return single_bits(single(a) * single(b)) if type(a) is int and type(b) is int else floats.mul(32, a, b)


def _float_div(a: Value, b: Value) -> Value:
    return single_bits(divide(single(a), single(b))) if type(a) is int and type(b) is int else floats.div(32, a, b)


def _float_rem(a: Value, b: Value) -> Value:
    return single_bits(remainder(single(a), single(b))) if type(a) is int and type(b) is int else floats.rem(32, a, b)


def _double_add(a: Value, b: Value) -> Value:
    return double_bits(double(a) + double(b)) if type(a) is int and type(b) is int else floats.add(64, a, b)


def _double_sub(a: Value, b: Value) -> Value:
    return double_bits(double(a) - double(b)) if type(a) is int and type(b) is int else floats.sub(64, a, b)


def _double_mul(a: Value, b: Value) -> Value:
    return double_bits(double(a) * double(b)) if type(a) is int and type(b) is int else floats.mul(64, a, b)


def _double_div(a: Value, b: Value) -> Value:
    return double_bits(divide(double(a), double(b))) if type(a) is int and type(b) is int else floats.div(64, a, b)


def _double_rem(a: Value, b: Value) -> Value:
    return double_bits(remainder(double(a), double(b))) if type(a) is int and type(b) is int else floats.rem(64, a, b)


def _int_to_double(a: Value) -> Value:
    return integer_to_double(a) if type(a) is int else floats.from_int(a, 32, 64)


def _int_to_float(a: Value) -> Value:
    return integer_to_single(a) if type(a) is int else floats.from_int(a, 32, 32)


def _double_to_int(a: Value) -> Value:
    return truncate(double(a), 32) if type(a) is int else floats.to_int(a, 64, 32)


def _of(width: int, function: Callable[[int, Value], Value]) -> Unary:
    return lambda a: function(width, a)


def _of_two(width: int, function: Callable[[int, Value, Value], Value]) -> Binary:
    return lambda a, b: function(width, a, b)


def _between(function: Callable[[Value, int, int], Value], width: int, to: int) -> Unary:
    return lambda a: function(a, width, to)


def _bits(function: Callable[[Value, int], Value], width: int) -> Unary:
    return lambda a: function(a, width)


# The operations ------------------------------------------------------------------------------------------------------

IADD: Final = Operation("IADD", adding(32))
ISUB: Final = Operation("ISUB", subtracting(32))
IMUL: Final = Operation("IMUL", multiplying(32))
IDIV: Final = Operation("IDIV", dividing(32))
IREM: Final = Operation("IREM", taking_remainder(32))
INEG: Final = Operation("INEG", negating(32))
ISHL: Final = Operation("ISHL", shifting_left(32))
ISHR: Final = Operation("ISHR", shifting_right(32))
IUSHR: Final = Operation("IUSHR", shifting_in_zeros(32))
IAND: Final = Operation("IAND", intersecting(32))
IOR: Final = Operation("IOR", joining(32))
IXOR: Final = Operation("IXOR", distinguishing(32))
LADD: Final = Operation("LADD", adding(64))
LSUB: Final = Operation("LSUB", subtracting(64))
LMUL: Final = Operation("LMUL", multiplying(64))
LDIV: Final = Operation("LDIV", dividing(64))
LREM: Final = Operation("LREM", taking_remainder(64))
LNEG: Final = Operation("LNEG", negating(64))
LSHL: Final = Operation("LSHL", shifting_left(64))
LSHR: Final = Operation("LSHR", shifting_right(64))
LUSHR: Final = Operation("LUSHR", shifting_in_zeros(64))
LAND: Final = Operation("LAND", intersecting(64))
LOR: Final = Operation("LOR", joining(64))
LXOR: Final = Operation("LXOR", distinguishing(64))
FADD: Final = Operation("FADD", _float_add)
FSUB: Final = Operation("FSUB", _float_sub)
FMUL: Final = Operation("FMUL", _float_mul)
FDIV: Final = Operation("FDIV", _float_div)
FREM: Final = Operation("FREM", _float_rem)
FNEG: Final = Operation("FNEG", _of(32, floats.neg))
DADD: Final = Operation("DADD", _double_add)
DSUB: Final = Operation("DSUB", _double_sub)
DMUL: Final = Operation("DMUL", _double_mul)
DDIV: Final = Operation("DDIV", _double_div)
DREM: Final = Operation("DREM", _double_rem)
DNEG: Final = Operation("DNEG", _of(64, floats.neg))
LCMP: Final = Operation("LCMP", _compare_long)
FCMPL: Final = Operation("FCMPL", _compare_float(32, -1))
FCMPG: Final = Operation("FCMPG", _compare_float(32, 1))
DCMPL: Final = Operation("DCMPL", _compare_float(64, -1))
DCMPG: Final = Operation("DCMPG", _compare_float(64, 1))
ICMP_EQ: Final = Operation("ICMP_EQ", _equal)
ICMP_NE: Final = Operation("ICMP_NE", _unequal)
ICMP_LT: Final = Operation("ICMP_LT", _less)
ICMP_GE: Final = Operation("ICMP_GE", _at_least)
ICMP_GT: Final = Operation("ICMP_GT", _greater)
ICMP_LE: Final = Operation("ICMP_LE", _at_most)
IEQ0: Final = Operation("IEQ0", _is_zero)
INE0: Final = Operation("INE0", _is_not_zero)
ILT0: Final = Operation("ILT0", _is_negative)
IGE0: Final = Operation("IGE0", _is_not_negative)
IGT0: Final = Operation("IGT0", _is_positive)
ILE0: Final = Operation("ILE0", _is_not_positive)
NONZERO_I: Final = Operation("NONZERO_I", _is_not_zero)
NONZERO_L: Final = Operation("NONZERO_L", _is_not_zero)
I2L: Final = Operation("I2L", _int_to_long)
I2F: Final = Operation("I2F", _int_to_float)
I2D: Final = Operation("I2D", _int_to_double)
L2I: Final = Operation("L2I", _narrow(32))
L2F: Final = Operation("L2F", _between(floats.from_int, 64, 32))
L2D: Final = Operation("L2D", _between(floats.from_int, 64, 64))
F2I: Final = Operation("F2I", _between(floats.to_int, 32, 32))
F2L: Final = Operation("F2L", _between(floats.to_int, 32, 64))
F2D: Final = Operation("F2D", _between(floats.convert, 32, 64))
D2I: Final = Operation("D2I", _double_to_int)
D2L: Final = Operation("D2L", _between(floats.to_int, 64, 64))
D2F: Final = Operation("D2F", _between(floats.convert, 64, 32))
I2B: Final = Operation("I2B", _truncated(8, signed=True))
I2C: Final = Operation("I2C", _truncated(16, signed=False))
I2S: Final = Operation("I2S", _truncated(16, signed=True))
I2Z: Final = Operation("I2Z", _bit_to_boolean)
I2Z_BIT: Final = I2Z
I2B8: Final = Operation("I2B8", _narrow(8))
I2S16: Final = Operation("I2S16", _narrow(16))
I2C16: Final = Operation("I2C16", _narrow(16))
Z2I: Final = Operation("Z2I", _boolean_to_int)
EITHER: Final = Operation("EITHER", or_)
B8I: Final = Operation("B8I", _widen(8, signed=True))
S16I: Final = Operation("S16I", _widen(16, signed=True))
C16I: Final = Operation("C16I", _widen(16, signed=False))
FLOAT_TO_BITS: Final = Operation("FLOAT_TO_BITS", _bits(floats.to_bits, 32))
BITS_TO_FLOAT: Final = Operation("BITS_TO_FLOAT", _bits(floats.from_bits, 32))
DOUBLE_TO_BITS: Final = Operation("DOUBLE_TO_BITS", _bits(floats.to_bits, 64))
BITS_TO_DOUBLE: Final = Operation("BITS_TO_DOUBLE", _bits(floats.from_bits, 64))
SQRT_D: Final = Operation("SQRT_D", _of(64, floats.sqrt))
ABS_F: Final = Operation("ABS_F", _of(32, floats.abs_))
ABS_D: Final = Operation("ABS_D", _of(64, floats.abs_))
FLOOR_D: Final = Operation("FLOOR_D", _of(64, floats.floor))
CEIL_D: Final = Operation("CEIL_D", _of(64, floats.ceil))
RINT_D: Final = Operation("RINT_D", _of(64, floats.rint))
MIN_F: Final = Operation("MIN_F", _of_two(32, floats.minimum))
MIN_D: Final = Operation("MIN_D", _of_two(64, floats.minimum))
MAX_F: Final = Operation("MAX_F", _of_two(32, floats.maximum))
MAX_D: Final = Operation("MAX_D", _of_two(64, floats.maximum))
