"""The decimal digits of a symbolic integer as terms: exact, and without a decision."""

from __future__ import annotations

from functools import lru_cache

from symheap.core.terms import BV8, BV32, Op, Sort, Value, and_, eq, ite
from symheap.core.theories.bitvectors import bitvector, extract

_MOST = {32: 10, 64: 19}
"""The largest number of digits."""


@lru_cache(maxsize=1024, typed=True)
def digits(number: Value, width: int) -> tuple[tuple[Value, ...], Value]:
    """Return the characters of a number, right-aligned in as many places as the longest one needs, and their count.

    The places to their left have no meaning. Division rounds towards zero, as in Java, so the least number is no
    exception. Cached: one number is shown on many paths.
    """
    negative = bitvector(Op.BVSLT, width, number, 0)
    length = ite(negative, _length(number, width, negative=True), _length(number, width, negative=False), BV32)
    shown: list[Value] = []
    for k in range(_MOST[width] + 1):
        digit = _digit(number, width, k, negative) if k < _MOST[width] else 0
        is_sign = and_(negative, eq(length, k + 1)) if k else False
        shown.append(ite(is_sign, ord("-"), digit, BV8))
    return tuple(reversed(shown)), length


def _digit(number: Value, width: int, k: int, negative: Value) -> Value:
    """Return the character of the digit for 10**k."""
    rest = bitvector(Op.BVSREM, width, bitvector(Op.BVSDIV, width, number, 10**k), 10)
    digit = ite(negative, bitvector(Op.BVSUB, width, 0, rest), rest, Sort.bitvector(width))
    return bitvector(Op.BVADD, 8, extract(digit, 7, 0), ord("0"))


def _length(number: Value, width: int, *, negative: bool) -> Value:
    """Return the length of a number whose sign is known, from comparisons alone."""
    most = _MOST[width]
    length: Value = most + 1 if negative else most
    for k in range(most - 1, 0, -1):
        if negative:
            shorter = bitvector(Op.BVSLT, width, -(10**k), number)
        else:
            shorter = bitvector(Op.BVSLT, width, number, 10**k)
        length = ite(shorter, k + 1 if negative else k, length, BV32)
    return length
