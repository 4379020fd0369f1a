from __future__ import annotations

import pytest
from solver_formulas import BYTES, FLAG, N, Recording, X, Y, a_symbol, term

from symheap.core.model import Model
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import F64, NULL, Term, Value, and_, eq, lt, not_
from symheap.core.theories.floats import lt as lt_float
from symheap.core.walk import size
from symheap.solver.api import Query, Statistics
from symheap.solver.backends.backend import Backend
from symheap.solver.layers.counting import Counting
from symheap.solver.layers.route import TURNS_MS, Brief, Route, always, by_theory
from symheap.solver.path import EMPTY_PATH

B, C = BYTES


class Scripted:
    """A back end that gives one answer, or raises, and records its queries."""

    def __init__(self, name: str, answer: Answer | Exception, *, integers: bool = True) -> None:
        self.name = name
        self.answer = answer
        self.integers = integers
        self.asked: list[tuple[Term, ...]] = []

    def supports(self, condition: Value) -> bool:
        return self.integers or condition is not lt(N, 1)

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer:
        self.asked.append(assertions)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def test_the_path_comes_first_and_the_goal_is_taken_apart() -> None:
    backend = Scripted("one", Unsat())
    path = EMPTY_PATH.assume(and_(eq(X, Y), FLAG), None)
    Route(always(backend), Statistics(), 1).check(Query(path, and_(eq(X, NULL), FLAG, lt(N, 1))))
    assert backend.asked == [(eq(X, Y), FLAG, eq(X, NULL), lt(N, 1))]


def test_costs_are_counted() -> None:
    statistics = Statistics()
    route = Route(always(Scripted("one", Unsat())), statistics, 1)
    path = EMPTY_PATH.assume(and_(eq(X, Y), FLAG), None)
    route.check(Query(path, eq(X, NULL)))
    route.check(Query(path, eq(Y, NULL)))
    assert statistics.queries == 2
    assert statistics.tokens == 2 * (size(eq(X, Y)) + size(FLAG)) + size(eq(X, NULL)) + size(eq(Y, NULL))
    assert statistics.tree_tokens == statistics.tokens
    assert statistics.seconds > 0


@pytest.mark.parametrize("failure", [Unknown("time"), RuntimeError("crash")])
def test_the_next_back_end_helps_out(failure: Answer | Exception) -> None:
    first, second = Scripted("first", failure), Scripted("second", Unsat())
    statistics = Statistics()
    assert Route(always(first, second), statistics, 1).check(Query(EMPTY_PATH, FLAG)) == Unsat()
    assert statistics.queries == 2


def test_an_exception_is_an_unknown_answer() -> None:
    answer = Route(always(Scripted("first", RuntimeError("crash"))), Statistics(), 1).check(Query(EMPTY_PATH, FLAG))
    assert answer == Unknown("first: RuntimeError: crash")


def test_a_back_end_without_the_theory_is_passed_over() -> None:
    weak, strong = Scripted("weak", Sat(Model({}, {})), integers=False), Scripted("strong", Unsat())
    assert Route(always(weak, strong), Statistics(), 1).check(Query(EMPTY_PATH, lt(N, 1))) == Unsat()
    assert weak.asked == []
    assert isinstance(Route(always(weak), Statistics(), 1).check(Query(EMPTY_PATH, lt(N, 1))), Unknown)


def turns(first: Backend, second: Backend) -> list[Backend]:
    brief = [Brief((first, second)[i % 2], most) for i, most in enumerate(TURNS_MS)]
    return [*brief, first, second]


def test_choice_by_theory() -> None:
    general, bitvectors = Scripted("general", Unsat()), Scripted("bitvectors", Unsat())
    preference = by_theory(general, bitvectors)
    assert list(preference((term(eq(B, C)),))) == turns(bitvectors, general)
    assert list(preference((term(eq(B, C)), term(lt(N, 1))))) == [general]
    assert list(preference((term(eq(X, Y)),))) == [general]
    assert list(preference((term(eq(X, Y)), term(eq(B, C))))) == turns(general, bitvectors)
    number = a_symbol("number", F64)
    assert list(preference((term(eq(X, Y)), term(lt_float(64, number, 0))))) == turns(bitvectors, general)


def test_linear_bit_vectors_have_the_first_turn() -> None:
    general, bitvectors, linear = (Scripted(name, Unsat()) for name in ("general", "bitvectors", "linear"))
    preference = by_theory(general, bitvectors, linear)
    first, second, *others = turns(bitvectors, general)
    expected = [Brief(linear, TURNS_MS[0]), first, second, Brief(linear, TURNS_MS[2]), *others]
    assert list(preference((term(eq(B, C)),))) == expected
    number = a_symbol("number", F64)
    assert list(preference((term(eq(B, C)), term(lt_float(64, number, 0))))) == turns(bitvectors, general)
    assert list(preference((term(eq(B, C)), term(lt(N, 1))))) == [general]


class Patient(Scripted):
    """Knows the answer if it has enough time."""

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer:
        super().check(assertions, timeout_ms)
        return self.answer if timeout_ms > TURNS_MS[0] and isinstance(self.answer, Unsat) else Unknown("time")


def test_bit_vectors_get_a_second_chance_with_all_the_time() -> None:
    general, bitvectors = Scripted("general", Unknown("hard")), Patient("bitvectors", Unsat())
    route = Route(by_theory(general, bitvectors), Statistics(), 10 * TURNS_MS[0])
    assert isinstance(route.check(Query(EMPTY_PATH, eq(B, C))), Unsat)
    assert (len(bitvectors.asked), len(general.asked)) == (2, 1)
    hurried = Route(by_theory(general, bitvectors), Statistics(), TURNS_MS[0] // 2)
    assert isinstance(hurried.check(Query(EMPTY_PATH, eq(B, C))), Unknown)


def test_counting_tells_who_answered() -> None:
    statistics = Statistics()
    spared = Counting(Recording(Unsat()), statistics)
    spared.check(Query(EMPTY_PATH, FLAG))
    assert (statistics.queries, statistics.answered_without_solver, statistics.unknown) == (0, 1, 0)
    asked = Counting(Route(always(Scripted("one", Unknown("time"))), statistics, 1), statistics)
    asked.check(Query(EMPTY_PATH, not_(FLAG)))
    assert (statistics.queries, statistics.answered_without_solver, statistics.unknown) == (1, 1, 1)
    assert statistics.decisions == 2
