"""Lists whose ends imply that they are empty."""

from __future__ import annotations

import immutables

from symheap.core.terms import eq
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import Cell, Object, Segment, SymbolicHeap
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.solver.chain import default_chain

NODE = Object(
    parameter("base", 8), 16, immutables.Map({0: Cell(8, parameter("next", 8)), 8: Cell(8, parameter("prev", 8))})
)
DOUBLY = Pattern((NODE,), link=0, back=8)


def heap(least: int) -> tuple[Logic, SymbolicHeap]:
    """Return a doubly linked list, with the address of its last node as root ``0:x``."""
    solver, _ = default_chain()
    state, front = SymbolicHeap().fresh(8)
    state, following = state.fresh(8)
    state, back = state.fresh(8)
    segment = Segment(DOUBLY, least, front, following, 0, back)
    return Logic(solver), state.with_atoms(segment).with_root("0:x", back).with_root("0:y", front)


def test_a_list_without_a_last_node_is_empty() -> None:
    logic, state = heap(0)
    (empty,) = logic.assume(state, eq(state.roots["0:x"], 0))
    assert empty.atoms == ()


def test_a_list_with_an_item_has_a_last_node() -> None:
    logic, state = heap(1)
    assert logic.assume(state, eq(state.roots["0:x"], 0)) == []
