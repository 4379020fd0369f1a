"""Bit-vectors: every operator on every pair of three-bit values, against SMT-LIB's definitions on bit patterns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_terms import a_symbol

from symheap.core.model import Model, Plain
from symheap.core.terms import BOOL, Op, Sort, Term, Value, eq, wrap
from symheap.core.theories.bitvectors import bitvector, extend, extract, fold_bitvector

WIDTH: Final = 3
SIZE: Final = 1 << WIDTH
SIGNED: Final = range(-SIZE // 2, SIZE // 2)
A, B = a_symbol("a3", Sort.bitvector(WIDTH)), a_symbol("b3", Sort.bitvector(WIDTH))


def bits(value: int) -> int:
    return value % SIZE


def negative(pattern: int) -> bool:
    return pattern >= SIZE // 2


def negated(pattern: int) -> int:
    return -pattern % SIZE


def udiv(a: int, b: int) -> int:
    return a // b if b else SIZE - 1


def urem(a: int, b: int) -> int:
    return a % b if b else a


def sdiv(a: int, b: int) -> int:
    """Divide as SMT-LIB defines it: by unsigned division of the absolute values, case by case."""
    x, y = (negated(v) if negative(v) else v for v in (a, b))
    return udiv(x, y) if negative(a) == negative(b) else negated(udiv(x, y))


def srem(a: int, b: int) -> int:
    x, y = (negated(v) if negative(v) else v for v in (a, b))
    return negated(urem(x, y)) if negative(a) else urem(x, y)


def ashr(a: int, b: int) -> int:
    """Shift as SMT-LIB defines it: logically, on the complement if the sign is set."""
    return bits(~(bits(~a) >> b)) if negative(a) else a >> b


PATTERNS: Final[dict[Op, Callable[[int, int], int]]] = {
    Op.BVADD: lambda a, b: a + b,
    Op.BVSUB: lambda a, b: a - b,
    Op.BVMUL: lambda a, b: a * b,
    Op.BVSDIV: sdiv,
    Op.BVSREM: srem,
    Op.BVAND: lambda a, b: a & b,
    Op.BVOR: lambda a, b: a | b,
    Op.BVXOR: lambda a, b: a ^ b,
    Op.BVSHL: lambda a, b: a << b,
    Op.BVLSHR: lambda a, b: a >> b,
    Op.BVASHR: ashr,
}
PREDICATES: Final[dict[Op, Callable[[int, int], bool]]] = {
    Op.BVSLT: lambda a, b: wrap(a, WIDTH) < wrap(b, WIDTH),
    Op.BVULT: lambda a, b: a < b,
}


def expected(op: Op, a: int, b: int) -> Plain:
    if op in PREDICATES:
        return PREDICATES[op](bits(a), bits(b))
    return wrap(PATTERNS[op](bits(a), bits(b)), WIDTH)


@pytest.mark.parametrize("op", [*PATTERNS, *PREDICATES])
def test_an_operator_means_the_same_on_numbers_and_on_symbols(op: Op) -> None:
    for a in SIGNED:
        for b in SIGNED:
            model = Model({A: a, B: b}, {})
            operands: tuple[tuple[Value, Value], ...] = ((a, b), (A, b), (a, B), (A, B))
            assert {model.evaluate(bitvector(op, WIDTH, x, y)) for x, y in operands} == {expected(op, a, b)}


@pytest.mark.parametrize("op", [*PATTERNS, *PREDICATES])
def test_an_operator_of_a_symbol_with_itself(op: Op) -> None:
    for a in SIGNED:
        assert Model({A: a}, {}).evaluate(bitvector(op, WIDTH, A, A)) == expected(op, a, a)


@pytest.mark.parametrize("op", [*PATTERNS, *PREDICATES])
def test_sorts_and_identity(op: Op) -> None:
    term = bitvector(op, WIDTH, A, B)
    assert isinstance(term, Term)
    assert term is bitvector(op, WIDTH, A, B)
    assert term.sort is (BOOL if op in PREDICATES else Sort.bitvector(WIDTH))


@pytest.mark.parametrize("signed", [True, False])
def test_extension_then_extraction_of_the_low_bits_gives_the_value_back(signed: bool) -> None:
    for a in SIGNED:
        model = Model({A: a}, {})
        for value in (a, A):
            wide = extend(value, WIDTH, 8, signed=signed)
            assert model.evaluate(wide) == (a if signed else bits(a))
            assert model.evaluate(extract(wide, WIDTH - 1, 0)) == a


def test_extraction_reads_the_bits_in_between() -> None:
    for a in SIGNED:
        for high in range(WIDTH):
            for low in range(high + 1):
                width = high - low + 1
                pattern = bits(a) >> low & ((1 << width) - 1)
                assert extract(a, high, low) == wrap(pattern, width)
                assert Model({A: a}, {}).evaluate(extract(A, high, low)) == wrap(pattern, width)


def test_equality_reads_a_number_as_a_bit_pattern() -> None:
    assert eq(A, 7) is eq(A, -1)
    assert Model({A: -1}, {}).satisfies(eq(A, 7))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(PATTERNS, key=lambda op: op.value)), st.data())
def test_results_stay_in_range_at_every_width(op: Op, data: st.DataObject) -> None:
    width = data.draw(st.sampled_from([1, 8, 16, 32, 64]))
    limit = 1 << width - 1
    a, b = (data.draw(st.integers(-limit, limit - 1)) for _ in range(2))
    result = fold_bitvector(op, width, a, b)
    assert -limit <= result < limit
    assert wrap(int(result), width) == result
