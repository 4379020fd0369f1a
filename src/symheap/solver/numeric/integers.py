"""Bit-vectors as integers: sums, differences, quotients and comparisons mean the same, except for wrap-around.

A bit-vector of n bits is an integer between -2^(n-1) and 2^(n-1) - 1. A sum is the integer sum, minus or plus 2^n if it
leaves that range. The quotient by a constant is a new integer, defined by its bounds; so is the number of times that a
product with a constant wraps around. So every model of the bit-vectors has a model of the integers and vice versa: the
translation is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from symheap.core.operators import BIT_DIVISIONS, BIT_ORDERS, BIT_SUMS, CONNECTIVES, EXTENSIONS, LEAVES
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, INT, REF, Op, Term, Value, add, and_, eq, ite, le, lt, mul, not_, or_, sub, symbol
from symheap.core.walk import postorder
from symheap.solver.backends.backend import only_argument
from symheap.solver.fold import fold

LARGEST_FACTOR: Final = 16
"""The largest constant factor, as in sizes.  Products in hash codes are easier to reason about as bits."""

_SPELLED_OUT: Final = 2
"""How many wrap-arounds at most are listed case by case."""

_ON_INTEGERS: Final = CONNECTIVES | BIT_ORDERS | {Op.ITE, Op.EQ, Op.ISA}
_SHIFTS: Final = frozenset({Op.BVASHR, Op.BVLSHR})


class Number(NamedTuple):
    """An integer with bounds that hold in every model."""

    value: Value
    low: int
    high: int


def is_expressible(term: Term) -> bool:
    """Whether a term uses only operators that integers have too, with constants that are not too large."""
    return fold(term, _expressible, _is_expressible)


_expressible: dict[Term, bool] = {}


def _is_expressible(term: Term) -> bool:
    if not all(_expressible[arg] for arg in term.args if isinstance(arg, Term)):
        return False
    if term.op in LEAVES or term.op in _ON_INTEGERS:
        return bool(term.sort.width) or term.sort in (BOOL, REF)
    if term.op in BIT_SUMS or term.op in EXTENSIONS:
        return True
    constant = term.args[1] if len(term.args) == 2 and not isinstance(term.args[1], Term) else None
    if constant is None:
        return False
    if term.op is Op.BVMUL:
        return abs(constant) <= LARGEST_FACTOR
    if term.op in _SHIFTS:
        return 0 < constant < term.sort.width
    return term.op in BIT_DIVISIONS and constant > 0


class Integers:
    """The translation of expressible terms, memoised."""

    def __init__(self) -> None:
        self._numbers: dict[Term, Number] = {}
        self._definitions: dict[Term, Value] = {}
        self._said: dict[Term, tuple[Value, ...]] = {}

    def of(self, assertion: Term) -> tuple[Value, ...]:
        """Return the translation of an assertion, preceded by the definitions of the integers that it uses."""
        translated = self._said.get(assertion)
        if translated is None:
            value = fold(assertion, self._numbers, self._build).value
            definitions = [self._definitions[node] for node in postorder(assertion) if node in self._definitions]
            translated = self._said[assertion] = (*definitions, value)
        return translated

    def _build(self, term: Term) -> Number:
        if term.sort.width:
            return self._number(term)
        if term.op in LEAVES or term.op is Op.ISA:
            return _truth(term)
        if term.op is Op.BVSLT:
            return _truth(lt(*self._values(term)))
        if term.op is Op.BVULT:
            return _truth(_unsigned_order(*(self._argument(arg) for arg in term.args)))
        values = self._values(term)
        if term.op is Op.ITE:
            return _truth(ite(values[0], values[1], values[2], term.sort))
        return _truth(_CONNECT[term.op](*values))

    def _number(self, term: Term) -> Number:
        if term.op is Op.SYM:
            return self._symbol(term)
        if term.op is Op.ITE:
            condition = self._argument(term.args[0])
            then, other = self._argument(term.args[1]), self._argument(term.args[2])
            chosen = ite(condition.value, then.value, other.value, INT)
            return Number(chosen, min(then.low, other.low), max(then.high, other.high))
        if term.op is Op.SIGNEXT:
            return self._argument(term.args[0])
        if term.op is Op.ZEROEXT:
            return _unsigned(self._argument(term.args[0]), only_argument(term).sort.width)
        if term.op in BIT_SUMS or term.op is Op.BVMUL:
            return self._wrapped(term, self._unwrapped(term))
        return self._divided(term)

    def _symbol(self, term: Term) -> Number:
        least, greatest = _range(term)
        number = integer_of(term)
        self._definitions[term] = and_(le(least, number), le(number, greatest))
        return Number(number, least, greatest)

    def _argument(self, value: Value) -> Number:
        return self._numbers[value] if isinstance(value, Term) else Number(value, value, value)

    def _values(self, term: Term) -> list[Value]:
        return [self._argument(arg).value for arg in term.args]

    # Wrap-around
    # ---------------------------------------------------------------------------------------------------------

    def _unwrapped(self, term: Term) -> Number:
        """Return an integer congruent to a sum, difference or product."""
        a, b = (self._summand(arg) for arg in term.args)
        if term.op is Op.BVADD:
            return Number(add(a.value, b.value), a.low + b.low, a.high + b.high)
        if term.op is Op.BVSUB:
            return Number(sub(a.value, b.value), a.low - b.high, a.high - b.low)
        low, high = sorted((a.low * b.low, a.high * b.low))
        return Number(mul(a.value, b.value), low, high)

    def _summand(self, value: Value) -> Number:
        """Return an operand of a sum. A sum with a constant is not wrapped by itself inside another sum."""
        if isinstance(value, Term) and value.op in BIT_SUMS and not all(isinstance(arg, Term) for arg in value.args):
            return self._unwrapped(value)
        return self._argument(value)

    def _wrapped(self, term: Term, number: Number) -> Number:
        least, greatest = _range(term)
        if least <= number.low and number.high <= greatest:
            return number
        modulus = greatest - least + 1
        above, below = max(0, -((greatest - number.high) // modulus)), max(0, -((number.low - least) // modulus))
        value = number.value
        if above + below > _SPELLED_OUT:
            return self._wrapped_often(term, value, modulus)
        chosen = value
        for times in range(1, above + 1):
            chosen = ite(lt(greatest + (times - 1) * modulus, value), sub(value, times * modulus), chosen, INT)
        for times in range(1, below + 1):
            chosen = ite(lt(value, least - (times - 1) * modulus), add(value, times * modulus), chosen, INT)
        return Number(chosen, least, greatest)

    def _wrapped_often(self, term: Term, value: Value, modulus: int) -> Number:
        least, greatest = _range(term)
        times = symbol(Origin.root(f"times around {term.id}#"), INT)
        rest = sub(value, mul(times, modulus))
        self._definitions[term] = and_(le(least, rest), le(rest, greatest))
        return Number(rest, least, greatest)

    # Quotients --------------------------------------------------------------------------------------------------------

    def _divided(self, term: Term) -> Number:
        number, constant = self._argument(term.args[0]), term.args[1]
        assert not isinstance(constant, Term)
        if term.op in _SHIFTS:
            shifted = number if term.op is Op.BVASHR else _unsigned(number, term.sort.width)
            return self._quotient(term, shifted, 1 << constant, rounds_down=True)
        quotient = self._quotient(term, number, constant, rounds_down=False)
        if term.op is Op.BVSDIV:
            return quotient
        low, high = (0 if number.low >= 0 else 1 - constant), (0 if number.high <= 0 else constant - 1)
        return Number(sub(number.value, mul(quotient.value, constant)), low, high)

    def _quotient(self, term: Term, number: Number, divisor: int, *, rounds_down: bool) -> Number:
        """Define a new integer by its bounds, rounded down or towards zero."""
        quotient = symbol(Origin.root(f"quotient {term.id}#"), INT)
        rest = sub(number.value, mul(quotient, divisor))
        down = and_(le(0, rest), lt(rest, divisor))
        if rounds_down or number.low >= 0:
            self._definitions[term] = down
            return Number(quotient, number.low // divisor, number.high // divisor)
        up = and_(le(rest, 0), lt(-divisor, rest))
        self._definitions[term] = ite(lt(number.value, 0), up, down)
        return Number(quotient, -(-number.low // divisor), max(0, number.high) // divisor)


def integer_of(bits: Term) -> Term:
    """Return the integer that represents a bit-vector symbol. No input has such a name."""
    return symbol(Origin.root(f"{bits.sort.name} {bits.name}"), INT)


_CONNECT: Final[dict[Op, Callable[..., Value]]] = {
    Op.NOT: not_,
    Op.AND: and_,
    Op.OR: or_,
    Op.EQ: eq,
}


def _truth(value: Value) -> Number:
    return Number(value, 0, 1)


def _range(term: Term) -> tuple[int, int]:
    half = 1 << (term.sort.width - 1)
    return -half, half - 1


def _unsigned(number: Number, width: int) -> Number:
    if number.low >= 0:
        return number
    value = ite(lt(number.value, 0), add(number.value, 1 << width), number.value, INT)
    return Number(value, 0, (1 << width) - 1)


def _unsigned_order(a: Number, b: Number) -> Value:
    """Return ``a < b`` unsigned: a negative number is above all others."""
    below = lt(a.value, b.value)
    if a.low >= 0 and b.low >= 0:
        return below
    a_negative, b_negative = lt(a.value, 0), lt(b.value, 0)
    return ite(a_negative, and_(b_negative, below), or_(b_negative, below))
