"""The path that a heap model sees, and the branches of its answers that are followed."""

from __future__ import annotations

from typing import Any

import pytest
from engine_programs import AT, TABLE, by_hand, exploration, shared_chain

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.outcome import Answer, ErrorKind, Sat, Threw, Unknown, Unsat
from symheap.core.terms import BV32, INT, NULL, REF, Op, Value, and_, eq, isa, lt, not_, or_, symbol
from symheap.core.theories.bitvectors import bitvector
from symheap.core.types import ref_type
from symheap.engine.machine import View, listed
from symheap.engine.state import State, Trace
from symheap.heap.api import Fault, Ok
from symheap.objects.ir import Const, Return
from symheap.solver.api import Query
from symheap.solver.path import EMPTY_PATH, PathCondition

X, Y = (symbol(Origin.root(name), REF) for name in ("x", "y"))
N, M = (symbol(Origin.root(name), INT) for name in ("n", "m"))
K = symbol(Origin.root("k"), BV32)
NULL_X, NULL_Y, SMALL = eq(X, NULL), eq(Y, NULL), lt(N, 3)


class Fixed:
    """A solver with one answer that records its queries."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.asked: list[Value] = []

    def check(self, query: Query) -> Answer:
        self.asked.append(query.goal)
        return self.answer


# View -----------------------------------------------------------------------------------------------------------------

PATH: PathCondition = EMPTY_PATH.assume(and_(NULL_X, not_(SMALL)), None)

SAID: list[tuple[Value, bool]] = [
    (NULL_X, True),
    (not_(NULL_X), False),
    (SMALL, False),
    (not_(SMALL), True),
    (NULL_Y, True),
    (not_(NULL_Y), True),
    (and_(NULL_X, NULL_Y), True),
    (and_(SMALL, NULL_Y), False),
    (or_(SMALL, not_(NULL_X)), False),
    (or_(SMALL, NULL_Y), True),
    (True, True),
    (False, False),
    (lt(N, 2), True),  # impossible where n < 3 is, but the path does not say so word for word
]


@pytest.mark.parametrize(("condition", "expected"), SAID)
def test_a_model_hears_what_the_path_says_word_for_word_and_no_solver_is_asked(
    condition: Value, expected: bool
) -> None:
    solver = Fixed(Unsat())
    assert View(solver, PATH, False).may(condition) is expected
    assert solver.asked == []


@pytest.mark.parametrize(("condition", "expected"), SAID)
def test_what_the_path_rules_out_is_impossible(condition: Value, expected: bool) -> None:
    solver, _ = shared_chain()
    assert expected or solver.check(Query(PATH, condition)) == Unsat()


@pytest.mark.parametrize(
    ("answer", "expected"), [(Sat(Model({}, {})), True), (Unsat(), False), (Unknown("timeout"), True)]
)
def test_asked_for_it_the_solver_answers_and_unknown_counts_as_yes(answer: Answer, expected: bool) -> None:
    solver = Fixed(answer)
    assert View(solver, PATH, True).may(NULL_Y) is expected
    assert solver.asked == [NULL_Y]


def test_a_solver_knows_more_than_the_words() -> None:
    solver, _ = shared_chain()
    assert View(solver, PATH, True).may(lt(N, 2)) is False


# Answers --------------------------------------------------------------------------------------------------------------

HERE = Const(0, 0, AT)


def start() -> tuple[Any, State[Any]]:
    program = by_hand((("x", ref_type("A")), ("y", ref_type("A"))), 3, (HERE, Return(0, AT)))
    running = exploration(program)
    return running.machine, running.initial()


def follow(guards: list[Value], *, faults: tuple[int, ...] = ()) -> list[Any]:
    """Return the results of branches with these guards, each numbered; those in `faults` end the program."""
    machine, state = start()
    state = machine.assume(state, not_(NULL_X))
    answer = tuple(
        Fault(guard, (), state.heap, ErrorKind.NULL) if i in faults else Ok(guard, (), state.heap, i)
        for i, guard in enumerate(guards)
    )
    return listed(machine.answers(state, answer, HERE, "", lambda s, ok: s.set(2, ok.value)))


def taken(found: list[Any]) -> list[object]:
    return [s.frame.registers[2] for s in found if isinstance(s, State)]


def test_branches_that_are_impossible_are_dropped() -> None:
    same = eq(X, Y)
    guards = [NULL_X, and_(same, NULL_Y), and_(same, not_(NULL_Y)), not_(same), False]
    assert taken(follow(guards)) == [2, 3]


def test_an_impossible_fault_is_no_trace() -> None:
    assert follow([NULL_X], faults=(0,)) == []


def test_a_fault_ends_a_trace_on_its_own_path() -> None:
    result = follow([NULL_Y, not_(NULL_Y)], faults=(0,))
    (ended,) = [t for t in result if isinstance(t, Trace)]
    assert isinstance(ended.end, Threw)
    assert ended.end.error is ErrorKind.NULL
    assert ended.path.says(NULL_Y) is True
    assert taken(result) == [1]


def test_each_branch_has_a_model_that_satisfies_its_path() -> None:
    for state in follow([eq(X, Y), not_(eq(X, Y))]):
        assert state.path.model is not None
        assert all(state.path.model.satisfies(c) for c in state.path.conjuncts())
        assert not state.doubtful


def test_facts_join_the_path_of_their_branch_only() -> None:
    machine, state = start()
    z = symbol(Origin.root("z"), REF)
    fact = or_(eq(z, NULL), isa(z, TABLE.subtypes("B")))
    answer = (Ok(NULL_X, (fact,), state.heap, 0), Ok(not_(NULL_X), (), state.heap, 1))
    first, second = listed(machine.answers(state, answer, HERE, "", lambda s, ok: s.set(2, ok.value)))
    assert isinstance(first, State)
    assert isinstance(second, State)
    assert fact in first.path.literals
    assert fact not in first.path.conjuncts(facts=False)
    assert fact not in second.path.literals
    assert not_(fact) not in second.path.literals


def test_one_branch_that_is_certain_costs_no_question() -> None:
    machine, state = start()
    silent = Fixed(Unknown("must not be asked"))
    machine.solver = silent
    following = machine.answers(state, (Ok(True, (), state.heap, 7),), HERE, "", lambda s, ok: s.set(2, ok.value))
    assert isinstance(following, State)
    assert following.frame.registers[2] == 7
    assert silent.asked == []


def test_a_doubtful_path_that_turns_out_impossible_is_no_trace() -> None:
    machine, state = start()
    machine.solver = Fixed(Unknown("timeout"))
    doubtful = machine.assume(state, and_(lt(N, 0), lt(0, N)))
    assert doubtful is not None
    assert doubtful.doubtful
    machine.solver, _ = shared_chain()
    assert machine.threw(doubtful, ErrorKind.NULL, "", HERE) == []
    (end,) = machine.threw(machine.assume(state, lt(N, 0)), ErrorKind.NULL, "", HERE)
    assert end.confirmed


# Both sides of a condition --------------------------------------------------------------------------------------------


def sides(state: State[Any], machine: Any, condition: Value) -> list[State[Any]]:
    result = machine.split(state, condition, lambda s: s.set(2, 1), lambda s: s.set(2, 0))
    return [each for each in result if isinstance(each, State)]


def below(bound: int) -> Value:
    return bitvector(Op.BVSLT, 32, K, bound)


@pytest.mark.parametrize("said", [below(2), not_(below(5))])
def test_what_bounds_imply_is_known_and_no_conjunct(said: Value) -> None:
    """k < 2 implies k < 3, and k >= 5 implies k >= 3: no query gets longer, and the solver is not asked again."""
    machine, state = start()
    state = machine.assume(state, said)
    (after,) = sides(state, machine, below(3))
    assert after.path.says(below(3)) is (said == below(2))
    assert after.frame.registers[2] == int(said == below(2))
    assert after.path.conjuncts() == state.path.conjuncts()
    machine.solver = Fixed(Unknown("must not be asked"))
    assert len(sides(after, machine, below(3))) == 1
    assert machine.solver.asked == []


def test_what_a_solver_had_to_find_out_is_kept() -> None:
    machine, state = start()
    state = machine.assume(state, and_(lt(N, M), lt(M, 3)))
    (after,) = sides(state, machine, SMALL)
    assert after.path.conjuncts() == (*state.path.conjuncts(), SMALL)


def test_what_a_path_decides_is_a_conjunct_of_both_sides() -> None:
    machine, state = start()
    small, large = sides(machine.assume(state, not_(NULL_X)), machine, SMALL)
    assert small.path.conjuncts()[-1] == SMALL
    assert large.path.conjuncts()[-1] == not_(SMALL)


def test_what_is_not_refuted_is_not_implied() -> None:
    """The other side may be impossible; this is unknown."""
    machine, state = start()
    machine.solver = Fixed(Unknown("timeout"))
    for after, conjunct in zip(sides(state, machine, SMALL), (SMALL, not_(SMALL)), strict=True):
        assert after.path.conjuncts()[-1] == conjunct
        assert after.doubtful
