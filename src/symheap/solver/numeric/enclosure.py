"""Enclosures: sets of possible results of floating-point operators, and of the operands that lead to them.

An enclosure is an interval of numbers, infinities included, and a flag for NaN. It does not distinguish the two zeros.
Rounding to nearest is monotone, so the ends of a result are the results of ends.

Laws: `forward` of enclosures contains every result of their members; `backward` never removes an operand whose result
is in the result's enclosure.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from symheap.core.terms import Op
from symheap.core.theories import ieee

INFINITY = math.inf


class Enclosure(NamedTuple):
    """All numbers from `low` to `high`, none if `low` is greater; and NaN, if `nan`."""

    low: float
    high: float
    nan: bool

    @property
    def has_numbers(self) -> bool:
        return self.low <= self.high

    @property
    def is_void(self) -> bool:
        return not self.nan and self.low > self.high

    def contains_zero(self) -> bool:
        return self.low <= 0.0 <= self.high

    def contains_infinity(self) -> bool:
        return self.has_numbers and (self.low == -INFINITY or self.high == INFINITY)

    def numbers(self) -> Enclosure:
        return Enclosure(self.low, self.high, False) if self.nan else self

    def meet(self, other: Enclosure) -> Enclosure:
        return Enclosure(max(self.low, other.low), min(self.high, other.high), self.nan and other.nan)

    def join(self, other: Enclosure) -> Enclosure:
        return Enclosure(min(self.low, other.low), max(self.high, other.high), self.nan or other.nan)


ANYTHING = Enclosure(-INFINITY, INFINITY, True)
NUMBERS = Enclosure(-INFINITY, INFINITY, False)
NAN_ONLY = Enclosure(INFINITY, -INFINITY, True)


def only(number: float) -> Enclosure:
    return NAN_ONLY if number != number else Enclosure(number, number, False)


def below(number: float, width: int = 64) -> float:
    return math.nextafter(number, -INFINITY) if width == 64 else _next_single(number, up=False)


def above(number: float, width: int = 64) -> float:
    return math.nextafter(number, INFINITY) if width == 64 else _next_single(number, up=True)


def _next_single(number: float, *, up: bool) -> float:
    return ieee.single(ieee.neighbour(ieee.single_bits(number), 32, up=up))


def _rounded(number: float, width: int) -> float:
    return number if width == 64 else ieee.single(ieee.single_bits(number))


def _hull(numbers: Iterable[float], nan: bool) -> Enclosure:
    kept = [number for number in numbers if number == number]
    return Enclosure(min(kept, default=INFINITY), max(kept, default=-INFINITY), nan)


# Forward --------------------------------------------------------------------------------------------------------------


def forward(op: Op, width: int, a: Enclosure, b: Enclosure) -> Enclosure:
    """Return the enclosure of the results of a binary operator."""
    nan = a.nan or b.nan
    if not (a.has_numbers and b.has_numbers):
        return NAN_ONLY
    if op is Op.FPSUB:
        op, b = Op.FPADD, Enclosure(-b.high, -b.low, b.nan)
    if op is Op.FPADD:
        return _sum(width, a, b, nan)
    if op is Op.FPMUL:
        nan = nan or (a.contains_zero() and b.contains_infinity()) or (b.contains_zero() and a.contains_infinity())
        return _hull((_rounded(_product(x, y), width) for x in a[:2] for y in b[:2]), nan)
    if op is Op.FPDIV:
        nan = nan or (a.contains_zero() and b.contains_zero()) or (a.contains_infinity() and b.contains_infinity())
        if b.contains_zero():
            return Enclosure(-INFINITY, INFINITY, nan)
        return _hull((_rounded(_ratio(x, y), width) for x in a[:2] for y in b[:2]), nan)
    size = max(abs(a.low), abs(a.high))
    return Enclosure(-size, size, True)


def _sum(width: int, a: Enclosure, b: Enclosure, nan: bool) -> Enclosure:
    low, high = a.low + b.low, a.high + b.high
    opposite = (a.low == -INFINITY and b.high == INFINITY) or (a.high == INFINITY and b.low == -INFINITY)
    return Enclosure(
        -INFINITY if low != low else _rounded(low, width),
        INFINITY if high != high else _rounded(high, width),
        nan or opposite,
    )


def _product(x: float, y: float) -> float:
    """Multiply ends of intervals. Zero times infinity is NaN, but for numbers close to them zero is the least
    product.
    """
    return 0.0 if x == 0.0 or y == 0.0 else x * y


def _ratio(x: float, y: float) -> float:
    """Divide ends of intervals. Infinity over infinity is NaN, but a finite number near it over infinity is zero."""
    return 0.0 if math.isinf(x) and math.isinf(y) else ieee.divide(x, y)


def forward_unary(op: Op, width: int, a: Enclosure, mode: str = "") -> Enclosure:
    """Return the enclosure of the results of a unary operator; `width` is that of the result."""
    if not a.has_numbers:
        return NAN_ONLY
    if op is Op.FPNEG:
        return Enclosure(-a.high, -a.low, a.nan)
    if op is Op.FPABS:
        least = 0.0 if a.contains_zero() else min(abs(a.low), abs(a.high))
        return Enclosure(least, max(abs(a.low), abs(a.high)), a.nan)
    if op is Op.FPSQRT:
        nan = a.nan or a.low < 0
        if a.high < 0:
            return NAN_ONLY
        return Enclosure(_rounded(math.sqrt(max(0.0, a.low)), width), _rounded(math.sqrt(a.high), width), nan)
    if op is Op.FPROUND:
        return Enclosure(ieee.round_integral(a.low, mode), ieee.round_integral(a.high, mode), a.nan)
    if op is Op.FPCONVERT:
        return Enclosure(_rounded(a.low, width), _rounded(a.high, width), a.nan)
    return ANYTHING


# Backward -------------------------------------------------------------------------------------------------------------

Pair = tuple[Enclosure, Enclosure]


def backward(op: Op, width: int, z: Enclosure, a: Enclosure, b: Enclosure, *, same: bool = False) -> Pair:
    """Narrow the operands of a binary operator whose result is in `z`. With `same`, both are one number."""
    if z.nan:
        return a, b
    a, b = a.numbers(), b.numbers()
    exact = Enclosure(below(z.low, width), above(z.high, width), False)
    if op is Op.FPADD:
        return a.meet(_difference(exact, b)), b.meet(_difference(exact, a))
    if op is Op.FPSUB:
        return a.meet(_difference(exact, Enclosure(-b.high, -b.low, False))), b.meet(_difference(a, exact))
    if op is Op.FPMUL:
        if same:
            root = _roots(exact, a)
            return root, root
        return a.meet(_quotient(exact, b)), b.meet(_quotient(exact, a))
    if op is Op.FPDIV:
        return a.meet(_exact_product(exact, b)), b.meet(_quotient(a, exact))
    return a, b


def _outward(low: float, high: float) -> Enclosure:
    return Enclosure(
        -INFINITY if low != low else below(low),
        INFINITY if high != high else above(high),
        False,
    )


def _difference(a: Enclosure, b: Enclosure) -> Enclosure:
    return _outward(a.low - b.high, a.high - b.low)


def _quotient(a: Enclosure, b: Enclosure) -> Enclosure:
    """Divide enclosures; if `b` may be zero, or both may be infinite, the result is any number."""
    if b.contains_zero() or not b.has_numbers or (a.contains_infinity() and b.contains_infinity()):
        return NUMBERS
    ends = [ieee.divide(x, y) for x in a[:2] for y in b[:2]]
    return _outward(min(ends), max(ends))


def _exact_product(a: Enclosure, b: Enclosure) -> Enclosure:
    if (a.contains_zero() and b.contains_infinity()) or (b.contains_zero() and a.contains_infinity()):
        return NUMBERS
    ends = [_product(x, y) for x in a[:2] for y in b[:2]]
    return _outward(min(ends), max(ends))


def _roots(square: Enclosure, a: Enclosure) -> Enclosure:
    if square.high < 0:
        return Enclosure(INFINITY, -INFINITY, False)
    least, most = below(math.sqrt(max(0.0, square.low))), above(math.sqrt(square.high))
    return _of_size(max(0.0, least), most, a)


def _of_size(least: float, most: float, a: Enclosure) -> Enclosure:
    """Return the part of `a` with an absolute value from `least` to `most`."""
    low = -most if a.low <= -least else least
    high = most if a.high >= least else -least
    return a.meet(Enclosure(low, high, a.nan))


def backward_unary(op: Op, width: int, z: Enclosure, a: Enclosure) -> Enclosure:
    """Narrow the operand of a unary operator whose result is in `z`; `width` is that of the result."""
    if not z.nan:
        a = a.numbers()
    if op is Op.FPNEG:
        return a.meet(Enclosure(-z.high, -z.low, a.nan))
    if op is Op.FPABS:
        return _of_size(max(0.0, z.low), z.high, a)
    if z.nan:
        return a
    if op is Op.FPSQRT:
        least, most = max(0.0, below(z.low, width)), above(z.high, width)
        return a.meet(_outward(least * least, most * most)).meet(Enclosure(0.0, INFINITY, False))
    if op is Op.FPCONVERT:
        return a.meet(_outward(below(z.low, width), above(z.high, width)))
    if op is Op.FPROUND:
        return a.meet(_outward(z.low - 1, z.high + 1))
    return a


# Comparisons ----------------------------------------------------------------------------------------------------------

Truth = tuple[bool, bool]
"""Whether a condition may be true, and whether it may be false."""

_HOLDS: dict[Op, Callable[[Enclosure, Enclosure], Truth]] = {
    Op.FPLT: lambda a, b: (a.low < b.high, not a.high < b.low),
    Op.FPLE: lambda a, b: (a.low <= b.high, not a.high <= b.low),
    Op.FPEQ: lambda a, b: (a.low <= b.high and b.low <= a.high, not a.low == a.high == b.low == b.high),
}


def compared(op: Op, a: Enclosure, b: Enclosure) -> Truth:
    if not (a.has_numbers and b.has_numbers):
        return False, True
    may, may_not = _HOLDS[op](a, b)
    return may, may_not or a.nan or b.nan


def ordered(op: Op, holds: bool, a: Enclosure, b: Enclosure) -> Pair:
    """Narrow the operands of a comparison that is true, or false."""
    if holds:
        a, b = a.numbers(), b.numbers()
        if op is Op.FPEQ:
            both = a.meet(b)
            return both, both
        strict = op is Op.FPLT
        most = below(b.high) if strict else b.high
        least = above(a.low) if strict else a.low
        return a.meet(Enclosure(-INFINITY, most, False)), b.meet(Enclosure(least, INFINITY, False))
    if a.nan or b.nan:
        return a, b
    if op is Op.FPEQ:
        return _without(a, b), _without(b, a)
    b, a = ordered(Op.FPLE if op is Op.FPLT else Op.FPLT, True, b, a)
    return a, b


def _without(a: Enclosure, point: Enclosure) -> Enclosure:
    if point.low != point.high:
        return a
    low = above(a.low) if a.low == point.low else a.low
    high = below(a.high) if a.high == point.low else a.high
    return Enclosure(low, high, a.nan)
