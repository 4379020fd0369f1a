"""Intervals of bit-vectors, derived from the conjuncts of a path and updated as it grows.

Sound for any set of conjuncts: each new interval follows from one conjunct and the intervals before. Intervals are
signed and never empty, so a contradictory path is not detected here. Equal terms share one interval.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import immutables

from symheap.core.terms import Op, Term, Value
from symheap.solver.fold import fold

_DEPTH: Final = 6


class Interval(NamedTuple):
    low: int
    high: int


class Intervals(NamedTuple):
    """Intervals of terms. A term that `same` maps to another one is equal to it and has its interval."""

    intervals: immutables.Map[Term, Interval] = immutables.Map()
    same: immutables.Map[Term, Term] = immutables.Map()

    def representative(self, term: Term) -> Term:
        other = self.same.get(term)
        while other is not None:
            term, other = other, self.same.get(other)
        return term

    def get(self, term: Term, default: Interval) -> Interval:
        return self.intervals.get(self.representative(term) if self.same else term, default)

    def set(self, term: Term, interval: Interval) -> Intervals:
        return Intervals(self.intervals.set(self.representative(term), interval), self.same)

    def joined(self, a: Term, b: Term) -> Intervals:
        """Return the bounds with `a` and `b` merged into one class."""
        older, younger = sorted((self.representative(a), self.representative(b)), key=lambda term: term.id)
        return self if older is younger else Intervals(self.intervals, self.same.set(younger, older))


NO_BOUNDS: Final = Intervals()


def tightened(bounds: Intervals, conjunct: Term) -> Intervals:
    """Return `bounds` narrowed by one more conjunct."""
    atom, holds = _atom(conjunct)
    if atom.op is Op.EQ and len(atom.args) == 2:
        return _from_equation(bounds, atom, holds)
    if atom.op is Op.BVSLT:
        a, b = atom.args
        return _below(bounds, atom.width, a, b, 1) if holds else _below(bounds, atom.width, b, a, 0)
    if atom.op is Op.BVULT:
        return _from_unsigned(bounds, atom, holds)
    return bounds


def refutes(bounds: Intervals, condition: Value) -> bool:
    """Whether no model within the bounds satisfies a condition; False if this cannot be shown."""
    return isinstance(condition, Term) and _truth(bounds, condition) is False


# Learning
# ---------------------------------------------------------------------------------------------------------------


def _atom(condition: Term) -> tuple[Term, bool]:
    inner = condition.args[0] if condition.op is Op.NOT else condition
    assert isinstance(inner, Term)
    return inner, inner is condition


def _below(bounds: Intervals, width: int, a: Value, b: Value, distance: int) -> Intervals:
    """Add ``a + distance <= b``."""
    of_a, of_b = interval(bounds, a, width), interval(bounds, b, width)
    bounds = _narrowed(bounds, a, of_a, of_a.low, min(of_a.high, of_b.high - distance))
    return _narrowed(bounds, b, of_b, max(of_b.low, of_a.low + distance), of_b.high)


def _narrowed(bounds: Intervals, value: Value, known: Interval, low: int, high: int) -> Intervals:
    if not isinstance(value, Term) or (low, high) == known or low > high:
        return bounds
    return bounds.set(value, Interval(low, high))


def _from_equation(bounds: Intervals, atom: Term, holds: bool) -> Intervals:
    a, b = atom.args
    width = _width(a) or _width(b)
    if not width:
        return bounds
    of_a, of_b = interval(bounds, a, width), interval(bounds, b, width)
    if holds:
        if isinstance(a, Term) and isinstance(b, Term):
            bounds = bounds.joined(a, b)
        low, high = max(of_a.low, of_b.low), min(of_a.high, of_b.high)
        value = a if isinstance(a, Term) else b
        known = interval(bounds, value, width)
        return _narrowed(bounds, value, known, low, high)
    for value, known, other in ((a, of_a, of_b), (b, of_b, of_a)):
        if other.low == other.high:
            low, high = known.low + (known.low == other.low), known.high - (known.high == other.low)
            bounds = _narrowed(bounds, value, known, low, high)
    return bounds


def _from_unsigned(bounds: Intervals, atom: Term, holds: bool) -> Intervals:
    """Add an unsigned comparison: only non-negative numbers are below a non-negative one."""
    width = atom.width
    a, b = atom.args
    of_a, of_b = interval(bounds, a, width), interval(bounds, b, width)
    if not holds:
        a, b, of_a, of_b = b, a, of_b, of_a
    if of_b.low < 0:
        return bounds
    bounds = _narrowed(bounds, a, of_a, max(0, of_a.low), of_a.high)
    return _below(bounds, width, a, b, int(holds))


def _width(value: Value) -> int:
    return value.sort.width if isinstance(value, Term) else 0


# Intervals of terms
# -----------------------------------------------------------------------------------------------------


def interval(bounds: Intervals, value: Value, width: int, depth: int = _DEPTH) -> Interval:
    """Return the interval of a bit-vector, from its bounds and from its structure."""
    if not isinstance(value, Term):
        return Interval(value, value)
    half = 1 << (width - 1)
    whole = Interval(-half, half - 1)
    if value.sort.width != width:
        return whole
    bound = bounds.get(value, whole)
    computed = _made(bounds, value, width, depth - 1) if depth and value.args else None
    if computed is None or computed.low < whole.low or computed.high > whole.high:
        return bound
    low, high = max(bound.low, computed.low), min(bound.high, computed.high)
    return Interval(low, high) if low <= high else bound


def _made(bounds: Intervals, term: Term, width: int, depth: int) -> Interval | None:
    """Return the interval of the integer that a term would be without wrap-around; None if nothing is known."""
    if term.op is Op.SIGNEXT or term.op is Op.ZEROEXT:
        inner = interval(bounds, term.args[0], _width(term.args[0]), depth)
        if term.op is Op.SIGNEXT or inner.low >= 0:
            return inner
        return Interval(0, (1 << _width(term.args[0])) - 1)
    if term.op is Op.ITE:
        table = fold(term, _tables, _table_range)
        if table is not _NO_TABLE:
            return table
        then, other = (interval(bounds, arg, width, depth) for arg in term.args[1:])
        return Interval(min(then.low, other.low), max(then.high, other.high))
    if term.op is Op.BVADD or term.op is Op.BVSUB:
        a, b = (interval(bounds, arg, width, depth) for arg in term.args)
        if term.op is Op.BVADD:
            return Interval(a.low + b.low, a.high + b.high)
        return Interval(a.low - b.high, a.high - b.low)
    return _by_constant(bounds, term, width, depth)


_NO_TABLE: Final = Interval(1, 0)
_tables: dict[Term, Interval] = {}


def _table_range(term: Term) -> Interval:
    """Return the range of a choice between plain numbers, however deep."""
    if term.op is not Op.ITE or not term.sort.width:
        return _NO_TABLE
    leaves = [_tables[arg] if isinstance(arg, Term) else Interval(arg, arg) for arg in term.args[1:]]
    if _NO_TABLE in leaves:
        return _NO_TABLE
    return Interval(min(leaf.low for leaf in leaves), max(leaf.high for leaf in leaves))


def _by_constant(bounds: Intervals, term: Term, width: int, depth: int) -> Interval | None:
    constant = term.args[1] if len(term.args) == 2 else None
    if constant is None or isinstance(constant, Term) or constant <= 0:
        return None
    if term.op is Op.BVAND:
        return Interval(0, constant)
    if term.op not in (Op.BVMUL, Op.BVSDIV, Op.BVSREM, Op.BVASHR, Op.BVLSHR):
        return None
    a = interval(bounds, term.args[0], width, depth)
    if term.op is Op.BVLSHR and a.low < 0:
        a = Interval(0, (1 << width) - 1)
    if term.op is Op.BVMUL:
        return Interval(a.low * constant, a.high * constant)
    if term.op is Op.BVASHR or term.op is Op.BVLSHR:
        return Interval(a.low >> constant, a.high >> constant) if constant < width else None
    if term.op is Op.BVSREM:
        return Interval(max(min(a.low, 0), 1 - constant), min(max(a.high, 0), constant - 1))
    return Interval(_quotient(a.low, constant), _quotient(a.high, constant))


def _quotient(a: int, b: int) -> int:
    """Divide, rounding towards zero."""
    return a // b if a >= 0 else -(-a // b)


def _truth(bounds: Intervals, condition: Term, depth: int = _DEPTH) -> bool | None:
    """Return the value of a condition in all models within the bounds, if that can be shown."""
    if condition.op is Op.NOT:
        inner = condition.args[0]
        value = _truth(bounds, inner, depth) if isinstance(inner, Term) else None
        return None if value is None else not value
    if condition.op is Op.AND or condition.op is Op.OR:
        return _connected(bounds, condition, depth)
    if condition.op is Op.BVSLT:
        a, b = (interval(bounds, arg, condition.width) for arg in condition.args)
        return True if a.high < b.low else False if a.low >= b.high else None
    if condition.op is Op.BVULT:
        return _unsigned_order(*(interval(bounds, arg, condition.width) for arg in condition.args))
    if condition.op is Op.EQ:
        width = _width(condition.args[0]) or _width(condition.args[1])
        if width:
            a, b = (interval(bounds, arg, width) for arg in condition.args)
            if a.high < b.low or b.high < a.low:
                return False
            return True if a.low == a.high == b.low == b.high else None
    return None


def _unsigned_order(a: Interval, b: Interval) -> bool | None:
    """Compare unsigned. Within one sign the order is the signed one; negative numbers are above all others."""
    if (a.low < 0 <= a.high) or (b.low < 0 <= b.high):
        return None
    if (a.low < 0) != (b.low < 0):
        return b.low < 0
    return True if a.high < b.low else False if a.low >= b.high else None


def _connected(bounds: Intervals, condition: Term, depth: int) -> bool | None:
    settles = condition.op is Op.OR
    known = True
    for part in condition.args if depth else ():
        value = _truth(bounds, part, depth - 1) if isinstance(part, Term) else bool(part)
        if value is settles:
            return settles
        known = known and value is not None
    return not settles if known and depth else None
