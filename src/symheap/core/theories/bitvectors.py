"""Bit-vector terms: machine integers with the SMT-LIB meaning of every operator.

A concrete bit-vector is a Python int in two's complement range, as Java prints it. The constructors keep these laws,
besides those of `symheap.core.terms`:

* A constant operand of a commutative operator is on the right; a difference with a constant is a sum.
* An operator applied to a choice between plain values is a choice between results.
* A comparison of an extended value with a constant compares the narrow value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.core.operators import BIT_ORDERS, COMMUTATIVE_BITS, EXTENSIONS
from symheap.core.signatures import check_operand
from symheap.core.terms import Op, Sort, Term, Value, make, wrap
from symheap.core.theories.bits import split, unsigned
from symheap.core.theories.bitvector_order import compare
from symheap.core.theories.choice import is_table, map_table, retyped


def fold_bitvector(op: Op, width: int, a: int, b: int) -> int | bool:
    """Evaluate a bit-vector operator on plain integers, with SMT-LIB's meaning; the result is read as signed."""
    shift = unsigned(b, width)
    if op is Op.BVADD:
        return wrap(a + b, width)
    if op is Op.BVSUB:
        return wrap(a - b, width)
    if op is Op.BVMUL:
        return wrap(a * b, width)
    if op is Op.BVSDIV:
        if b == 0:
            return 1 if a < 0 else -1
        return wrap(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1), width)
    if op is Op.BVSREM:
        return a if b == 0 else wrap(abs(a) % abs(b) * (-1 if a < 0 else 1), width)
    if op is Op.BVAND:
        return a & b
    if op is Op.BVOR:
        return a | b
    if op is Op.BVXOR:
        return a ^ b
    if op is Op.BVSHL:
        return wrap(a << shift, width) if shift < width else 0
    if op is Op.BVLSHR:
        return wrap(unsigned(a, width) >> shift, width) if shift < width else 0
    if op is Op.BVASHR:
        return a >> min(shift, width - 1)
    if op is Op.BVSLT:
        return a < b
    assert op is Op.BVULT
    return unsigned(a, width) < unsigned(b, width)


_ON_LOW_BITS: Final = COMMUTATIVE_BITS | {Op.BVSUB}


def bitvector(op: Op, width: int, a: Value, b: Value) -> Value:
    """``a op b`` on two bit-vectors of `width` bits."""
    if not isinstance(a, Term) and not isinstance(b, Term):
        return fold_bitvector(op, width, wrap(a, width), wrap(b, width))
    sort = Sort.bitvector(width)
    a, b = _operand(a, sort), _operand(b, sort)
    if op in BIT_ORDERS:
        return compare(op, width, a, b)
    if not isinstance(b, Term):
        assert isinstance(a, Term)
        if is_table(a):
            number = b
            return map_table(a, lambda leaf: fold_bitvector(op, width, leaf, number), sort)
        return _with_constant(op, width, a, b)
    if not isinstance(a, Term):
        if op in COMMUTATIVE_BITS:
            return bitvector(op, width, b, a)
        if is_table(b):
            first = a
            return map_table(b, lambda leaf: fold_bitvector(op, width, first, leaf), sort)
        return _of_constant(op, width, a, b)
    return _of_terms(op, width, a, b)


def _operand(value: Value, sort: Sort) -> Value:
    """Return an operand for an operator on `sort`: a plain number in its range, or a term of exactly this sort."""
    if not isinstance(value, Term):
        return wrap(value, sort.width)
    typed = retyped(value, sort)
    if isinstance(typed, Term):
        check_operand(typed.sort, sort)
    return typed


def _make(op: Op, width: int, a: Value, b: Value) -> Term:
    return make(op, Sort.bitvector(width), (a, b), width)


# A term and a constant ------------------------------------------------------------------------------------------------


def _with_constant(op: Op, width: int, a: Term, c: int) -> Value:
    simplified = _WITH_CONSTANT[op](width, a, c)
    return _make(op, width, a, c) if simplified is None else simplified


def _constant_of(a: Term, op: Op) -> int | None:
    """Return c if `a` is ``x op c`` with a constant c."""
    last = a.args[1] if a.op is op else None
    return last if last is not None and not isinstance(last, Term) else None


def _add_constant(width: int, a: Term, c: int) -> Value | None:
    if c == 0:
        return a
    inner = _constant_of(a, Op.BVADD)
    if inner is not None:
        return bitvector(Op.BVADD, width, a.args[0], inner + c)
    if a.op is Op.BVSUB and not isinstance(a.args[0], Term):
        return _make(Op.BVSUB, width, wrap(a.args[0] + c, width), a.args[1])
    return None


def _subtract_constant(width: int, a: Term, c: int) -> Value | None:
    return _with_constant(Op.BVADD, width, a, wrap(-c, width))


def _multiply_constant(width: int, a: Term, c: int) -> Value | None:
    if c in (0, 1):
        return a if c else 0
    inner = _constant_of(a, Op.BVMUL)
    return None if inner is None else bitvector(Op.BVMUL, width, a.args[0], inner * c)


def _divide_constant(width: int, a: Term, c: int) -> Value | None:
    return a if c == 1 else bitvector(Op.BVSUB, width, 0, a) if c == -1 else None


def _remainder_constant(width: int, a: Term, c: int) -> Value | None:
    return 0 if c in (1, -1) else a if c == 0 else None


def _and_constant(width: int, a: Term, c: int) -> Value | None:
    if c in (0, -1):
        return a if c else 0
    inner = _constant_of(a, Op.BVAND)
    if inner is not None:
        return bitvector(Op.BVAND, width, a.args[0], inner & c)
    if a.op not in EXTENSIONS:
        return None
    narrow = a.args[0]
    assert isinstance(narrow, Term)
    bits = narrow.sort.width
    if a.op is Op.ZEROEXT or 0 <= c < 1 << bits:
        return extend(bitvector(Op.BVAND, bits, narrow, c), bits, width, signed=False)
    return None


def _or_constant(width: int, a: Term, c: int) -> Value | None:
    if c in (0, -1):
        return c or a
    inner = _constant_of(a, Op.BVOR)
    return None if inner is None else bitvector(Op.BVOR, width, a.args[0], inner | c)


def _xor_constant(width: int, a: Term, c: int) -> Value | None:
    if c == 0:
        return a
    inner = _constant_of(a, Op.BVXOR)
    return None if inner is None else bitvector(Op.BVXOR, width, a.args[0], inner ^ c)


def _shift_constant(op: Op) -> Callable[[int, Term, int], Value | None]:
    def shift(width: int, a: Term, c: int) -> Value | None:
        """Add up repeated shifts. Shifting by the width or more leaves nothing, or only the sign."""
        if c == 0:
            return a
        inner = _constant_of(a, op)
        if inner is not None:
            first, second = (min(unsigned(k, width), width) for k in (inner, c))
            return _shifted(op, width, a.args[0], first + second)
        if not 0 < c < width:
            return _shifted(op, width, a, width)
        narrow = a.args[0] if a.op is Op.ZEROEXT else None
        return 0 if isinstance(narrow, Term) and op is not Op.BVSHL and c >= narrow.sort.width else None

    return shift


def _shifted(op: Op, width: int, a: Value, distance: int) -> Value:
    """Return `a` shifted by a distance that may not fit in `width` bits."""
    if distance >= width and op is not Op.BVASHR:
        return 0
    return bitvector(op, width, a, min(distance, width - 1))


_WITH_CONSTANT: Final[dict[Op, Callable[[int, Term, int], Value | None]]] = {
    Op.BVADD: _add_constant,
    Op.BVSUB: _subtract_constant,
    Op.BVMUL: _multiply_constant,
    Op.BVSDIV: _divide_constant,
    Op.BVSREM: _remainder_constant,
    Op.BVAND: _and_constant,
    Op.BVOR: _or_constant,
    Op.BVXOR: _xor_constant,
    Op.BVSHL: _shift_constant(Op.BVSHL),
    Op.BVLSHR: _shift_constant(Op.BVLSHR),
    Op.BVASHR: _shift_constant(Op.BVASHR),
}


def _of_constant(op: Op, width: int, c: int, b: Term) -> Value:
    """``c op b`` for an operator whose operands may not be exchanged."""
    if c == 0 and op in (Op.BVSHL, Op.BVLSHR, Op.BVASHR, Op.BVSREM):
        return 0
    if c == -1 and op is Op.BVASHR:
        return -1
    if op is Op.BVSUB:
        if b.op is Op.BVSUB and not isinstance(b.args[0], Term):
            return bitvector(Op.BVADD, width, b.args[1], c - b.args[0])
        inner = _constant_of(b, Op.BVADD)
        if inner is not None:
            return bitvector(Op.BVSUB, width, c - inner, b.args[0])
    return _make(op, width, c, b)


# Two terms ------------------------------------------------------------------------------------------------------------


def _of_terms(op: Op, width: int, a: Term, b: Term) -> Value:
    if a is b:
        if op in (Op.BVSUB, Op.BVXOR, Op.BVSREM):
            return 0
        if op in (Op.BVAND, Op.BVOR):
            return a
    if op is Op.BVADD or op is Op.BVSUB:
        return _sum(op, width, a, b)
    return _make(op, width, a, b)


def _sum(op: Op, width: int, a: Term, b: Term) -> Value:
    """Move constants to the outside, where they combine, and cancel a term that is added and subtracted."""
    x, c = split(a)
    y, d = split(b)
    offset = c + d if op is Op.BVADD else c - d
    if op is Op.BVSUB:
        rest: Value = 0 if x is y else _cancelled(width, x, y)
    elif y.op is Op.BVSUB and y.args[1] is x:
        rest = y.args[0]
    elif x.op is Op.BVSUB and x.args[1] is y:
        rest = x.args[0]
    else:
        rest = _make(op, width, x, y)
    return bitvector(Op.BVADD, width, rest, offset)


def _cancelled(width: int, x: Term, y: Term) -> Value:
    if x.op is Op.BVADD and y in x.args:
        return x.args[0] if x.args[1] is y else x.args[1]
    return _make(Op.BVSUB, width, x, y)


# Widths ---------------------------------------------------------------------------------------------------------------


def extend(a: Value, width: int, to: int, *, signed: bool) -> Value:
    """Extend `a` from `width` to `to` bits."""
    if not isinstance(a, Term):
        return a if signed else unsigned(a, width)
    if width == to:
        return a
    a = _operand(a, Sort.bitvector(width))
    assert isinstance(a, Term)
    if is_table(a):
        return map_table(a, lambda leaf: extend(leaf, width, to, signed=signed), Sort.bitvector(to))
    inner = a.args[0] if a.op is Op.ZEROEXT or (a.op is Op.SIGNEXT and signed) else None
    if isinstance(inner, Term):
        return extend(inner, inner.sort.width, to, signed=a.op is Op.SIGNEXT)
    return make(Op.SIGNEXT if signed else Op.ZEROEXT, Sort.bitvector(to), (a,), to - width)


def extract(a: Value, high: int, low: int) -> Value:
    """Return the bits from `high` down to `low`."""
    width = high - low + 1
    if not isinstance(a, Term):
        return wrap(a >> low, width)
    if a.sort.width == width:
        return a
    if is_table(a):
        return map_table(a, lambda leaf: wrap(leaf >> low, width), Sort.bitvector(width))
    if a.op is Op.EXTRACT:
        assert isinstance(a.payload, tuple)
        return extract(a.args[0], high + a.payload[1], low + a.payload[1])
    if a.op in EXTENSIONS:
        simplified = _extract_extended(a, high, low)
        if simplified is not None:
            return simplified
    if low == 0 and a.op in _ON_LOW_BITS and all(map(_is_light, a.args)):
        return bitvector(a.op, width, extract(a.args[0], high, 0), extract(a.args[1], high, 0))
    return make(Op.EXTRACT, Sort.bitvector(width), (a,), (high, low))


def _is_light(operand: Value) -> bool:
    """Whether extraction removes an operand's outermost node, or the operand is plain."""
    return not isinstance(operand, Term) or operand.op in EXTENSIONS


def _extract_extended(a: Term, high: int, low: int) -> Value | None:
    narrow = a.args[0]
    assert isinstance(narrow, Term)
    width = narrow.sort.width
    if high < width:
        return extract(narrow, high, low)
    if low == 0:
        return extend(narrow, width, high + 1, signed=a.op is Op.SIGNEXT)
    return 0 if low >= width and a.op is Op.ZEROEXT else None
