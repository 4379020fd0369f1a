"""Equality of two values of one sort, with simplification.

Modulo 2^n, a constant summand can be moved to the other side of an equation: operations on a bit-vector are inverted
where they can be.
"""

from __future__ import annotations

from symheap.core.deadline import tick
from symheap.core.nodes import Term, Value, cached, canonical, equation, make, ordered
from symheap.core.operators import EXTENSIONS, Op
from symheap.core.signatures import check_operand
from symheap.core.sorts import BOOL, INT, REF, Sort
from symheap.core.theories.bits import narrow, split, unsigned, wrap
from symheap.core.theories.booleans import not_
from symheap.core.theories.choice import by_choice, is_switch, is_table, retyped
from symheap.core.theories.ieee import is_nan_bits, nan
from symheap.core.theories.references import eq_ref


def eq(a: Value, b: Value) -> Value:
    """Return the equality of two values of one sort."""
    if a is b:
        return True
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a == b
        a, b = b, a
    assert isinstance(a, Term)
    if a.sort is REF:
        assert isinstance(b, Term)
        return eq_ref(a, b)
    if a.sort is BOOL:
        if isinstance(b, bool):
            return a if b else not_(a)
        assert isinstance(b, Term)
        if not_(a) is b:
            return False
        return make(Op.EQ, BOOL, ordered(a, b))
    if a.sort is not INT or (isinstance(b, Term) and b.sort is not INT):
        return _eq_number(a, b)
    if a.op is Op.ITE and not isinstance(b, Term):
        number = b
        return by_choice(a, lambda leaf: eq(leaf, number))
    if a.op is Op.ADD and not isinstance(b, Term) and not isinstance(a.args[1], Term):
        return eq(a.args[0], b - a.args[1])
    return equation(a, b)


def _eq_number(a: Term, b: Value) -> Value:
    """Equality of bit-vectors, or of floating-point numbers as SMT-LIB's ``=``: all NaNs are equal, the zeros
    differ.
    """
    sort = a.sort if a.sort is not INT or not isinstance(b, Term) else b.sort
    if sort.width:
        return _eq_bits(sort, retyped(a, sort), retyped(b, sort))
    if not isinstance(b, Term):
        number = canonical(b, sort) if sort.float_width else b
        return by_choice(a, lambda leaf: eq(leaf, number)) if a.op is Op.ITE else equation(a, number)
    return equation(a, b)


# Bit-vectors ----------------------------------------------------------------------------------------------------------


def _eq_bits(sort: Sort, a: Value, b: Value) -> Value:
    """``a = b`` on bit-vectors of `sort`, one of which is a term."""
    if not isinstance(a, Term):
        a, b = b, a
    assert isinstance(a, Term)
    if isinstance(b, Term):
        return _eq_terms(sort, a, b)
    rest, number = _solved(a, wrap(b, sort.width))
    if number is None:
        return False
    if rest.op is Op.FPTOBITS:
        return _has_bits(rest, number)
    if rest.op is Op.ITE:
        return _eq_chosen(rest, number)
    if number == 0 and rest.op in (Op.BVSUB, Op.BVXOR):
        return eq(*rest.args)
    return equation(rest, number)


@cached(65_536)
def _eq_chosen(chosen: Term, number: int) -> Value:
    """Cached: a choice used as an index is compared with the same few numbers, once for each table it may read."""
    return by_choice(chosen, lambda leaf: eq(leaf, number))


def _has_bits(bits: Term, number: int) -> Value:
    """Whether a floating-point number has these bits. A NaN has only the canonical bits."""
    width = bits.sort.width
    if is_nan_bits(number, width) and number != nan(width):
        return False
    return eq(bits.args[0], number)


def _solved(a: Term, number: int) -> tuple[Term, int | None]:
    """Return the equation ``a = number`` with invertible operations moved to the right; None: it has no solution."""
    while True:
        tick()
        step = _undone(a, number)
        if step is None:
            return a, number
        a, moved = step
        if moved is None:
            return a, None
        number = moved


def _undone(a: Term, n: int) -> tuple[Term, int | None] | None:
    if a.op in EXTENSIONS:
        inner = narrow(a)
        number = wrap(n, inner.sort.width)
        fits = number == n if a.op is Op.SIGNEXT else unsigned(number, inner.sort.width) == n
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


def _eq_terms(sort: Sort, a: Term, b: Term) -> Value:
    if a is b:
        return True
    check_operand(a.sort, sort)
    check_operand(b.sort, sort)
    undone = a.op in EXTENSIONS or a.op is Op.FPTOBITS
    if undone and a.op is b.op and narrow(a).sort is narrow(b).sort:
        return eq(a.args[0], b.args[0])
    if is_switch(a) and is_table(b):
        return by_choice(a, lambda leaf: eq(b, leaf))
    if is_switch(b) and is_table(a):
        return by_choice(b, lambda leaf: eq(a, leaf))
    x, c = split(a)
    y, d = split(b)
    if x is y:
        return c == d
    if c and d:
        difference = wrap(d - c, sort.width)
        return eq(x, make(Op.BVADD, sort, (y, difference), sort.width) if difference else y)
    return equation(a, b)
