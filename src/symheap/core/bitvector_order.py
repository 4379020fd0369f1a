"""Equality and order of bit-vectors, as simply as they can be said.

Modulo 2^n a constant summand moves to the other side of an equation, but not of an inequality.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from symheap.core.ieee import is_nan_bits, nan
from symheap.core.terms import BOOL, Op, Sort, Term, Value, and_, by_choice, eq, equation, make, not_, or_, wrap
from symheap.core.walk import is_table

_EXTENSIONS: Final = frozenset({Op.SIGNEXT, Op.ZEROEXT})


def _unsigned(value: int, width: int) -> int:
    return value & ((1 << width) - 1)


def _narrow(a: Term) -> Term:
    """What was extended."""
    inner = a.args[0]
    assert isinstance(inner, Term)
    return inner


def _is_switch(a: Value) -> bool:
    """Whether a term is one choice between two plain values."""
    return isinstance(a, Term) and a.op is Op.ITE and not any(isinstance(arg, Term) for arg in a.args[1:])


# Equality -------------------------------------------------------------------------------------------------------------


def equal(sort: Sort, a: Value, b: Value) -> Value:
    """``a = b`` on bit-vectors of `sort`, one of which is a term."""
    if not isinstance(a, Term):
        a, b = b, a
    assert isinstance(a, Term)
    if isinstance(b, Term):
        return _equal_terms(sort, a, b)
    rest, number = _solved(a, wrap(b, sort.width))
    if number is None:
        return False
    if rest.op is Op.FPTOBITS:
        return _has_bits(rest, number)
    if rest.op is Op.ITE:
        return _chosen_equal(rest, number)
    if number == 0 and rest.op in (Op.BVSUB, Op.BVXOR):
        return eq(*rest.args)
    return equation(rest, number)


@lru_cache(maxsize=65_536)
def _chosen_equal(chosen: Term, number: int) -> Value:
    """Remembered: a choice that is an index is compared with the same few numbers, once for each table it may read."""
    return by_choice(chosen, lambda leaf: eq(leaf, number))


def _has_bits(bits: Term, number: int) -> Value:
    """Of no number only the canonical bits are seen."""
    width = bits.sort.width
    if is_nan_bits(number, width) and number != nan(width):
        return False
    return eq(bits.args[0], number)


def _solved(a: Term, number: int) -> tuple[Term, int | None]:
    """The equation ``a = number`` with what can be undone on the left done on the right; None: it has no solution."""
    while True:
        step = _undone(a, number)
        if step is None:
            return a, number
        a, found = step
        if found is None:
            return a, None
        number = found


def _undone(a: Term, n: int) -> tuple[Term, int | None] | None:
    if a.op in _EXTENSIONS:
        inner = _narrow(a)
        number = wrap(n, inner.sort.width)
        fits = number == n if a.op is Op.SIGNEXT else _unsigned(number, inner.sort.width) == n
        return inner, number if fits else None
    if len(a.args) != 2:
        return None
    x, y = a.args
    width = a.sort.width
    if not isinstance(x, Term):
        return (y, wrap(x - n, width)) if a.op is Op.BVSUB and isinstance(y, Term) else None
    if isinstance(y, Term):
        return None
    if a.op is Op.BVADD:
        return x, wrap(n - y, width)
    if a.op is Op.BVXOR:
        return x, n ^ y
    if a.op is Op.BVMUL and y % 2:
        return x, wrap(n * pow(y, -1, 1 << width), width)
    impossible = (a.op is Op.BVAND and n & ~y) or (a.op is Op.BVOR and y & ~n)
    return (x, None) if impossible else None


def _equal_terms(sort: Sort, a: Term, b: Term) -> Value:
    if a is b:
        return True
    undone = a.op in _EXTENSIONS or a.op is Op.FPTOBITS
    if undone and a.op is b.op and _narrow(a).sort is _narrow(b).sort:
        return eq(a.args[0], b.args[0])
    if _is_switch(a) and is_table(b):
        return by_choice(a, lambda leaf: eq(b, leaf))
    if _is_switch(b) and is_table(a):
        return by_choice(b, lambda leaf: eq(a, leaf))
    x, c = _split(a)
    y, d = _split(b)
    if x is y:
        return c == d
    if c and d:
        difference = wrap(d - c, sort.width)
        return eq(x, make(Op.BVADD, sort, (y, difference), sort.width) if difference else y)
    return equation(a, b)


def _split(a: Term) -> tuple[Value, int]:
    """`a` as a term plus a constant."""
    if a.op is Op.BVADD:
        term, constant = a.args
        if not isinstance(constant, Term):
            return term, constant
    return a, 0


# Order ----------------------------------------------------------------------------------------------------------------


def compare(op: Op, width: int, a: Value, b: Value) -> Value:
    """``a < b``, signed or unsigned, where one of the two is a term."""
    if a is b:
        return False
    if not isinstance(b, Term):
        assert isinstance(a, Term)
        return _below(op, width, a, b)
    if not isinstance(a, Term):
        return _above(op, width, a, b)
    if a.op in _EXTENSIONS and a.op is b.op and _narrow(a).sort is _narrow(b).sort:
        signed = op is Op.BVSLT and a.op is Op.SIGNEXT
        return compare(Op.BVSLT if signed else Op.BVULT, _narrow(a).sort.width, _narrow(a), _narrow(b))
    if op is Op.BVULT and _is_below_any_but_zero(a, b):
        return not_(eq(b, 0))
    if _is_switch(a) and is_table(b):
        return by_choice(a, lambda leaf: compare(op, width, leaf, b))
    if _is_switch(b) and is_table(a):
        return by_choice(b, lambda leaf: compare(op, width, a, leaf))
    return make(op, BOOL, (a, b), width)


def _is_below_any_but_zero(a: Term, b: Term) -> bool:
    """Whether `a` is a remainder by `b`, or has no bit that ``b - 1`` has not: how a table of size b is indexed."""
    if a.op is Op.BVSREM:
        return a.args[1] is b and _is_not_negative(a.args[0])
    return a.op is Op.BVAND and any(isinstance(arg, Term) and _split(arg) == (b, -1) for arg in a.args)


def _is_not_negative(a: Value) -> bool:
    """Whether a term is seen to be no negative number."""
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
    if a.op in _EXTENSIONS:
        narrow, bits = _narrow(a), _narrow(a).sort.width
        if a.op is Op.ZEROEXT:
            if op is Op.BVSLT and c < 0:
                return False
            return True if _unsigned(c, width) >> bits else compare(Op.BVULT, bits, narrow, wrap(c, bits))
        if wrap(c, bits) == c:
            return compare(op, bits, narrow, c)
        return c > 0 if op is Op.BVSLT else not_(compare(Op.BVSLT, bits, narrow, 0))
    if op is Op.BVULT:
        return eq(a, 0) if c == 1 else make(op, BOOL, (a, c), width)
    low, high = _seen_range(a, width)
    if c <= low or high < c:
        return high < c
    return _is_negative(a) if c == 0 else make(op, BOOL, (a, c), width)


def _above(op: Op, width: int, c: int, a: Term) -> Value:
    """``c < a``, by way of ``not a < c + 1`` where a is extended."""
    if c == _greatest(op, width):
        return False
    if a.op is Op.ITE:
        return by_choice(a, lambda leaf: _less(op, width, c, leaf))
    if a.op in _EXTENSIONS:
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
    """``a < 0``: the sign of what is combined bit by bit is the combination of the signs."""
    if a.op is Op.FPTOBITS:
        return _has_sign(a)
    parts = _combined(a) if a.op in _OF_SIGNS else (a,)
    if len(parts) == 1 or len(parts) > _MOST_SIGNS:
        return make(Op.BVSLT, BOOL, (a, 0), a.sort.width)
    return _OF_SIGNS[a.op](*(_is_negative_part(part) for part in parts))


def _has_sign(bits: Term) -> Value:
    """That a number is negative, or the zero that is.  What is no number has no sign that is seen."""
    number = bits.args[0]
    return or_(make(Op.FPLT, BOOL, (number, 0)), eq(number, -1 << (bits.sort.width - 1)))


def _is_negative_part(part: Value) -> Value:
    if isinstance(part, Term) and part.op not in _OF_SIGNS:
        return compare(Op.BVSLT, part.sort.width, part, 0)
    return make(Op.BVSLT, BOOL, (part, 0), part.sort.width) if isinstance(part, Term) else part < 0


def _combined(a: Term) -> tuple[Value, ...]:
    """The operands of an operator, and of the same one right below it; one more than `_MOST_SIGNS` at most."""
    found: list[Value] = []
    stack: list[Value] = [a]
    while stack and len(found) <= _MOST_SIGNS:
        part = stack.pop()
        if isinstance(part, Term) and part.op is a.op:
            stack.extend(reversed(part.args))
        else:
            found.append(part)
    return tuple(found)


def _seen_range(a: Term, width: int) -> tuple[int, int]:
    """Signed bounds of a term that its outermost operator shows."""
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
    return a < b if op is Op.BVSLT else _unsigned(a, width) < _unsigned(b, width)


def _least(op: Op, width: int) -> int:
    return -1 << (width - 1) if op is Op.BVSLT else 0


def _greatest(op: Op, width: int) -> int:
    return (1 << (width - 1)) - 1 if op is Op.BVSLT else -1
