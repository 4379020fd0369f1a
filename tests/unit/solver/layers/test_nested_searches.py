"""Searches in a text from the result of another search, and in a part of the text up to there."""

from __future__ import annotations

import pytest

from symheap.core.contents import element_symbol
from symheap.core.origin import Origin
from symheap.core.outcome import Answer, Sat, Unsat
from symheap.core.terms import BV8, BV32, REF, Op, Term, Value, eq, not_, symbol
from symheap.core.theories.arrays import contents, copy, filled
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.functions import apply
from symheap.lang.java.values.texts import INDEX_OF_UNIT
from symheap.solver.api import Query, Solver
from symheap.solver.chain import default_chain
from symheap.solver.path import EMPTY_PATH

ORIGIN = Origin.root("s")
TEXT, LENGTH = contents(symbol(ORIGIN, REF), BV8), symbol(ORIGIN.then("length"), BV32)


def index_of(text: Term, length: Value, char: str, start: Value = 0) -> Value:
    return apply(INDEX_OF_UNIT, text, length, ord(char), start)


def found(place: Value) -> Value:
    return not_(bitvector(Op.BVSLT, 32, place, 0))


OPEN = index_of(TEXT, LENGTH, "<")
CLOSE = index_of(TEXT, LENGTH, ">", OPEN)
END = index_of(TEXT, LENGTH, ";", CLOSE)
OPEN_BEFORE = index_of(copy(filled(0, BV8), 0, TEXT, 0, END), END, "<")


@pytest.fixture
def solver() -> Solver:
    return default_chain()[0]


def asked(solver: Solver, *conditions: Value) -> Answer:
    path = EMPTY_PATH
    for condition in (found(LENGTH), *conditions[:-1]):
        answer = solver.check(Query(path, condition))
        assert isinstance(answer, Sat)
        path = path.assume(condition, answer.model)
    return solver.check(Query(path, conditions[-1]))


def test_what_one_search_found_the_other_does_not_pass(solver: Solver) -> None:
    assert isinstance(asked(solver, found(OPEN), found(CLOSE), found(END), not_(found(OPEN_BEFORE))), Unsat)


def test_what_was_not_found_need_not_be_there(solver: Solver) -> None:
    answer = asked(solver, found(OPEN), not_(found(CLOSE)), found(END), not_(found(OPEN_BEFORE)))
    assert isinstance(answer, Sat)
    assert all(map(answer.model.satisfies, (found(OPEN), not_(found(CLOSE)), found(END), not_(found(OPEN_BEFORE)))))


def test_a_place_whose_unit_is_known_is_not_found(solver: Solver) -> None:
    first = eq(element_symbol(TEXT, 0), ord("L"))
    within = bitvector(Op.BVSLT, 32, 0, LENGTH)
    assert isinstance(asked(solver, within, first, found(OPEN), found(CLOSE), found(END), eq(OPEN_BEFORE, 0)), Unsat)


def test_a_place_beyond_all_that_can_be_written_out(solver: Solver) -> None:
    assert isinstance(asked(solver, found(CLOSE), bitvector(Op.BVSLT, 32, 1 << 30, OPEN)), Sat)
