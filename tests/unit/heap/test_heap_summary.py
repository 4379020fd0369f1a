"""Heap summaries: the functions of the papers on their small cases, and the laws of guards over whole runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import immutables
import pytest
from heap_ways import FLAG, NEXT, TABLE, VAL, Anything, example, impossible, shared_chain

from symheap.core.origin import Origin
from symheap.core.terms import BOOL, NULL, REF, Value, and_, eq, not_, or_, symbol
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.heap.api import Handle, PathView
from symheap.heap.summary.model import L_NULL, L_UN, R_NULL, R_UN, Summary, SummaryHeap
from symheap.heap.summary.rules import ER, ST, UN, VS, field_write, references_equal, strengthen, summarize
from symheap.laws.guards import not_split
from symheap.objects.ir import Program
from symheap.solver.path import EMPTY_PATH

P, Q, G = (symbol(Origin.root(name), BOOL) for name in "pqg")
X, Y = (symbol(Origin.root(name), REF) for name in "xy")


class Excludes(PathView):
    """A path that excludes the given condition."""

    def __init__(self, *conditions: Value) -> None:
        self.conditions = conditions

    def may(self, condition: Value) -> bool:
        return condition not in self.conditions


def two_inputs() -> tuple[SummaryHeap, Handle, Handle]:
    model = Summary(TABLE)
    heap = model.empty()
    heap, x, _ = model.symbolic(heap, X.origin, TABLE.subtypes("A"), nullable=True)
    heap, y, _ = model.symbolic(heap, Y.origin, TABLE.subtypes("A"), nullable=True)
    assert isinstance(x, Handle)
    assert isinstance(y, Handle)
    return heap, x, y


# By hand --------------------------------------------------------------------------------------------------------------


def test_an_empty_heap_knows_null_and_uninitialized() -> None:
    heap = Summary(TABLE).empty()
    assert heap.locations(NULL) == ((True, L_NULL),)
    assert heap.L[R_UN] == ((True, L_UN),)


def test_the_first_input_is_null_or_new_and_the_second_may_be_the_first() -> None:
    """Rule: [Summaries] Fig. 8, "Summarize" (θ_null, θ_alias, θ_new)"""
    heap, x, y = two_inputs()
    (null_x, _), (new_x, first) = heap.L[x]
    assert (null_x, new_x) == (eq(X, NULL), not_(eq(X, NULL)))
    alias = and_(not_(eq(X, NULL)), eq(Y, X))
    new_y = and_(not_(eq(Y, NULL)), not_(alias))
    assert {at: guard for guard, at in heap.L[y]} == {L_NULL: eq(Y, NULL), first: alias, first + 1: new_y}
    assert heap.exists[first] == new_x
    assert heap.exists[first + 1] == new_y


def test_un_is_all_then_where_the_write_missed_then_nothing() -> None:
    """Rule: [Summaries] section 4, UN"""
    heap, x, _ = two_inputs()
    at = heap.L[x][1][1]
    assert UN(heap, at, NEXT) is True
    written = field_write(heap, ((G, at),), NEXT, R_NULL, Anything())
    assert UN(written, at, NEXT) is not_(G)
    for before in (heap, written):
        after, _ = summarize(before, ((G, at),), NEXT)
        assert UN(after, at, NEXT) is False
    assert UN(written, at, VAL) is True


def test_a_field_is_summarized_once() -> None:
    heap, x, _ = two_inputs()
    holders = ((G, heap.L[x][1][1]),)
    once, facts = summarize(heap, holders, NEXT)
    again, no_facts = summarize(once, holders, NEXT)
    assert facts
    assert no_facts == ()
    assert again == once


def test_a_write_survives_the_initialization_that_follows() -> None:
    """The written value stays under G; elsewhere the field has its initial value.

    Rule: [Summaries] Fig. 8, "Summarize" (θ_orig)
    """
    heap, x, y = two_inputs()
    at = heap.L[x][1][1]
    written = field_write(heap, ((G, at),), NEXT, y, Anything())
    after, _ = summarize(written, ((G, at),), NEXT)
    cell = after.R[at, NEXT]
    assert isinstance(cell, Handle)
    guards = {target: guard for guard, target in after.L[cell]}
    initial = symbol(X.origin.then("next"), REF)
    is_null = or_(and_(not_(G), eq(initial, NULL)), and_(G, eq(Y, NULL)))
    assert impossible(EMPTY_PATH, not_(eq(guards[L_NULL], is_null)))


def test_st_strengthens_every_guard_and_drops_what_is_impossible() -> None:
    """Rule: [Summaries] section 5, ST(L, r, φ, φ_g)"""
    locations = ((P, 2), (not_(P), 3))
    assert ST(locations, G, Anything()) == ((and_(G, P), 2), (and_(G, not_(P)), 3))
    assert ST(locations, G, Excludes(and_(G, P))) == ((and_(G, not_(P)), 3),)
    assert ST(locations, P, Anything()) == ((P, 2),)
    assert ST((), G, Anything()) == ()


def test_vs_joins_what_several_locations_lead_to() -> None:
    """Rule: [Summaries] section 5, VS(L, R, φ_g, r, f)"""
    a, b = Handle(10), Handle(11)
    L = {a: ((P, 4), (not_(P), L_NULL)), b: ((Q, 4), (not_(Q), 5))}  # noqa: N806 - the paper's name
    heap = replace(Summary(TABLE).empty(), L=immutables.Map(L), R=immutables.Map({(2, NEXT): a, (3, NEXT): b}))
    holders = ((G, 2), (not_(G), 3))
    expected = {
        4: or_(and_(G, P), and_(not_(G), Q)),
        L_NULL: and_(G, not_(P)),
        5: and_(not_(G), not_(Q)),
    }
    assert {at: guard for guard, at in VS(heap, holders, NEXT, Anything())} == expected
    possible = VS(heap, holders, NEXT, Excludes(expected[5]))
    assert {at for _, at in possible} == {4, L_NULL}


def test_references_are_equal_where_they_share_a_location() -> None:
    """Rule: [Summaries] Fig. 9, "Equals (references-true)" (θ_α)"""
    heap = Summary(TABLE).empty()
    heap, a = heap.reference(((P, 4), (not_(P), L_NULL)))
    heap, b = heap.reference(((Q, 4), (not_(Q), 5)))
    assert references_equal(heap, a, b) is and_(P, Q)
    assert references_equal(heap, a, NULL) is not_(P)
    assert references_equal(heap, b, NULL) is False


def test_new_objects_have_one_location_that_is_certain() -> None:
    model = Summary(TABLE)
    heap, ref = model.alloc(model.empty(), "A")
    ((guard, at),) = heap.locations(ref)
    assert guard is True
    assert heap.exists[at] is True
    assert heap.R[at, NEXT] == R_NULL
    assert heap.R[at, VAL] == 0
    assert heap.R[at, FLAG] is False


def test_a_reference_that_lost_all_its_locations_is_inconsistent() -> None:
    """Rule: [Uber-lazy draft] section I, ER(L, φ')"""
    heap = Summary(TABLE).empty()
    heap, a = heap.reference(((P, 4), (not_(P), L_NULL)))
    assert ER(heap) == frozenset()
    assert ER(strengthen(heap, G, Anything())) == frozenset()
    left = strengthen(heap, G, Excludes(and_(P, G)))
    assert left.L[a] == ((not_(P), L_NULL),)
    assert ER(left) == frozenset()
    nothing = strengthen(heap, G, Excludes(and_(P, G), and_(not_(P), G)))
    assert ER(nothing) == {a}


# Over whole runs ------------------------------------------------------------------------------------------------------


def explore(program: Program, *, consistency: bool = False, ask: bool = False, calls: int = 2) -> list[Trace[Any]]:
    solver, statistics = shared_chain()
    model = Summary(program.table, consistency=consistency)
    return list(Exploration(program, model, solver, statistics, Bounds(max_calls=calls), ask_solver=ask))


@pytest.mark.parametrize("name", ["swap.jl", "hasnull.jl", "reverse.jl", "read_back.pose", "ite_receivers.pose"])
def test_the_guards_of_every_reference_are_disjoint_and_cover_the_path(name: str) -> None:
    """Rule: [Summaries] Definition 11, Theorem 2"""
    checked = 0
    for trace in explore(example(name)):
        for locations in set(trace.heap.L.values()):
            assert len({at for _, at in locations}) == len(locations)
            assert impossible(trace.path, not_split([guard for guard, _ in locations]))
            checked += 1
    assert checked > 10


@pytest.mark.parametrize("name", ["swap.jl", "hasnull.jl", "cycle.jl", "read_back.pose"])
def test_locations_that_exist_together_are_different_objects(name: str) -> None:
    for trace in explore(example(name)):
        heap = trace.heap
        inputs = [(at, c) for at, c in heap.creators.items() if c in heap.inputs.bounds]
        for i, (at, creator) in enumerate(inputs):
            assert impossible(trace.path, and_(heap.exists[at], eq(creator, NULL)))
            for other, another in inputs[:i]:
                both = and_(heap.exists[at], heap.exists[other], eq(creator, another))
                assert impossible(trace.path, both)


@pytest.mark.parametrize("name", ["swap.jl", "hasnull.jl", "cycle.jl", "alias.jl", "read_back.pose"])
def test_consistency_and_questions_to_the_solver_change_no_path(name: str) -> None:
    """[Uber-lazy draft]'s pruning drops no path that is possible, and finds none that is not.

    Rule: [Uber-lazy draft] section I, ER, C
    """
    program = example(name)
    plain = Counter(t.key for t in explore(program))
    assert Counter(t.key for t in explore(program, ask=True)) == plain
    assert {t.key for t in explore(program, consistency=True, ask=True)} == set(plain)
    assert {t.key for t in explore(program, consistency=True)} == set(plain)
    assert plain
