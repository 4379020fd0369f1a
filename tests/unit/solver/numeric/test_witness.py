"""Witnesses hold by evaluation, and are found without a solver if plain numbers suffice."""

from __future__ import annotations

from random import Random

import pytest
from float_formulas import SYMBOLS, a_model, that_hold
from solver_formulas import a_symbol, term

from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import BV32, Op, Value, eq, not_
from symheap.core.theories import floats
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.ieee import double_bits
from symheap.solver.api import Query
from symheap.solver.numeric.witness import Witness
from symheap.solver.path import EMPTY_PATH, PathCondition

A, B, C = SYMBOLS[64]
N = a_symbol("n", BV32)
ZERO, ONE = double_bits(0.0), double_bits(1.0)


class Nobody:
    """A solver that never knows, and records its queries."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.asked: list[Query] = []
        self.answer = answer or Unknown("nobody")

    def check(self, query: Query) -> Answer:
        self.asked.append(query)
        return self.answer


def path_of(*conditions: Value) -> PathCondition:
    path = EMPTY_PATH
    for condition in conditions:
        path = path.assume(condition, path.model if path.model and path.model.satisfies(condition) else None)
    return path


@pytest.mark.parametrize("seed", range(60))
def test_a_witness_satisfies_path_and_goal(seed: int) -> None:
    random = Random(seed)
    *before, goal = that_hold(random, a_model(random), 3)
    answer = Witness(Nobody()).check(Query(path_of(*before), goal))
    assert not isinstance(answer, Unsat)
    if isinstance(answer, Sat):
        assert all(map(answer.model.satisfies, (*before, goal)))


def test_most_witnesses_are_found() -> None:
    found = 0
    for seed in range(60):
        random = Random(seed)
        *before, goal = that_hold(random, a_model(random), 3)
        found += isinstance(Witness(Nobody()).check(Query(path_of(*before), goal)), Sat)
    assert found >= 54


def test_a_singular_matrix() -> None:
    """The determinant of a positive matrix, scaled as for an inversion by Cholesky's method."""
    scale = floats.div(64, ONE, floats.sqrt(64, A))
    other = floats.div(64, ONE, floats.sqrt(64, C))
    mixed = floats.mul(64, B, floats.mul(64, scale, other))
    determinant = floats.sub(64, ONE, floats.mul(64, mixed, mixed))
    path = path_of(floats.lt(64, ZERO, A), floats.lt(64, ZERO, C), not_(floats.fpeq(64, B, ZERO)))
    nobody = Nobody()
    answer = Witness(nobody).check(Query(path, floats.fpeq(64, determinant, ZERO)))
    assert isinstance(answer, Sat)
    assert nobody.asked == []


def test_the_same_query_has_the_same_answer() -> None:
    goal = floats.fpeq(64, floats.mul(64, A, A), floats.add(64, B, double_bits(7.0)))
    first, second = (Witness(Nobody()).check(Query(EMPTY_PATH, goal)) for _ in range(2))
    assert isinstance(first, Sat)
    assert isinstance(second, Sat)
    assert first.model.values == second.model.values


def test_a_contradiction_without_floating_point_numbers_needs_no_search() -> None:
    product = floats.mul(64, floats.from_int(N, 32, 64), A)
    path = path_of(term(floats.lt(64, product, ONE)), bitvector(Op.BVSLT, 32, 5, N))
    brief = Nobody(Unsat())
    assert isinstance(Witness(Nobody(), brief).check(Query(path, bitvector(Op.BVSLT, 32, N, 3))), Unsat)
    (query,) = brief.asked
    assert query.path.depth == 2


def test_comparisons_alone_are_for_the_next_layer() -> None:
    nobody = Nobody()
    query = Query(EMPTY_PATH, floats.lt(64, ONE, A))
    Witness(nobody).check(query)
    assert nobody.asked == [query]


def test_a_query_that_is_not_about_numbers_alone() -> None:
    goal = floats.fpeq(64, floats.add(64, A, ONE), floats.from_int(N, 32, 64))
    answer = Witness(Nobody()).check(Query(path_of(not_(eq(N, 0))), goal))
    assert isinstance(answer, Sat)
    assert answer.model[N] != 0
