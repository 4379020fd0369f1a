"""Signed and unsigned order of bit-vectors, with simplification.

Modulo 2^n, a constant summand can be moved to the other side of an equation (see `theories.equality`) but not of an
inequality.
"""

from __future__ import annotations

from typing import Final

from symheap.core.deadline import tick
from symheap.core.nodes import Term, Value, make
from symheap.core.operators import EXTENSIONS, Op
from symheap.core.sorts import BOOL
from symheap.core.theories.bits import narrow, split, unsigned, wrap
from symheap.core.theories.booleans import and_, not_, or_
from symheap.core.theories.choice import TURNED, by_choice, is_switch, is_table
from symheap.core.theories.equality import eq


def compare(op: Op, width: int, a: Value, b: Value) -> Value:
    """Return ``a < b``, signed or unsigned; at least one operand is a term."""
    if a is b:
        return False
    if not isinstance(b, Term):
        assert isinstance(a, Term)
        return _below(op, width, a, b)
    if not isinstance(a, Term):
        return _above(op, width, a, b)
    if a.op in EXTENSIONS and a.op is b.op and narrow(a).sort is narrow(b).sort:
        signed = op is Op.BVSLT and a.op is Op.SIGNEXT
        return compare(Op.BVSLT if signed else Op.BVULT, narrow(a).sort.width, narrow(a), narrow(b))
    if op is Op.BVULT and _is_below_any_but_zero(a, b):
        return not_(eq(b, 0))
    if is_switch(a) and is_table(b):
        return by_choice(a, lambda leaf: compare(op, width, leaf, b))
    if is_switch(b) and is_table(a):
        return by_choice(b, lambda leaf: compare(op, width, a, leaf))
    return make(op, BOOL, (a, b), width)


def _turned(order: Term) -> Value:
    a, b = order.args
    return compare(order.op, order.width, b, a)


TURNED[Op.BVSLT] = TURNED[Op.BVULT] = _turned


def _is_below_any_but_zero(a: Term, b: Term) -> bool:
    """Whether `a` is a remainder by `b` or is masked with ``b - 1``, as an index into a hash table of size b is."""
    if a.op is Op.BVSREM:
        return a.args[1] is b and _is_not_negative(a.args[0])
    return a.op is Op.BVAND and any(isinstance(arg, Term) and split(arg) == (b, -1) for arg in a.args)


def _is_not_negative(a: Value) -> bool:
    """Whether the outermost operator shows that a term is not negative."""
    if not isinstance(a, Term):
        return a >= 0
    if a.op is Op.ZEROEXT:
        return True
    masked = a.args[1] if a.op is Op.BVAND else -1
    return not isinstance(masked, Term) and masked >= 0


def _below(op: Op, width: int, a: Term, c: int) -> Value:
    """``a < c``."""
    if c == _least(op, width):
        return False
    if a.op is Op.ITE:
        return by_choice(a, lambda leaf: _less(op, width, leaf, c))
    if a.op in EXTENSIONS:
        inner, bits = narrow(a), narrow(a).sort.width
        if a.op is Op.ZEROEXT:
            if op is Op.BVSLT and c < 0:
                return False
            return True if unsigned(c, width) >> bits else compare(Op.BVULT, bits, inner, wrap(c, bits))
        if wrap(c, bits) == c:
            return compare(op, bits, inner, c)
        return c > 0 if op is Op.BVSLT else not_(compare(Op.BVSLT, bits, inner, 0))
    if op is Op.BVULT:
        return eq(a, 0) if c == 1 else make(op, BOOL, (a, c), width)
    low, high = _seen_range(a, width)
    if c <= low or high < c:
        return high < c
    return _is_negative(a) if c == 0 else make(op, BOOL, (a, c), width)


def _above(op: Op, width: int, c: int, a: Term) -> Value:
    """``c < a``, computed as ``not a < c + 1`` where `a` is an extension."""
    if c == _greatest(op, width):
        return False
    if a.op is Op.ITE:
        return by_choice(a, lambda leaf: _less(op, width, c, leaf))
    if a.op in EXTENSIONS:
        return not_(_below(op, width, a, wrap(c + 1, width)))
    if op is Op.BVULT:
        return not_(eq(a, 0)) if c == 0 else make(op, BOOL, (c, a), width)
    low, high = _seen_range(a, width)
    if c < low or high <= c:
        return c < low
    return not_(_is_negative(a)) if c == -1 and a.op in _OF_SIGNS else make(op, BOOL, (c, a), width)


_OF_SIGNS: Final = {Op.BVOR: or_, Op.BVAND: and_}
_MOST_SIGNS: Final = 8


def _is_negative(a: Term) -> Value:
    """``a < 0``. The sign of a bitwise combination is the combination of the signs."""
    if a.op is Op.FPTOBITS:
        return _has_sign(a)
    parts = _combined(a) if a.op in _OF_SIGNS else (a,)
    if len(parts) == 1 or len(parts) > _MOST_SIGNS:
        return make(Op.BVSLT, BOOL, (a, 0), a.sort.width)
    return _OF_SIGNS[a.op](*(_is_negative_part(part) for part in parts))


def _has_sign(bits: Term) -> Value:
    """Whether a number is negative, or negative zero. NaN has no visible sign."""
    number = bits.args[0]
    return or_(make(Op.FPLT, BOOL, (number, 0)), eq(number, -1 << (bits.sort.width - 1)))


def _is_negative_part(part: Value) -> Value:
    if isinstance(part, Term) and part.op not in _OF_SIGNS:
        return compare(Op.BVSLT, part.sort.width, part, 0)
    return make(Op.BVSLT, BOOL, (part, 0), part.sort.width) if isinstance(part, Term) else part < 0


def _combined(a: Term) -> tuple[Value, ...]:
    """Return the operands of an operator, nested occurrences of it flattened, up to `_MOST_SIGNS` + 1 of them."""
    operands: list[Value] = []
    stack: list[Value] = [a]
    while stack and len(operands) <= _MOST_SIGNS:
        tick()
        part = stack.pop()
        if isinstance(part, Term) and part.op is a.op:
            stack.extend(reversed(part.args))
        else:
            operands.append(part)
    return tuple(operands)


def _seen_range(a: Term, width: int) -> tuple[int, int]:
    """Return signed bounds of a term, as far as its outermost operator shows them."""
    half = 1 << (width - 1)
    constant = a.args[1] if a.op in (Op.BVAND, Op.BVLSHR) else -1
    if isinstance(constant, Term) or constant < 0:
        return -half, half - 1
    if a.op is Op.BVAND:
        return 0, constant
    return (0, (1 << (width - constant)) - 1) if 0 < constant < width else (-half, half - 1)


def _less(op: Op, width: int, a: Value, b: Value) -> Value:
    if isinstance(a, Term) or isinstance(b, Term):
        return compare(op, width, a, b)
    return a < b if op is Op.BVSLT else unsigned(a, width) < unsigned(b, width)


def _least(op: Op, width: int) -> int:
    return -1 << (width - 1) if op is Op.BVSLT else 0


def _greatest(op: Op, width: int) -> int:
    return (1 << (width - 1)) - 1 if op is Op.BVSLT else -1
