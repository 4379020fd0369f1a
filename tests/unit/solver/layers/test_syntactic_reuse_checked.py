"""The three layers that are one decision each, over a layer that only records."""

from __future__ import annotations

from solver_formulas import FLAG, IN_RANGE, N, Recording, X, Y, term

from symheap.core.model import Model
from symheap.core.outcome import Sat, Unknown, Unsat
from symheap.core.terms import NULL, and_, eq, lt, not_, or_
from symheap.solver.api import Query
from symheap.solver.layers.checked import Checked
from symheap.solver.layers.reuse import Reuse
from symheap.solver.layers.syntactic import Syntactic
from symheap.solver.path import EMPTY_PATH

ALIASED = Model({X: 1, Y: 1}, {})
PATH = EMPTY_PATH.assume(eq(X, Y), ALIASED)


def test_syntactic_answers_constants() -> None:
    below = Recording()
    layer = Syntactic(below)
    assert layer.check(Query(PATH, False)) == Unsat()
    assert layer.check(Query(PATH, True)) == Sat(ALIASED)
    assert below.asked == []


def test_syntactic_answers_what_the_path_says() -> None:
    below = Recording()
    layer = Syntactic(below)
    assert layer.check(Query(PATH, eq(X, Y))) == Sat(ALIASED)
    assert layer.check(Query(PATH, not_(eq(X, Y)))) == Unsat()
    assert layer.check(Query(PATH, and_(FLAG, not_(eq(X, Y))))) == Unsat()
    assert layer.check(Query(PATH, or_(FLAG, eq(X, Y)))) == Sat(ALIASED)
    assert below.asked == []


def test_syntactic_asks_for_the_path_when_it_has_no_model() -> None:
    below = Recording(Unsat())
    assert Syntactic(below).check(Query(PATH.with_model(None), eq(X, Y))) == Unsat()
    assert [query.goal for query in below.asked] == [True]


def test_syntactic_passes_on_the_rest() -> None:
    below = Recording()
    assert Syntactic(below).check(Query(PATH, FLAG)) == Unknown("asked")


def test_reuse_believes_the_model_of_the_path() -> None:
    below = Recording()
    layer = Reuse(below)
    assert layer.check(Query(PATH, not_(eq(X, NULL)))) == Sat(ALIASED)
    assert below.asked == []
    assert layer.check(Query(PATH, eq(X, NULL))) == Unknown("asked")
    assert layer.check(Query(PATH.with_model(None), not_(eq(X, NULL)))) == Unknown("asked")
    assert len(below.asked) == 2


def test_checked_lets_right_models_pass() -> None:
    right = Sat(Model({X: 1, Y: 1}, {}))
    assert Checked(Recording(right)).check(Query(PATH, not_(eq(X, NULL)))) is right


def test_checked_rejects_a_model_that_breaks_the_goal_or_the_path() -> None:
    breaks_goal = Checked(Recording(Sat(Model({X: 0, Y: 0}, {}))))
    breaks_path = Checked(Recording(Sat(Model({X: 1, Y: 2}, {}))))
    for layer in (breaks_goal, breaks_path):
        assert layer.check(Query(PATH, not_(eq(X, NULL)))) == Unknown("model rejected")


def test_checked_changes_no_other_answer() -> None:
    for answer in (Unsat(), Unknown("time")):
        path = EMPTY_PATH.assume(and_(*IN_RANGE), None)
        assert Checked(Recording(answer)).check(Query(path, term(lt(N, 1)))) is answer
