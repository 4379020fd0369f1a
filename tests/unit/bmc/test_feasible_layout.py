"""Addresses of objects: facts about those that matter, and room for the others."""

from __future__ import annotations

import immutables

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import Counterexample
from symheap.bmc.execution.decide import Decider
from symheap.bmc.execution.state import PendingCall, SearchState
from symheap.bmc.limits import SearchLimits
from symheap.bmc.script import script_of
from symheap.core.terms import Op, Value, eq
from symheap.core.theories.bitvectors import bitvector
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.execution.space import LOWEST, NULL_PAGE
from symheap.memory.ir import Lifetime
from symheap.solver.chain import default_chain


def decider() -> Decider:
    return Decider(default_chain()[0], SearchLimits())


def begun(*sizes: int) -> SearchState:
    state = SearchState(4, (PendingCall("f", "entry", 0, immutables.Map()),))
    for size in sizes:
        state, _ = state.created(size, Lifetime.HEAP)
    return state


def plus(state: SearchState, number: int, offset: int) -> Value:
    return bitvector(Op.BVADD, 32, state.objects[number].base, offset)


def places(state: SearchState | None, avoid: int | None = None) -> tuple[int, ...]:
    assert state is not None
    assert state.path.model is not None
    return script_of(state, state.path.model, avoid).places


def test_nothing_is_said_of_objects_that_do_not_matter() -> None:
    state = begun(8, 8, 8)
    after = decider().assume(state, eq(plus(state, 0, 8), plus(state, 2, 0)))
    assert after is not None
    assert after.placed == {0, 2}
    spots = places(after)
    assert spots[0] + 8 == spots[2]
    assert spots[1] not in range(spots[0] - 7, spots[2] + 8)


def test_objects_alive_at_the_same_time_are_apart() -> None:
    state = begun(8, 8)
    assert decider().assume(state, eq(plus(state, 0, 0), plus(state, 1, 4))) is None


def test_memory_may_be_used_again() -> None:
    state, _ = begun(8).ended(0).created(8, Lifetime.HEAP)
    spots = places(decider().assume(state, eq(plus(state, 0, 0), plus(state, 1, 0))))
    assert spots[0] == spots[1]


def test_objects_are_aligned_and_neither_in_the_null_page_nor_at_the_end() -> None:
    state = begun(8)
    base = plus(state, 0, 0)
    assert decider().assume(state, eq(bitvector(Op.BVAND, 32, base, 7), 4)) is None
    assert decider().assume(state, bitvector(Op.BVULT, 32, base, NULL_PAGE)) is None
    assert decider().assume(state, eq(base, -8)) is None
    assert places(decider().assume(state, eq(base, -16))) == ((1 << 32) - 16,)


def test_objects_without_bytes_take_an_address() -> None:
    state = begun(0, 0)
    assert decider().assume(state, eq(plus(state, 0, 0), plus(state, 1, 0))) is None


def test_no_address_is_used_twice_without_need_and_one_is_avoided() -> None:
    state = begun(8)
    state = state.ended(0)
    state, _ = state.created(8, Lifetime.HEAP)
    first = places(state)
    assert first[0] != first[1]
    assert first[0] not in range(places(state, first[0])[0], places(state, first[0])[0] + 8)


def test_an_impossible_condition_has_no_state_and_an_unknown_one_is_counted() -> None:
    asking = decider()
    state, value = begun().fresh_value(4)
    assert asking.fork(state, eq(value, value)) == (state, None)
    yes, no = asking.fork(state, eq(value, 3))
    assert yes is not None
    assert no is not None
    assert asking.assume(yes, eq(value, 4)) is None
    assert asking.unknown == 0


def test_objects_are_where_a_machine_has_memory_if_they_can_be() -> None:
    text = "typedef unsigned long size_t; void *malloc(size_t); int main(void) {{ long p = (long)malloc(8); {} }}"
    low, high = (
        feasible(load_text(text.format(body), "test.c", COptions()), (), limits=SearchLimits(random_seconds=0.0))
        for body in ("if (p % 4096 == 0) *(int *)0 = 1; return 0;", "if (p < 0) *(int *)0 = 1; return 0;")
    )
    assert isinstance(low, Counterexample)
    assert isinstance(high, Counterexample)
    assert LOWEST <= low.script.places[0] < 1 << 46
    assert high.script.places[0] >= 1 << 63
