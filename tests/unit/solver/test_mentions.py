"""Bounds on one symbol: the interval in the mentions agrees with them."""

from __future__ import annotations

from random import Random

import pytest
from solver_formulas import a_symbol

from symheap.core.model import Model
from symheap.core.terms import BV8, Op, Term, Value, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.solver.path import EMPTY_PATH, PathCondition

N, OTHER = a_symbol("n", BV8), a_symbol("other", BV8)


def a_conjunct(random: Random) -> Term:
    """Return a conjunct about N: usually a bound, which may fail to be one if unsigned."""
    number = random.choice([-128, -127, -2, -1, 0, 1, 2, 3, 100, 126, 127])
    pairs: list[tuple[Value, Value]] = [(N, number), (number, N), (N, OTHER)]
    a, b = random.choice(pairs)
    made = random.choice([bitvector(Op.BVSLT, 8, a, b), bitvector(Op.BVULT, 8, a, b), eq(N, number)])
    made = made if random.random() < 0.5 else not_(made)
    return made if isinstance(made, Term) else a_conjunct(random)


def a_path(random: Random) -> PathCondition:
    path = EMPTY_PATH
    for _ in range(random.randint(0, 6)):
        path = PathCondition(path, a_conjunct(random), path.literals, None)
    return path


@pytest.mark.parametrize("seed", range(150))
def test_a_value_is_within_exactly_if_all_bounds_hold(seed: int) -> None:
    index = a_path(Random(seed)).index
    bounds = list(index.bounds_on(N))
    for value in range(-128, 128):
        model = Model({N: value, OTHER: 5}, {})
        assert index.is_within(N, value) is all(model.satisfies(bound) for bound in bounds), (value, bounds)


@pytest.mark.parametrize("seed", range(50))
def test_every_conjunct_is_a_bound_or_among_the_others(seed: int) -> None:
    path = a_path(Random(seed))
    others = [at.term for at in path.index.about((N,)) if at.term is not None]
    assert sorted((*path.index.bounds_on(N), *others), key=lambda term: term.id) == sorted(
        path.conjuncts(), key=lambda term: term.id
    )


def test_the_rounds_of_a_loop_are_bounds() -> None:
    path = EMPTY_PATH.assume(not_(bitvector(Op.BVSLT, 8, N, 0)), None)
    for k in range(1, 20):
        path = path.assume(bitvector(Op.BVSLT, 8, k, N), None).assume(bitvector(Op.BVULT, 8, k, N), None)
    assert path.index.about((N,)) == []
    assert [value for value in range(-128, 128) if path.index.is_within(N, value)] == list(range(20, 128))
