"""Functions of short texts: formulas without applications of the function, for any length up to a bound.

Each returns a condition and the value of the application where the condition holds (`Function.bounded`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from symheap.core.terms import BV32, Op, Value, and_, conjunction, eq, implies, ite, not_, or_
from symheap.core.theories.bitvectors import bitvector, extend
from symheap.core.theories.functions import Reader

Bounded = tuple[Value, Value]
Places = Callable[[Iterable[int]], Iterable[int]]


def unit_of(byte: Value) -> Value:
    return extend(byte, 8, 32, signed=False)


def less(a: Value, b: Value) -> Value:
    return bitvector(Op.BVSLT, 32, a, b)


def at_most(value: Value, bound: Value) -> Value:
    return not_(less(bound, value))


def hash_of(most: int, text: Reader, length: Value) -> Bounded:
    prefix: Value = 0
    result: Value = 0
    for at in range(most):
        prefix = bitvector(Op.BVADD, 32, bitvector(Op.BVMUL, 32, prefix, 31), unit_of(text(at)))
        result = ite(less(at, length), prefix, result, BV32)
    return at_most(length, most), result


def pairwise(same: Callable[[Value, Value], Value], most: int, a: Reader, b: Reader, length: Value) -> Bounded:
    """Whether all units of two texts of one length are the same, according to `same`."""
    units = (implies(less(at, length), same(unit_of(a(at)), unit_of(b(at)))) for at in range(most))
    return at_most(length, most), conjunction(units)


def _chosen(places: Iterable[int], here: Callable[[int], Value]) -> Value:
    """Return the last place for which `here` holds, else -1."""
    result: Value = -1
    for at in places:
        result = ite(here(at), at, result, BV32)
    return result


def unit_found(forward: bool, most: int, text: Reader, length: Value, unit: Value, start: Value) -> Bounded:
    """Return the first place of a unit from `start` on, or the last one up to it."""

    def here(at: int) -> Value:
        passed = less(at, start) if forward else less(start, at)
        return and_(less(at, length), not_(passed), eq(unit_of(text(at)), unit))

    return at_most(length, most), _chosen(_order(forward, most), here)


def text_found(
    forward: bool, most: int, text: Reader, length: Value, wanted: Reader, size: Value, start: Value
) -> Bounded:
    """Return the first place of a text from `start` on, or the last one up to it.

    The start of a forward search is at most the end of the text.
    """

    def here(at: int) -> Value:
        reached = or_(at_most(start, at), eq(at, length)) if forward else at_most(at, start)
        units = (implies(less(k, size), eq(text(at + k), wanted(k))) for k in range(most - at))
        return and_(at_most(at, length), at_most(size, bitvector(Op.BVSUB, 32, length, at)), reached, *units)

    return at_most(length, most), _chosen(_order(forward, most + 1), here)


def _order(forward: bool, count: int) -> Iterable[int]:
    return reversed(range(count)) if forward else range(count)


INDEX_OF_UNIT: Final = partial(unit_found, True)
LAST_INDEX_OF_UNIT: Final = partial(unit_found, False)
INDEX_OF_TEXT: Final = partial(text_found, True)
LAST_INDEX_OF_TEXT: Final = partial(text_found, False)
