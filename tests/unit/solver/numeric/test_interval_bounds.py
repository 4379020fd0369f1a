"""Bounds of a path: sound in every model at a small width, and sharp enough for the questions of loops."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from solver_formulas import a_symbol

from symheap.core.model import Model
from symheap.core.outcome import Answer, Unsat
from symheap.core.terms import NULL, REF, Op, Sort, Term, Value, and_, eq, ite, not_, or_
from symheap.core.theories.bitvectors import bitvector, extend
from symheap.solver.api import Query
from symheap.solver.layers.bounded import Bounded
from symheap.solver.numeric.bounds import NO_BOUNDS, Interval, Intervals, interval, refutes, tightened
from symheap.solver.path import EMPTY_PATH, conjuncts_of

WIDTH = 4
A, B, C = SYMBOLS = tuple(a_symbol(name, Sort.bitvector(WIDTH)) for name in ("small.a", "small.b", "small.c"))
NARROW = a_symbol("narrow", Sort.bitvector(2))
MODELS = tuple(
    Model({**dict(zip(SYMBOLS, values, strict=True)), NARROW: values[0] % 4 - 2}, {})
    for values in product(range(-8, 8), repeat=3)
)


def below(a: Value, b: Value) -> Value:
    return bitvector(Op.BVSLT, WIDTH, a, b)


def below_unsigned(a: Value, b: Value) -> Value:
    return bitvector(Op.BVULT, WIDTH, a, b)


def number(random: Random, depth: int) -> Value:
    if depth == 0 or random.random() < 0.3:
        leaves: tuple[Value, ...] = (*SYMBOLS, random.randrange(-8, 8), random.randrange(-8, 8))
        return random.choice(leaves)
    kind = random.randrange(8)
    a = number(random, depth - 1)
    if kind == 0:
        return ite(atom(random, 0), a, number(random, depth - 1), Sort.bitvector(WIDTH))
    if kind == 1:
        return extend(NARROW, 2, WIDTH, signed=random.random() < 0.5)
    if kind <= 4:
        return bitvector(random.choice((Op.BVADD, Op.BVADD, Op.BVSUB)), WIDTH, a, number(random, depth - 1))
    by_constant = (Op.BVSDIV, Op.BVSREM, Op.BVASHR, Op.BVMUL, Op.BVAND, Op.BVLSHR, Op.BVXOR)
    return bitvector(random.choice(by_constant), WIDTH, a, random.randrange(-3, 8))


def atom(random: Random, depth: int) -> Value:
    a, b = number(random, depth), number(random, depth)
    compare = random.choice((eq, below, below, below_unsigned))(a, b)
    return not_(compare) if random.random() < 0.5 else compare


def condition(random: Random) -> Value:
    if random.random() < 0.8:
        return atom(random, random.choice((0, 0, 0, 1, 2)))
    return random.choice((and_, or_))(atom(random, 1), atom(random, 0))


def bounds_of(*conditions: Value) -> Intervals:
    bounds = NO_BOUNDS
    for each in conditions:
        for conjunct in conjuncts_of(each):
            bounds = tightened(bounds, conjunct)
    return bounds


@pytest.mark.parametrize("seed", range(150))
def test_every_model_lies_within_the_bounds(seed: int) -> None:
    random = Random(seed)
    conditions = [condition(random) for _ in range(random.randrange(1, 9))]
    bounds = bounds_of(*conditions)
    numbers = [each for each in (*SYMBOLS, *(number(random, 3) for _ in range(4))) if isinstance(each, Term)]
    goals = [condition(random) for _ in range(20)]
    refuted = [goal for goal in goals if refutes(bounds, goal)]
    for model in MODELS:
        if all(map(model.satisfies, conditions)):
            for each in numbers:
                low, high = interval(bounds, each, WIDTH)
                assert low <= int(model.evaluate(each)) <= high
            assert not any(map(model.satisfies, refuted))


def test_random_goals_are_refuted_too() -> None:
    """The law above is not vacuous."""
    random = Random(0)
    refuted = sum(refutes(bounds_of(*(condition(random) for _ in range(5))), condition(random)) for _ in range(300))
    assert refuted > 10


def test_a_loop_counts_its_bound_up() -> None:
    bounds = bounds_of(*(below(n, A) for n in range(4)))
    assert interval(bounds, A, WIDTH) == Interval(4, 7)
    assert refutes(bounds, not_(below(2, A)))
    assert not refutes(bounds, below(4, A))


def test_what_is_equal_shares_its_bounds() -> None:
    before = bounds_of(below(2, A), eq(A, B), eq(B, C), below(C, 6))
    assert interval(before, B, WIDTH) == Interval(3, 5)
    assert interval(tightened(before, *conjuncts_of(below(3, C))), A, WIDTH) == Interval(4, 5)


def test_an_index_is_within_a_length_that_is_not_negative() -> None:
    bounds = bounds_of(not_(below(A, 0)), below(A, 5), below_unsigned(B, A))
    assert interval(bounds, B, WIDTH) == Interval(0, 3)
    assert refutes(bounds, not_(below_unsigned(B, 5)))
    assert not refutes(bounds_of(below_unsigned(B, A)), below(B, 0))


def test_a_sum_that_may_wrap_around_has_no_bounds_of_its_own() -> None:
    inside = bounds_of(below(A, 3), below(-1, A), below(B, 4), below(-1, B))
    assert refutes(inside, below(bitvector(Op.BVADD, WIDTH, A, B), 0))
    assert not refutes(bounds_of(below(0, A), below(0, B)), below(bitvector(Op.BVADD, WIDTH, A, B), 0))


def test_a_choice_between_plain_numbers_lies_between_them_however_deep_it_is() -> None:
    chosen: Value = 3
    for n in range(-8, 8):
        chosen = ite(eq(A, n), n % 3 - 1, chosen, A.sort)
    assert isinstance(chosen, Term)
    assert interval(NO_BOUNDS, chosen, WIDTH) == Interval(-1, 3)
    assert refutes(NO_BOUNDS, below(bitvector(Op.BVADD, WIDTH, chosen, chosen), -2))
    assert not refutes(NO_BOUNDS, below(chosen, 0))


def test_other_sorts_are_left_alone() -> None:
    ref = a_symbol("some.ref", REF)
    assert bounds_of(eq(ref, NULL), not_(eq(ref, a_symbol("other.ref", REF)))) == NO_BOUNDS
    assert not refutes(NO_BOUNDS, eq(ref, NULL))


class _Nobody:
    def check(self, query: Query) -> Answer:
        raise AssertionError(query)


def test_the_layer_answers_what_bounds_rule_out() -> None:
    path = EMPTY_PATH.assume(below(3, A), None)
    assert isinstance(Bounded(_Nobody()).check(Query(path, below(A, 2))), Unsat)
    with pytest.raises(AssertionError):
        Bounded(_Nobody()).check(Query(path, below(A, 6)))
