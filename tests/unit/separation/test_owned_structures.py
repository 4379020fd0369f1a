"""Structures that items own: rings, and objects that are zero where nothing was written."""

from __future__ import annotations

import immutables

from symheap.core.terms import Term, Value
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.widening import Widening
from symheap.separation.entailment.items import as_segment
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.cells import held, is_zero_beside
from symheap.separation.heaps.formula import Cell, Object, Segment, SymbolicHeap, variable
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.solver.chain import default_chain

BEAD = Pattern((Object(parameter("base", 8), 8, immutables.Map({0: Cell(8, parameter("next", 8))})),), link=0)
LIST, SECOND, ONE, TWO, REST = (variable(number, 8) for number in range(5))


def thing(base: Term, size: int, cells: dict[int, Value], *, zero: bool = False) -> Object:
    held_cells = immutables.Map({offset: Cell(8, value) for offset, value in cells.items()})
    return Object(base, size, held_cells, zero=zero)


def logic() -> Logic:
    return Logic(default_chain()[0])


def heap(*atoms: Object | Segment) -> SymbolicHeap:
    return SymbolicHeap(immutables.Map({"0:list": LIST}), atoms, next_symbol=9)


def test_a_list_of_rings_is_a_list() -> None:
    ring_of_one = thing(ONE, 8, {0: ONE})
    ring = (thing(TWO, 8, {0: REST}), Segment(BEAD, 0, REST, TWO))
    state = heap(thing(LIST, 16, {0: ONE, 8: SECOND}), thing(SECOND, 16, {0: TWO, 8: 0}), ring_of_one, *ring)
    (folded,) = Abstraction(logic(), 8).fold(state).atoms
    assert isinstance(folded, Segment)
    assert (folded.front, folded.next) == (LIST, 0)
    assert [type(atom) for atom in folded.pattern.atoms] == [Object, Object, Segment]


def test_a_ring_that_somebody_else_holds_is_not_owned() -> None:
    state = heap(thing(LIST, 16, {0: ONE, 8: SECOND}), thing(SECOND, 16, {0: TWO, 8: 0}), thing(ONE, 8, {0: ONE}))
    state = state.with_atoms(thing(TWO, 8, {0: TWO})).with_root("0:held", TWO)
    assert Abstraction(logic(), 8).fold(state) == state


def test_a_ring_of_one_is_no_list() -> None:
    ring, node = thing(ONE, 8, {0: ONE}), thing(TWO, 8, {0: 0})
    state = heap(ring, node)
    assert as_segment(logic(), state, ring, BEAD) is None
    assert as_segment(logic(), state, node, BEAD) is not None


def test_an_unwritten_byte_of_a_zeroed_node_is_null_in_the_pattern() -> None:
    """A node that points to nothing because it was zeroed is merged with one that owns an object."""
    one, two = thing(LIST, 24, {16: SECOND}, zero=True), thing(SECOND, 24, {8: ONE, 16: 0}, zero=True)
    (folded,) = Abstraction(logic(), 8).fold(heap(one, two, thing(ONE, 16, {}))).atoms
    assert isinstance(folded, Segment)
    owned = folded.pattern.atoms[1]
    assert isinstance(owned, Object)
    assert owned.optional


def test_what_a_zeroed_object_holds() -> None:
    zeroed, plain = thing(ONE, 16, {0: TWO}, zero=True), thing(ONE, 16, {0: TWO})
    assert (held(zeroed, 0, 8), held(zeroed, 0, 4), held(zeroed, 4, 8), held(zeroed, 8, 8)) == (TWO, None, None, 0)
    assert held(plain, 8, 8) is None
    assert is_zero_beside(zeroed.cells, zeroed, zeroed)
    assert not is_zero_beside(zeroed.cells, zeroed, plain)
    assert not is_zero_beside(immutables.Map(), zeroed, zeroed)


def test_numbers_are_lost_later_where_nothing_but_numbers_changes() -> None:
    theory = logic()
    widening = Widening(theory, Abstraction(theory, 8))

    def counted(number: int, *atoms: Segment) -> SymbolicHeap:
        roots: dict[str, Value] = {"0:i": number, "0:list": LIST}
        return SymbolicHeap(immutables.Map(roots), atoms, next_symbol=9)

    listed = Segment(BEAD, 0, LIST, 0)
    sizes = {"0:i": 4, "0:list": 8}
    assert widening.joined([counted(number) for number in range(15)], counted(15), sizes) is None
    assert widening.joined([counted(number) for number in range(16)], counted(16), sizes) is not None
    assert widening.joined([counted(number, listed) for number in range(2)], counted(2, listed), sizes) is None
    assert widening.joined([counted(number, listed) for number in range(3)], counted(3, listed), sizes) is not None
