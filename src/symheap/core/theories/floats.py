"""Floating-point terms: IEEE 754 numbers of 32 and 64 bits.

A concrete number is given by its bits, as a signed plain integer. A term has the sort F32 or F64 and knows only one
NaN. So ``eq`` on terms compares everything but NaNs by bits, while `fpeq` is IEEE equality. Rounding is to nearest,
ties to even.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.core.nodes import equation
from symheap.core.terms import BOOL, Op, Sort, Term, Value, and_, canonical, eq, ite, make, not_, or_, wrap
from symheap.core.theories import ieee
from symheap.core.theories.choice import by_choice, is_table, map_table, retyped

_BINARY: Final[dict[Op, Callable[[float, float], float]]] = {
    Op.FPADD: lambda a, b: a + b,
    Op.FPSUB: lambda a, b: a - b,
    Op.FPMUL: lambda a, b: a * b,
    Op.FPDIV: ieee.divide,
    Op.FPREM: ieee.remainder,
}
_PREDICATES: Final[dict[Op, Callable[[float, float], bool]]] = {
    Op.FPLT: lambda a, b: a < b,
    Op.FPLE: lambda a, b: a <= b,
    Op.FPEQ: lambda a, b: a == b,
}


def fold_float(op: Op, width: int, a: int, b: int) -> int | bool:
    """Evaluate a binary operator or predicate on two numbers of `width` bits."""
    read = ieee.reader(width)
    predicate = _PREDICATES.get(op)
    if predicate is not None:
        return predicate(read(a), read(b))
    return ieee.writer(width)(_BINARY[op](read(a), read(b)))


# Arithmetic -----------------------------------------------------------------------------------------------------------


def add(width: int, a: Value, b: Value) -> Value:
    return _binary(Op.FPADD, width, a, b)


def sub(width: int, a: Value, b: Value) -> Value:
    return _binary(Op.FPSUB, width, a, b)


def mul(width: int, a: Value, b: Value) -> Value:
    return _binary(Op.FPMUL, width, a, b)


def div(width: int, a: Value, b: Value) -> Value:
    return _binary(Op.FPDIV, width, a, b)


def rem(width: int, a: Value, b: Value) -> Value:
    """Java's ``%`` and C's ``fmod``. No solver has it: SMT-LIB's ``fp.rem`` rounds the quotient to nearest."""
    return _binary(Op.FPREM, width, a, b)


def _binary(op: Op, width: int, a: Value, b: Value) -> Value:
    if not isinstance(a, Term) and not isinstance(b, Term):
        return fold_float(op, width, a, b)
    sort = Sort.floating(width)
    a, b = retyped(a, sort), retyped(b, sort)
    for operand in (a, b):
        if not isinstance(operand, Term) and ieee.is_nan_bits(operand, width):
            return ieee.nan(width)
    if op in (Op.FPADD, Op.FPMUL) and not isinstance(a, Term):
        a, b = b, a
    if isinstance(a, Term) and not isinstance(b, Term) and is_table(a):
        number = b
        return map_table(a, lambda leaf: fold_float(op, width, leaf, number), sort)
    return make(op, sort, (a, b))


def neg(width: int, a: Value) -> Value:
    """Return the number with the other sign, also for zero. A plain NaN changes its sign too."""
    if not isinstance(a, Term):
        return ieee.negated(a, width)
    if a.op is Op.FPNEG:
        return a.args[0]
    return _unary(Op.FPNEG, width, a, lambda leaf: neg(width, leaf))


def abs_(width: int, a: Value) -> Value:
    if not isinstance(a, Term):
        return a & ((1 << (width - 1)) - 1)
    if a.op is Op.FPNEG or a.op is Op.FPABS:
        return abs_(width, a.args[0])
    return _unary(Op.FPABS, width, a, lambda leaf: abs_(width, leaf))


def sqrt(width: int, a: Value) -> Value:
    if not isinstance(a, Term):
        return ieee.writer(width)(ieee.square_root(ieee.reader(width)(a)))
    return _unary(Op.FPSQRT, width, a, lambda leaf: sqrt(width, leaf))


def floor(width: int, a: Value) -> Value:
    return round_integral(width, a, "RTN")


def ceil(width: int, a: Value) -> Value:
    return round_integral(width, a, "RTP")


def rint(width: int, a: Value) -> Value:
    return round_integral(width, a, "RNE")


def round_integral(width: int, a: Value, mode: str) -> Value:
    if not isinstance(a, Term):
        return ieee.writer(width)(ieee.round_integral(ieee.reader(width)(a), mode))
    if a.op is Op.FPROUND:
        return a
    return _unary(Op.FPROUND, width, a, lambda leaf: round_integral(width, leaf, mode), mode)


def _unary(op: Op, width: int, a: Term, fold: Callable[[int], Value], mode: str | None = None) -> Value:
    sort = Sort.floating(width)
    return map_table(a, fold, sort) if is_table(a) else make(op, sort, (retyped(a, sort),), mode)


def minimum(width: int, a: Value, b: Value) -> Value:
    """Return the smaller number; NaN if either is NaN. Negative zero is smaller than positive zero."""
    return _extremum(width, a, b, lt(width, a, b), wrap(1 << (width - 1), width))


def maximum(width: int, a: Value, b: Value) -> Value:
    """Return the larger number; NaN if either is NaN. Negative zero is smaller than positive zero."""
    return _extremum(width, a, b, lt(width, b, a), 0)


def _extremum(width: int, a: Value, b: Value, first: Value, preferred_zero: int) -> Value:
    sort = Sort.floating(width)
    first = or_(first, and_(eq(a, preferred_zero), fpeq(width, a, b)))
    unordered = or_(is_nan(width, a), is_nan(width, b))
    return ite(unordered, ieee.nan(width), ite(first, a, b, sort), sort)


# Predicates -----------------------------------------------------------------------------------------------------------


def lt(width: int, a: Value, b: Value) -> Value:
    return False if a is b else _predicate(Op.FPLT, width, a, b)


def le(width: int, a: Value, b: Value) -> Value:
    return not_(is_nan(width, a)) if a is b else _predicate(Op.FPLE, width, a, b)


def fpeq(width: int, a: Value, b: Value) -> Value:
    """IEEE equality: NaN differs from itself, the two zeros are equal."""
    if a is b:
        return not_(is_nan(width, a))
    if not isinstance(a, Term) and isinstance(b, Term):
        a, b = b, a
    return _predicate(Op.FPEQ, width, a, b)


def _predicate(op: Op, width: int, a: Value, b: Value) -> Value:
    a, b = retyped(a, Sort.floating(width)), retyped(b, Sort.floating(width))
    if not isinstance(b, Term):
        if not isinstance(a, Term):
            return fold_float(op, width, a, b)
        if ieee.is_nan_bits(b, width):
            return False
        if a.op is Op.ITE:
            return by_choice(a, lambda leaf: _predicate(op, width, leaf, b))
        return make(op, BOOL, (a, b))
    if not isinstance(a, Term):
        if ieee.is_nan_bits(a, width):
            return False
        if b.op is Op.ITE:
            return by_choice(b, lambda leaf: _predicate(op, width, a, leaf))
        return make(op, BOOL, (a, b))
    return make(op, BOOL, equation(a, b).args if op is Op.FPEQ else (a, b))


def is_nan(width: int, a: Value) -> Value:
    if not isinstance(a, Term):
        return ieee.is_nan_bits(a, width)
    if a.op is Op.ITE:
        return by_choice(a, lambda leaf: is_nan(width, leaf))
    if a.op is Op.FPFROMINT:
        return False
    if a.op in (Op.FPNEG, Op.FPABS, Op.FPROUND):
        return is_nan(width, a.args[0])
    if a.op is Op.FPCONVERT:
        return is_nan(96 - width, a.args[0])
    return make(Op.FPNAN, BOOL, (a,))


# Conversions ----------------------------------------------------------------------------------------------------------


def from_int(a: Value, width: int, to: int) -> Value:
    """Return the number of `to` bits nearest to a signed integer of `width` bits."""
    if not isinstance(a, Term):
        return ieee.integer_to_single(a) if to == 32 else ieee.integer_to_double(a)
    sort = Sort.floating(to)
    inner = retyped(a, Sort.bitvector(width))
    assert isinstance(inner, Term)
    if is_table(inner):
        return map_table(inner, lambda leaf: from_int(leaf, width, to), sort)
    return make(Op.FPFROMINT, sort, (inner,))


def to_int(a: Value, width: int, to: int) -> Value:
    """Round a number towards zero to a signed integer of `to` bits, or to the extreme one if it is out of range."""
    if not isinstance(a, Term):
        return ieee.truncate(ieee.reader(width)(a), to)
    sort = Sort.bitvector(to)
    if is_table(a):
        return map_table(a, lambda leaf: to_int(leaf, width, to), sort)
    if a.op is Op.FPFROMINT and (width, to) == (64, 32) and sort is _argument(a).sort:
        return _argument(a)
    return make(Op.FPTOINT, sort, (retyped(a, Sort.floating(width)),))


def convert(a: Value, width: int, to: int) -> Value:
    if not isinstance(a, Term):
        return ieee.writer(to)(ieee.reader(width)(a))
    if width == to:
        return a
    if is_table(a):
        return map_table(a, lambda leaf: convert(leaf, width, to), Sort.floating(to))
    if a.op is Op.FPCONVERT and to == 32:
        return a.args[0]
    return make(Op.FPCONVERT, Sort.floating(to), (retyped(a, Sort.floating(width)),))


def to_bits(a: Value, width: int) -> Value:
    """Return the bits of a number; a symbolic NaN has the canonical ones."""
    if not isinstance(a, Term):
        return a
    if is_table(a):
        return map_table(a, lambda leaf: leaf, Sort.bitvector(width))
    return make(Op.FPTOBITS, Sort.bitvector(width), (retyped(a, Sort.floating(width)),))


def from_bits(a: Value, width: int) -> Value:
    """Return the number with these bits. A plain NaN keeps its bits, any other becomes the canonical one."""
    if not isinstance(a, Term):
        return a
    inner = retyped(a, Sort.bitvector(width))
    assert isinstance(inner, Term)
    if inner.op is Op.FPTOBITS:
        return inner.args[0]
    if is_table(inner):
        return map_table(inner, lambda leaf: leaf, Sort.floating(width))
    return make(Op.FPFROMBITS, Sort.floating(width), (inner,))


def _argument(a: Term) -> Term:
    inner = a.args[0]
    assert isinstance(inner, Term)
    return inner


# The meaning of a term ------------------------------------------------------------------------------------------------


def apply_float(term: Term, args: list[int]) -> int | bool:
    """Return the value of a floating-point term whose arguments have the values `args`."""
    op, first = term.op, term.args[0]
    if len(args) == 2:
        sort = first.sort if isinstance(first, Term) else _second(term).sort
        return fold_float(op, sort.float_width, *args)
    assert isinstance(first, Term)
    width, a = first.sort.float_width, args[0]
    value: Value
    if op is Op.FPNAN:
        return ieee.is_nan_bits(a, width)
    if op is Op.FPTOINT:
        value = to_int(a, width, term.sort.width)
    elif op is Op.FPTOBITS:
        value = canonical(to_bits(a, width), first.sort)
    elif op is Op.FPFROMINT:
        value = from_int(a, first.sort.width, term.sort.float_width)
    elif op is Op.FPCONVERT:
        value = convert(a, width, term.sort.float_width)
    elif op is Op.FPFROMBITS:
        value = canonical(a, term.sort)
    elif op is Op.FPROUND:
        value = round_integral(width, a, str(term.payload))
    else:
        value = canonical({Op.FPNEG: neg, Op.FPABS: abs_, Op.FPSQRT: sqrt}[op](width, a), term.sort)
    assert not isinstance(value, Term)
    return value


def _second(term: Term) -> Term:
    second = term.args[1]
    assert isinstance(second, Term)
    return second
