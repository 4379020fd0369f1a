"""Many lists in a row that may be empty: entailment terminates, with an answer that is right or no."""

from __future__ import annotations

import time

import immutables

from symheap.core.terms import Value
from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import Cell, Object, Segment, SymbolicHeap, variable
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.solver.chain import default_chain

LINK = Cell(8, parameter("next", 8))
PLAIN = Pattern((Object(parameter("base", 8), 24, immutables.Map({16: LINK})),), link=16)
OWNING = Pattern(
    (
        Object(parameter("base", 8), 24, immutables.Map({8: Cell(8, parameter("own0", 8)), 16: LINK})),
        Object(parameter("own0", 8), 16),
    ),
    link=16,
    own=1,
)


def row(length: int, first: int) -> SymbolicHeap:
    """Return `length` segments, each behind the other, of the two patterns in turn."""
    places: list[Value] = [*(variable(number, 8) for number in range(length)), 0]
    atoms = tuple(
        Segment((PLAIN, OWNING)[(first + at) % 2], 0, places[at], places[at + 1], None, None) for at in range(length)
    )
    return SymbolicHeap(immutables.Map({"0:list": places[0]}), atoms, next_symbol=length)


def test_a_row_of_lists_entails_itself_and_not_one_that_cannot_hold_it() -> None:
    logic = Logic(default_chain()[0])
    start = time.process_time()
    assert entails(logic, row(9, 0), row(9, 0))
    assert not entails(logic, row(9, 0), row(7, 1))
    assert time.process_time() - start < 20
