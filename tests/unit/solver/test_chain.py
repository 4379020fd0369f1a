"""The whole chain against the enumeration of all models, and over back ends that fail."""

from __future__ import annotations

from random import Random

import pytest
from solver_formulas import (
    FLAG,
    IN_RANGE,
    M,
    N,
    X,
    Y,
    Z,
    all_models,
    all_satisfied,
    byte_condition,
    condition,
    types,
)

from symheap.core.model import Model
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import NULL, Value, and_, eq, isa, lt, not_, or_, rank
from symheap.solver.api import Query, Solver
from symheap.solver.backends.z3 import Z3Backend
from symheap.solver.chain import BACKENDS, chain, default_chain
from symheap.solver.layers.route import always
from symheap.solver.path import EMPTY_PATH
from symheap_testing.faulty import Fault, FaultyBackend

MODELS = all_models()


def walk(solver: Solver, random: Random, steps: int) -> list[tuple[Answer, bool]]:
    """One random descent: return every answer with that of enumeration.  The path's model is forgotten now and then."""
    path = EMPTY_PATH.assume(and_(*IN_RANGE), Model({}, {}))
    alive = MODELS
    seen: list[tuple[Answer, bool]] = []
    for _ in range(steps):
        goal = condition(random, random.randrange(3))
        answer = solver.check(Query(path, goal))
        satisfying = [model for model in alive if model.satisfies(goal)]
        seen.append((answer, bool(satisfying)))
        if isinstance(answer, Sat):
            assert all_satisfied(answer.model, (*path.conjuncts(), goal))
            path = path.assume(goal, answer.model)
            alive = satisfying
        elif isinstance(answer, Unsat):
            path = path.assume(not_(goal), path.model)
        if random.random() < 0.2:
            path = path.with_model(None)
    return seen


@pytest.mark.parametrize("seed", range(12))
def test_chain_agrees_with_enumeration(seed: int) -> None:
    solver, statistics = default_chain()
    random = Random(seed)
    seen = [each for _ in range(4) for each in walk(solver, random, 10)]
    for answer, satisfiable in seen:
        assert type(answer) is (Sat if satisfiable else Unsat)
    assert statistics.unknown == 0
    assert statistics.answered_without_solver > 0
    assert statistics.queries + statistics.answered_without_solver == len(seen)


def test_a_contradictory_path_without_a_model_is_found_out() -> None:
    solver, _ = default_chain()
    path = EMPTY_PATH.assume(and_(lt(N, 0), lt(0, N)), None)
    assert solver.check(Query(path, eq(X, NULL))) == Unsat()
    assert solver.check(Query(path, True)) == Unsat()


def test_ranks_of_independent_slices() -> None:
    """Null has one rank: two slices must not give it two."""
    solver, _ = default_chain()
    path = EMPTY_PATH
    for fact in (eq(X, NULL), lt(rank(X, "next"), 5), eq(Y, NULL)):
        answer = solver.check(Query(path, fact))
        assert isinstance(answer, Sat)
        path = path.assume(fact, answer.model)
    assert solver.check(Query(path, lt(5, rank(Y, "next")))) == Unsat()


@pytest.mark.parametrize("backend", BACKENDS)
def test_back_ends_by_name(backend: str) -> None:
    solver, statistics = default_chain(backend=backend)
    random = Random(1)
    path = EMPTY_PATH
    for _ in range(15):
        goal = byte_condition(random, 2)
        answer = solver.check(Query(path, goal))
        assert not isinstance(answer, Unknown)
        if isinstance(answer, Sat):
            path = path.assume(goal, answer.model)
            assert all_satisfied(answer.model, path.conjuncts())
    assert statistics.queries > 0


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="one of auto, z3, bitwuzla"):
        default_chain(backend="yices")


@pytest.mark.parametrize("fault", Fault)
def test_faults_become_unknown_and_nothing_worse(fault: Fault) -> None:
    """With every second call a failure: answers are right, and the rest is unknown."""
    faulty = FaultyBackend(Z3Backend(), fault, every=2)
    solver, statistics = chain(always(faulty))
    random = Random(9)
    unknown = 0
    for answer, satisfiable in (each for _ in range(20) for each in walk(solver, random, 8)):
        if isinstance(answer, Unknown):
            unknown += 1
        else:
            assert isinstance(answer, Sat) is satisfiable
    assert faulty.faults > 0
    assert statistics.unknown == unknown
    if fault is not Fault.WRONG_MODEL:
        assert unknown == faulty.faults
    else:
        assert 0 < unknown <= faulty.faults


def test_common_questions_never_reach_a_back_end() -> None:
    """Facts of an input reference, then null or not, alias or not: repairs and the path's own model suffice."""
    solver, statistics = default_chain()
    path = EMPTY_PATH
    goals: list[Value] = [or_(eq(ref, NULL), isa(ref, types("A", "B"))) for ref in (X, Y, Z)]
    goals += [not_(eq(X, NULL)), not_(eq(Y, NULL)), not_(eq(X, Y)), eq(Z, Y), isa(X, types("B")), FLAG, lt(M, 7)]
    for goal in goals:
        answer = solver.check(Query(path, goal))
        assert isinstance(answer, Sat)
        path = path.assume(goal, answer.model)
        assert all_satisfied(answer.model, path.conjuncts())
    assert statistics.queries == 0
    assert statistics.answered_without_solver == len(goals)
