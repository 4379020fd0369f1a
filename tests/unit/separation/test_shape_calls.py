"""Heaps cut at calls and put together again; canonical forms and unfolding, in particular cases."""

from __future__ import annotations

from random import Random

import immutables
import pytest

from symheap.core.terms import Term, Value, eq, not_
from symheap.memory.ir import Lifetime
from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Logic
from symheap.separation.execution.unfolding import unfold_first, unfold_last
from symheap.separation.heaps.canonical import canonical, garbage
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap, variable
from symheap.separation.proof.recursion import RESULT, Caller, Cut, cut, ghost, returned
from symheap.solver.chain import default_chain
from symheap_testing.c.formulas import CONTAINED, DLL, KINDS, random_heap
from symheap_testing.c.plain_lists import node, segment

LOGIC = Logic(default_chain(timeout_ms=2_000)[0])
A, B, C, D = (variable(number, 8) for number in range(4))


def heap(*atoms: Atom, pure: tuple[Value, ...] = (), **roots: Value) -> SymbolicHeap:
    facts = frozenset(fact for fact in pure if isinstance(fact, Term))
    return SymbolicHeap(immutables.Map(roots), atoms, facts, 20)


def back(parts: Cut, leaving: SymbolicHeap) -> list[SymbolicHeap]:
    return returned(LOGIC, Caller(0, 0, parts.frame, parts.cutpoints), leaving)


@pytest.mark.parametrize("seed", range(40))
def test_the_parts_of_a_cut_are_the_whole(seed: int) -> None:
    start = random_heap(KINDS[seed % len(KINDS)], "xy", Random(seed))
    parts = cut(start, {"0:p": start.roots["x"]})
    assert {*parts.local.atoms, *parts.frame.atoms} == set(start.atoms)
    assert len(parts.local.atoms) + len(parts.frame.atoms) == len(start.atoms)
    assert not garbage(parts.local)
    assert [parts.local.roots[ghost(number)] for number in range(len(parts.cutpoints))] == list(parts.cutpoints)


def test_the_callee_sees_what_its_arguments_and_the_globals_lead_to() -> None:
    owner = Object(C, 8, lifetime=Lifetime.GLOBAL, name="g")
    start = heap(node(A, B), node(B, 0), owner, node(D, 0), pure=(not_(eq(A, 0)),), x=A, y=B, z=D, **{"&g": C})
    parts = cut(start, {"0:p": A})
    assert set(parts.local.atoms) == {node(A, B), node(B, 0), owner}
    assert parts.frame.atoms == (node(D, 0),)
    assert set(parts.cutpoints) == {A, B}
    assert parts.local.roots["&g"] == C


def test_a_function_that_does_nothing_changes_nothing() -> None:
    start = heap(node(A, B), segment(0, B, 0), node(C, B), x=A, y=C)
    parts = cut(start, {"0:p": A})
    result = back(parts, parts.local)
    assert result
    assert all(canonical(new) == canonical(start) for new in result)


def test_what_the_callee_did_is_seen_through_cutpoints() -> None:
    start = heap(node(A, B), node(B, 0), node(C, B), x=A, y=C)
    parts = cut(start, {"0:p": A})
    changed = SymbolicHeap(parts.local.roots.set(RESULT, B), (node(A, 0), node(B, A)), frozenset(), 20)
    (new,) = back(parts, changed)
    result = new.roots[RESULT]
    assert entails(LOGIC, new.without_roots([RESULT]), heap(node(C, B), node(B, A), node(A, 0), x=A, y=C))
    assert any(isinstance(atom, Object) and atom.base is result for atom in new.atoms)


def test_an_exit_that_contradicts_the_frame_is_none() -> None:
    start = heap(node(A, 0), node(B, 0), x=A, y=B)
    parts = cut(start, {"0:p": A})
    assert back(parts, parts.local)
    twice = Cut(parts.local, start, parts.cutpoints)
    assert back(twice, parts.local) == []


# Canonical forms and unfolding ----------------------------------------------------------------------------------------


def test_canonical_forms_forget_names_order_and_what_separation_says() -> None:
    one = heap(node(A, B), segment(1, B, 0), pure=(not_(eq(A, B)), not_(eq(A, 0))), x=A)
    two = heap(segment(1, C, 0), node(D, C), x=D)
    assert canonical(one) == canonical(two)
    assert canonical(heap(node(A, B), x=A)) != canonical(heap(node(A, A), x=A))
    assert canonical(heap(node(A, B), x=A, y=B)) != canonical(heap(node(A, B), x=A, y=A))


def test_garbage_is_what_no_root_leads_to() -> None:
    assert garbage(heap(node(A, B), node(B, 0), node(C, A), x=A)) == [node(C, A)]
    assert garbage(heap(Segment(DLL.spine, 1, A, 0, 0, B), x=B)) == []


def test_unfolding_makes_an_item_and_a_shorter_segment() -> None:
    for unfold in (unfold_first, unfold_last):
        start = heap(segment(2, A, 0), x=A)
        thing = start.atoms[0]
        assert isinstance(thing, Segment)
        new = unfold(start, thing)
        assert sorted(type(atom).__name__ for atom in new.atoms) == ["Object", "Segment"]
        assert [atom.least for atom in new.atoms if isinstance(atom, Segment)] == [1]
        assert entails(LOGIC, new, start)


def test_the_first_node_of_an_embedded_list_gets_a_symbol() -> None:
    start = heap(Segment(CONTAINED.spine, 1, A, 0), x=A)
    thing = start.atoms[0]
    assert isinstance(thing, Segment)
    new = unfold_first(start, thing)
    first = next(atom for atom in new.atoms if isinstance(atom, Object))
    assert A not in (first.base, new.roots["x"])
    assert entails(LOGIC, new, start)
