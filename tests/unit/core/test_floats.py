"""Floating-point terms: simplification keeps the meaning, and there is one NaN."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_terms import a_symbol

from symheap.core.model import Model, Plain
from symheap.core.printing import infix
from symheap.core.terms import BOOL, BV32, BV64, F32, F64, Op, Term, Value, canonical, eq, ite, not_
from symheap.core.theories import floats, ieee
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.ieee import NAN32, NAN64, double_bits, neighbour, single, single_bits

X, Y = a_symbol("x", F32), a_symbol("y", F32)
D, E = a_symbol("d", F64), a_symbol("e", F64)
INTEGER, P = a_symbol("i", BV32), a_symbol("p", BOOL)
ONE, HALF, MINUS_ZERO, INFINITY = 0x3F800000, 0x3F000000, -(2**31), 0x7F800000
NUMBERS: Final = (0, MINUS_ZERO, ONE, HALF, ONE - 2**31, 1, 0x7F7FFFFF, INFINITY, INFINITY - 2**31, NAN32, 0x40490FDB)


# Rounding -------------------------------------------------------------------------------------------------------------


def exact(bits: int) -> Fraction:
    return Fraction(single(bits))


def nearest_single(value: Fraction) -> int:
    """Return the bits of the single nearest to a positive fraction, by search among the ordered bit patterns."""
    low, high = 0, INFINITY
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if exact(middle) <= value else (low, middle)
    step = exact(low) - exact(low - 1) if high == INFINITY else exact(high) - exact(low)
    below = value - exact(low)
    return low if below < step / 2 or (below == step / 2 and low % 2 == 0) else high


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.integers(1, INFINITY - 1), st.integers(1, INFINITY - 1))
def test_single_precision_is_rounded_once(a: int, b: int) -> None:
    assert floats.mul(32, a, b) == nearest_single(exact(a) * exact(b))
    assert floats.div(32, a, b) == nearest_single(exact(a) / exact(b))
    assert floats.add(32, a, b) == nearest_single(exact(a) + exact(b))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.integers(1, 0xFFFFFF), st.integers(1, 0xFFFFFF), st.integers(0, 30))
def test_subnormal_quotients_are_rounded_once(a: int, b: int, shift: int) -> None:
    x, y = single_bits(math.ldexp(a, -100)), single_bits(math.ldexp(b, 20 + shift))
    assert floats.div(32, x, y) == nearest_single(exact(x) / exact(y))


def test_long_to_float_is_rounded_once() -> None:
    random = Random(3)
    for _ in range(2000):
        value = random.randrange(1, 1 << random.randrange(1, 64))
        near = (value | 1 << 62) & ~((1 << 39) - 1) | 1 << 38 | random.choice((0, 1))
        for n in (value, near):
            assert floats.from_int(n, 64, 32) == nearest_single(Fraction(n))
            assert floats.from_int(-n, 64, 32) == nearest_single(Fraction(n)) - 2**31


@pytest.mark.parametrize("width", [32, 64])
def test_neighbours(width: int) -> None:
    read = ieee.reader(width)
    for bits in (0, -(1 << (width - 1)), 1, ieee.writer(width)(-1.5), ieee.writer(width)(-math.inf)):
        above = neighbour(bits, width, up=True)
        assert read(bits) < read(above)
        if math.isfinite(read(bits)):
            assert read(neighbour(above, width, up=False)) == read(bits)


# Terms ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    value: Value
    meaning: Callable[[Model], Plain]


def leaf(value: Value) -> Said:
    return Said(value, lambda model: model[value] if isinstance(value, Term) else value)


def plain(value: Value) -> Plain:
    assert not isinstance(value, Term)
    return value


def one(value: Plain) -> Plain:
    """Return the value as terms represent it: with one NaN."""
    return plain(canonical(value, F32))


ARITHMETIC: Final = (floats.add, floats.sub, floats.mul, floats.div, floats.rem, floats.minimum, floats.maximum)
UNARY: Final = (floats.neg, floats.abs_, floats.sqrt, floats.floor, floats.ceil, floats.rint)
PREDICATES: Final = (floats.lt, floats.le, floats.fpeq)
Two = Callable[[int, Value, Value], Value]
One = Callable[[int, Value], Value]


def applied(f: Two, a: Said, b: Said) -> Said:
    return Said(f(32, a.value, b.value), lambda m: one(plain(f(32, a.meaning(m), b.meaning(m)))))


def compared(f: Two, a: Said, b: Said) -> Said:
    return Said(f(32, a.value, b.value), lambda m: plain(f(32, a.meaning(m), b.meaning(m))))


def changed(f: One, a: Said) -> Said:
    return Said(f(32, a.value), lambda m: one(plain(f(32, a.meaning(m)))))


def chosen(c: Said, a: Said, b: Said, sort: bool) -> Said:
    value = ite(c.value, a.value, b.value, F32 if sort else None)
    return Said(value, lambda m: (a if c.meaning(m) else b).meaning(m))


def there_and_back(a: Said) -> Said:
    return Said(floats.convert(floats.convert(a.value, 32, 64), 64, 32), a.meaning)


def through_bits(a: Said) -> Said:
    return Said(floats.from_bits(floats.to_bits(a.value, 32), 32), a.meaning)


def truncated(a: Said) -> Said:
    def meaning(m: Model) -> Plain:
        return plain(floats.from_int(floats.to_int(a.meaning(m), 32, 32), 32, 32))

    return Said(floats.from_int(floats.to_int(a.value, 32, 32), 32, 32), meaning)


def no_number(a: Said) -> Said:
    return Said(floats.is_nan(32, a.value), lambda m: ieee.is_nan_bits(a.meaning(m), 32))


def same(a: Said, b: Said) -> Said:
    return Said(eq(a.value, b.value), lambda m: a.meaning(m) == b.meaning(m))


_Strategy = st.SearchStrategy[Said]


def expressions(depth: int) -> tuple[_Strategy, _Strategy]:
    numbers = st.sampled_from([leaf(v) for v in (X, Y, X, Y, *NUMBERS)])
    booleans = st.just(leaf(P))
    for _ in range(depth):
        n, b = numbers, booleans
        numbers = st.one_of(
            n,
            st.builds(applied, st.sampled_from(ARITHMETIC), n, n),
            st.builds(changed, st.sampled_from(UNARY), n),
            st.builds(chosen, b, n, n, st.just(True)),
            *(st.builds(f, n) for f in (there_and_back, through_bits, truncated)),
        )
        booleans = st.one_of(
            b,
            st.builds(compared, st.sampled_from(PREDICATES), n, n),
            st.builds(no_number, n),
            st.builds(same, n, n),
            st.builds(chosen, b, b, b, st.just(False)),
        )
    return numbers, booleans


MODELS: Final = [Model({X: x, Y: y, P: p}, {}) for x in NUMBERS for y in NUMBERS for p in (True, False)]


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.one_of(*expressions(3)))
def test_simplification_keeps_the_meaning(said: Said) -> None:
    wrong = [
        m.values for m in MODELS if one_if_float(said, m.evaluate(said.value)) != one_if_float(said, said.meaning(m))
    ]
    assert wrong == []


def one_if_float(said: Said, value: Plain) -> Plain:
    return value if isinstance(value, bool) else one(value)


def test_comparisons_of_a_choice_are_decided() -> None:
    value = ite(P, ONE, HALF, F32)
    assert floats.lt(32, value, ONE) is not_(P)
    assert floats.fpeq(32, value, ONE) is P
    assert floats.is_nan(32, value) is False
    assert floats.lt(32, X, NAN32) is False
    assert floats.fpeq(32, X, X) is not_(floats.is_nan(32, X))


def test_there_is_one_nan_in_terms_and_all_in_plain_values() -> None:
    other = NAN32 + 1
    assert eq(X, other) is eq(X, NAN32)
    assert floats.to_bits(other, 32) == other
    assert floats.from_bits(other, 32) == other
    assert Model({INTEGER: other}, {}).evaluate(floats.from_bits(INTEGER, 32)) == NAN32
    assert Model({X: NAN32}, {}).evaluate(floats.neg(32, X)) == NAN32
    assert floats.neg(64, NAN64) == NAN64 - 2**63


def test_conversions_of_terms_have_their_sorts() -> None:
    found = [
        floats.from_int(INTEGER, 32, 64),
        floats.to_int(D, 64, 64),
        floats.convert(X, 32, 64),
        floats.to_bits(X, 32),
    ]
    assert [term.sort for term in found if isinstance(term, Term)] == [F64, BV64, F64, BV32]
    assert floats.to_int(floats.from_int(INTEGER, 32, 64), 64, 32) is INTEGER


TEXTS: Final[list[tuple[Value, str]]] = [
    (floats.lt(32, X, single_bits(1.5)), "x < 1.5"),
    (floats.lt(32, X, single_bits(0.1)), "x < 0.1"),
    (floats.le(64, double_bits(1e300), D), "1e+300 <= d"),
    (not_(floats.lt(64, D, E)), "!(d < e)"),
    (not_(floats.fpeq(64, D, 0)), "d != 0.0"),
    (eq(D, NAN64), "d === NaN"),
    (not_(eq(X, INFINITY)), "x !== Infinity"),
    (floats.mul(64, floats.neg(64, D), E), "(-d) * e"),
    (floats.floor(64, floats.sqrt(64, D)), "floor(sqrt(d))"),
    (floats.from_int(INTEGER, 32, 64), "(double) i"),
    (bitvector(Op.BVADD, 32, floats.to_int(D, 64, 32), -1), "((int) d) - 1"),
    (ite(P, ONE, X), "ite(p, 1.0, x)"),
    (floats.is_nan(32, X), "isNaN(x)"),
    (not_(floats.is_nan(32, X)), "!isNaN(x)"),
]


@pytest.mark.parametrize(("value", "text"), TEXTS, ids=[text for _, text in TEXTS])
def test_as_a_person_writes_it(value: Value, text: str) -> None:
    assert infix(value) == text
