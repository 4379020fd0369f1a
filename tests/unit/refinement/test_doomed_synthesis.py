"""Two ways to doomed states: by unfolding, and by code that generates models."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import immutables
import pytest
from generated_states import END, THERE, in_main, program

from symheap.bmc.counterexample import Goal
from symheap.core.terms import Value
from symheap.memory.errors import MemoryErrorKind
from symheap.refinement.doomed import DoomedBounds, Generating, Unfolding
from symheap.refinement.models import satisfies
from symheap.refinement.unfold import as_state, completed, unfolded
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap, variable
from symheap.separation.heaps.renaming import symbols_of
from symheap.solver.chain import default_chain
from symheap_testing.c.formulas import DLL, KINDS, OWNING, SLL, Kind, random_heap

_V0, _V1 = variable(0, 8), variable(1, 8)
_GOALS = (Goal(MemoryErrorKind.ASSERTION, THERE),)
_BOUNDS = DoomedBounds(items=2, heaps=12, blocks=30, seconds=20.0)


def _logic() -> Logic:
    return Logic(default_chain(timeout_ms=1_000)[0])


def _roots(x: Value, y: Value) -> immutables.Map[str, Value]:
    return immutables.Map([("0:x", x), ("0:y", y)])


def _is_small(heap: SymbolicHeap) -> bool:
    """Whether a formula has models small enough to be found within the bounds on any machine."""
    lists = [atom for atom in heap.atoms if isinstance(atom, Segment)]
    most = 1 if any(each.back is not None for each in lists) else 2
    return len(lists) <= most and sum(each.least for each in lists) <= most


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_both_ways_agree_on_which_formulas_have_models(kind: Kind) -> None:
    """Every model is doomed where an assertion always fails: so both ways look for any model at all."""
    random = Random(11)
    logic = _logic()
    found = 0
    formulas = (in_main(random_heap(kind, "xy", random)) for _ in range(100))
    items = 3 if kind.measured else _BOUNDS.items
    bounds = replace(_BOUNDS, items=items if kind.spine.back is None else 1)
    for heap in islice(filter(_is_small, formulas), 4 if kind.spine.back is None else 2):
        ways = (Unfolding(program(True), logic, _GOALS, bounds), Generating(program(True), logic, _GOALS, bounds))
        states = [next(way.doomed(END, heap), None) for way in ways]
        assert (states[0] is None) == (states[1] is None), heap
        for state in states:
            if state is not None:
                found += 1
                assert satisfies(state.state, heap)
                assert state.failure.position == THERE
                assert [site.function for site in state.failure.stack] == ["main"]
    assert found > 0


def test_unfolded_heaps_are_in_order_of_length_and_have_no_lists() -> None:
    heap = SymbolicHeap(_roots(_V0, 0), (Segment(SLL.spine, 0, _V0, 0),), next_symbol=1)
    cases = list(unfolded(_logic(), heap, more_items=3))
    assert [len(case.atoms) for case in cases] == [0, 1, 2, 3]
    assert all(isinstance(atom, Object) for case in cases for atom in case.atoms)


def test_lists_of_at_least_two_are_not_shorter() -> None:
    heap = SymbolicHeap(_roots(_V0, _V1), (Segment(DLL.spine, 2, _V0, 0, 0, _V1),), next_symbol=2)
    assert [len(case.atoms) for case in unfolded(_logic(), heap, more_items=1)] == [2, 3]


def test_objects_that_may_be_absent_are_both() -> None:
    heap = SymbolicHeap(_roots(_V0, 0), (Segment(OWNING.patterns[1], 1, _V0, 0),), next_symbol=1)
    cases = list(unfolded(_logic(), heap, more_items=0))
    assert sorted(len(case.atoms) for case in cases) == [1, 2]


def test_a_completed_heap_has_a_value_for_every_byte() -> None:
    heap = SymbolicHeap(_roots(_V0, 0), (Object(_V0, 20),), next_symbol=1)
    (thing,) = completed(heap).atoms
    assert isinstance(thing, Object)
    assert {offset: cell.size for offset, cell in thing.cells.items()} == {0: 8, 8: 8, 16: 4}


def test_states_of_unfolded_heaps_are_models() -> None:
    random = Random(5)
    logic = _logic()
    checked = 0
    for kind in KINDS:
        for _ in range(8):
            heap = random_heap(kind, "xy", random)
            for case in unfolded(logic, heap, more_items=2):
                whole = completed(case)
                if whole.pure:
                    continue  # the values below are not made for facts
                values = {name: 0x7000_0000 + 0x100 * name.id for name in symbols_of(whole)}
                checked += 1
                state = as_state(whole, values)
                assert state is not None
                assert satisfies(state, heap), heap
    assert checked > 50


def test_no_doomed_state_where_nothing_fails() -> None:
    heap = SymbolicHeap(_roots(_V0, 0), (Segment(SLL.spine, 0, _V0, 0),), next_symbol=1)
    logic = _logic()
    for way in (Unfolding(program(), logic, (), _BOUNDS), Generating(program(), logic, (), _BOUNDS)):
        assert next(way.doomed(END, heap), None) is None


def test_a_state_that_is_too_large_is_none() -> None:
    heap = SymbolicHeap(_roots(_V0, 0), (Object(_V0, 1 << 30),), next_symbol=1)
    assert as_state(heap, {_V0: 0x10000}) is None
