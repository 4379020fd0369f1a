from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest
from solver_formulas import BYTES, FLAG, IN_RANGE, UNIVERSE, M, N, Recording, X, Y, Z, a_symbol, condition, types

from symheap.core.model import Model
from symheap.core.outcome import Sat, Unknown
from symheap.core.terms import (
    BV8,
    BV32,
    NULL,
    Op,
    Term,
    Value,
    add,
    and_,
    eq,
    isa,
    ite,
    location,
    lt,
    not_,
    or_,
    rank,
    sub,
)
from symheap.core.theories.arrays import contents
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.functions import ELEMENT, apply
from symheap.solver.api import Query
from symheap.solver.layers.repair import Repair
from symheap.solver.path import EMPTY_PATH, PathCondition

B, C = BYTES
PLACE = a_symbol("place", BV32)
A_CLASS, B_CLASS = UNIVERSE.index("A"), UNIVERSE.index("B")


class Case(NamedTuple):
    model: Model
    path: tuple[Value, ...]
    goal: Value


CONTENTS = contents(X, BV8)
AT_PLACE = apply(ELEMENT[BV8], CONTENTS, PLACE)

REPAIRABLE = {
    "alias": Case(Model({X: 1, Y: 2}, {}), (), eq(X, Y)),
    "not alias": Case(Model({X: 1, Y: 1}, {}), (not_(eq(Y, NULL)),), not_(eq(X, Y))),
    "null": Case(Model({X: 1}, {}), (), eq(X, NULL)),
    "object of the class that a fact wants": Case(
        Model({X: 0}, {}), (or_(eq(X, NULL), isa(X, types("B"))),), not_(eq(X, NULL))
    ),
    "class": Case(Model({X: 1}, {1: A_CLASS}), (not_(eq(X, NULL)),), isa(X, types("B"))),
    "class of a shared object": Case(Model({X: 1, Y: 1}, {1: A_CLASS}), (eq(X, Y),), isa(X, types("B"))),
    "other class": Case(Model({X: 1}, {1: A_CLASS}), (not_(eq(X, NULL)),), not_(isa(X, types("A")))),
    "class between others": Case(
        Model({X: 0}, {}), (not_(isa(X, types("Object"))), not_(isa(X, types("A")))), not_(eq(X, NULL))
    ),
    "the last of many that hold": Case(
        Model({N: 500, M: 5}, {}), (), and_(*(lt(k, N) for k in range(200)), eq(add(M, N), 600))
    ),
    "boolean": Case(Model({}, {}), (), FLAG),
    "equivalence": Case(Model({}, {}), (eq(N, 0),), eq(FLAG, lt(N, 1))),
    "less": Case(Model({N: 5}, {}), (lt(1, N),), lt(N, 3)),
    "sum": Case(Model({N: 5, M: 1}, {}), (eq(N, 5),), eq(add(N, M), 3)),
    "difference": Case(Model({N: 5, M: 1}, {}), (eq(M, 1),), lt(sub(N, M), 0)),
    "different": Case(Model({N: 5}, {}), (lt(N, 6),), not_(eq(N, 5))),
    "choice": Case(Model({N: 5}, {}), (not_(FLAG),), eq(ite(FLAG, M, N), 2)),
    "rank": Case(Model({X: 1, Y: 2}, {}), (not_(eq(X, Y)),), lt(rank(X, "next"), rank(Y, "next"))),
    "byte": Case(Model({B: 3, C: 0}, {}), (eq(C, 0),), bitvector(Op.BVSLT, 8, bitvector(Op.BVADD, 8, B, 1), C)),
    "element at a symbolic index": Case(Model({PLACE: 4}, {}), (eq(PLACE, 4),), eq(AT_PLACE, 7)),
    "a bit of a mask": Case(Model({B: 16}, {}), (eq(B, 16),), not_(eq(bitvector(Op.BVAND, 8, B, C), 0))),
    "no bit of a mask": Case(
        Model({B: 16, C: 17}, {}), (eq(B, 16), not_(eq(C, 0))), eq(bitvector(Op.BVAND, 8, B, C), 0)
    ),
    "exclusive or": Case(Model({B: 5, C: 1}, {}), (eq(B, 5),), eq(bitvector(Op.BVXOR, 8, B, C), 7)),
    "union": Case(Model({B: 4}, {}), (eq(B, 4),), eq(bitvector(Op.BVOR, 8, B, C), 7)),
    "multiple": Case(Model({C: 9}, {}), (eq(C, 9),), bitvector(Op.BVSLT, 8, C, bitvector(Op.BVMUL, 8, B, 4))),
    "quotient": Case(Model({C: 9}, {}), (eq(C, 9),), eq(bitvector(Op.BVSDIV, 8, B, 3), C)),
    "two changes": Case(Model({X: 0, Y: 0}, {}), (eq(X, Y),), not_(eq(X, NULL))),
}


def path_of(case: Case) -> PathCondition:
    assert all(map(case.model.satisfies, case.path))
    assert not case.model.satisfies(case.goal)
    return EMPTY_PATH.assume(and_(*case.path), None).with_model(case.model)


@pytest.mark.parametrize("name", REPAIRABLE)
def test_repairs(name: str) -> None:
    case, below = REPAIRABLE[name], Recording()
    answer = Repair(below).check(Query(path_of(case), case.goal))
    assert below.asked == []
    assert isinstance(answer, Sat)
    assert all(map(answer.model.satisfies, (*case.path, case.goal)))


def test_fresh_objects_are_new_to_all() -> None:
    model = Model({X: 1, Y: 1, Z: 4}, {})
    answer = Repair(Recording()).check(Query(EMPTY_PATH.assume(not_(eq(Z, NULL)), model), not_(eq(X, Y))))
    assert isinstance(answer, Sat)
    assert answer.model[X] != answer.model[Y]
    assert 4 not in (answer.model[X], answer.model[Y])


def test_an_object_that_existed_before_keeps_its_class() -> None:
    known = location(1, "A", initial=True)
    path = EMPTY_PATH.assume(eq(X, known), Model({X: 1}, {1: A_CLASS}))
    assert Repair(Recording()).check(Query(path, isa(X, types("B")))) == Unknown("asked")


def test_no_object_leaves_the_universe() -> None:
    nothing = [not_(isa(X, types(name))) for name in UNIVERSE]
    path = EMPTY_PATH.assume(and_(*nothing), Model({}, {}))
    assert Repair(Recording()).check(Query(path, not_(eq(X, NULL)))) == Unknown("asked")


def test_the_number_of_candidates_is_bounded() -> None:
    goal = or_(*(and_(eq(N, bound), eq(M, bound), lt(add(N, M), bound - 50)) for bound in range(1, 30)))
    below = Recording()
    assert Repair(below, candidates=0).check(Query(EMPTY_PATH, eq(N, 1))) == Unknown("asked")
    assert Repair(below).check(Query(EMPTY_PATH, goal)) == Unknown("asked")


def test_without_a_model_there_is_nothing_to_repair() -> None:
    assert Repair(Recording()).check(Query(EMPTY_PATH.with_model(None), FLAG)) == Unknown("asked")


def test_random_repairs_are_models() -> None:
    random, repaired, asked = Random(8), 0, 0
    for _ in range(400):
        model = Model({X: random.randrange(3), Y: random.randrange(3), N: 1, M: 1}, {1: A_CLASS, 2: B_CLASS})
        conditions = [condition(random, 1) for _ in range(6)]
        path = EMPTY_PATH.assume(and_(*IN_RANGE, *(c for c in conditions if model.satisfies(c))), model)
        goal = condition(random, 2)
        if model.satisfies(goal) or not isinstance(goal, Term):
            continue
        answer = Repair(Recording()).check(Query(path, goal))
        asked += 1
        if isinstance(answer, Sat):
            repaired += 1
            assert all(map(answer.model.satisfies, (*path.conjuncts(), goal)))
            assert all(0 <= index < len(UNIVERSE) for index in answer.model.classes.values())
    assert repaired > asked / 2
