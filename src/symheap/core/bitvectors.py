"""Bit-vector terms: machine integers, with SMT-LIB's meaning of every operator.

A concrete bit-vector is a Python int in two's complement range, as Java prints it.
"""

from __future__ import annotations

from typing import Final

from symheap.core.terms import BOOL, Op, Sort, Term, Value, make, wrap


def _unsigned(value: int, width: int) -> int:
    return value & ((1 << width) - 1)


def fold_bitvector(op: Op, width: int, a: int, b: int) -> int | bool:
    """The meaning of a bit-vector operator on plain integers: SMT-LIB's, read as signed."""
    shift = _unsigned(b, width)
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
        return wrap(_unsigned(a, width) >> shift, width) if shift < width else 0
    if op is Op.BVASHR:
        return a >> min(shift, width - 1)
    if op is Op.BVSLT:
        return a < b
    assert op is Op.BVULT
    return _unsigned(a, width) < _unsigned(b, width)


_PREDICATES: Final = frozenset({Op.BVSLT, Op.BVULT})


def bitvector(op: Op, width: int, a: Value, b: Value) -> Value:
    """``a op b`` on two bit-vectors of `width` bits."""
    if not isinstance(a, Term) and not isinstance(b, Term):
        return fold_bitvector(op, width, a, b)
    if op in _PREDICATES and a is b:
        return False
    if not isinstance(b, Term) and b == 0 and op in (Op.BVADD, Op.BVSUB, Op.BVOR, Op.BVXOR, Op.BVSHL):
        return a
    return make(op, BOOL if op in _PREDICATES else Sort.bitvector(width), (a, b), width)


def extend(a: Value, width: int, to: int, *, signed: bool) -> Value:
    if not isinstance(a, Term):
        return a if signed else _unsigned(a, width)
    return make(Op.SIGNEXT if signed else Op.ZEROEXT, Sort.bitvector(to), (a,), to - width)


def extract(a: Value, high: int, low: int) -> Value:
    if not isinstance(a, Term):
        return wrap(a >> low, high - low + 1)
    return make(Op.EXTRACT, Sort.bitvector(high - low + 1), (a,), (high, low))
