from __future__ import annotations

from solver_formulas import FLAG, N, Recording, X, Y, Z

from symheap.core.model import Model
from symheap.core.outcome import Sat, Unknown, Unsat
from symheap.core.terms import NULL, Value, eq, lt, not_
from symheap.solver.api import Query
from symheap.solver.layers.cache import Cache
from symheap.solver.path import EMPTY_PATH, PathCondition


def path(*conditions: Value) -> PathCondition:
    at = EMPTY_PATH
    for condition in conditions:
        at = at.assume(condition, None)
    return at


ALIASED = Sat(Model({X: 1, Y: 1}, {}))


def test_the_same_question_is_asked_once() -> None:
    below = Recording(ALIASED)
    cache = Cache(below, models=0)
    assert cache.check(Query(path(eq(X, Y)), not_(eq(X, NULL)))) is ALIASED
    assert cache.check(Query(path(eq(X, Y)), not_(eq(X, NULL)))) is ALIASED
    assert cache.check(Query(path(not_(eq(X, NULL))), eq(X, Y))) is ALIASED
    assert len(below.asked) == 1


def test_a_recent_model_answers_what_it_satisfies() -> None:
    below = Recording(ALIASED)
    cache = Cache(below)
    cache.check(Query(path(), eq(X, Y)))
    below.answer = Unsat()
    assert cache.check(Query(path(not_(eq(Y, NULL))), eq(Z, NULL))) == ALIASED
    assert cache.check(Query(path(eq(Y, NULL)), not_(eq(Z, NULL)))) == Unsat()
    assert len(below.asked) == 2


def test_more_than_a_contradiction_is_one() -> None:
    below = Recording(Unsat())
    cache = Cache(below)
    cache.check(Query(path(lt(N, 0)), lt(3, N)))
    below.answer = Unknown("asked")
    assert cache.check(Query(path(lt(N, 0), FLAG, lt(3, N)), eq(X, Y))) == Unsat()
    assert cache.check(Query(path(FLAG), lt(3, N))) == Unknown("asked")


def test_unknown_is_asked_again() -> None:
    below = Recording(Unknown("time"))
    cache = Cache(below)
    cache.check(Query(path(), FLAG))
    below.answer = Unsat()
    assert cache.check(Query(path(), FLAG)) == Unsat()


def test_memories_are_bounded() -> None:
    below = Recording(Unsat())
    cache = Cache(below, answers=2, cores=2)
    goals = [lt(N, bound) for bound in range(5)]
    for goal in goals:
        cache.check(Query(path(), goal))
    assert len(below.asked) == 5
    cache.check(Query(path(), goals[-1]))
    assert len(below.asked) == 5
    cache.check(Query(path(), goals[0]))
    assert len(below.asked) == 6
