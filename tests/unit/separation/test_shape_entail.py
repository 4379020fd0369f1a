"""Entailment and frames: what is found, and what must not be."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import immutables
import pytest

from symheap.core.terms import Term, Value, eq, not_
from symheap.memory.ir import Lifetime
from symheap.separation.entailment.entail import Matcher, entails, pattern_entails
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment, SymbolicHeap, variable
from symheap.separation.heaps.pattern import Pattern
from symheap.solver.chain import default_chain
from symheap_testing.c.formulas import CONTAINED, COUNTED, DLL, INNER, KINDS, OWNING, SHARING, SLL
from symheap_testing.c.plain_lists import node, segment

LOGIC = Logic(default_chain(timeout_ms=2_000)[0])
X, Y, Z, W, V = (variable(number, 8) for number in range(5))


def heap(*atoms: Atom, pure: tuple[Value, ...] = (), **roots: Value) -> SymbolicHeap:
    facts = frozenset(fact for fact in pure if isinstance(fact, Term))
    return SymbolicHeap(immutables.Map(roots), atoms, facts, 20)


def both(base: Term, link: Value, back: Value) -> Object:
    """Return a node with a back link."""
    return Object(base, 16, immutables.Map({0: Cell(8, link), 8: Cell(8, back)}))


def dll(least: int, front: Value, behind: Value, prev: Value, back: Value) -> Segment:
    return Segment(DLL.spine, least, front, behind, prev, back)


def implies(p: SymbolicHeap, q: SymbolicHeap) -> bool:
    return entails(LOGIC, p, q)


def test_lists_of_a_known_length() -> None:
    three = heap(node(X, Y), node(Y, Z), node(Z, 0), x=X)
    for least in range(6):
        assert implies(three, heap(segment(least, X, 0), x=X)) == (least <= 3)


def test_what_is_left_over_is_no_model() -> None:
    assert not implies(heap(node(X, 0), node(Y, 0), x=X, y=Y), heap(segment(0, X, 0), x=X, y=Y))
    assert not implies(heap(x=X), heap(node(X, Y), x=X))


def test_a_segment_has_a_last_node() -> None:
    last = heap(segment(0, X, Y), node(Y, 0), x=X)
    assert implies(heap(segment(1, X, 0), x=X), last)
    assert implies(heap(segment(2, X, 0), x=X), heap(segment(0, X, Y), node(Y, Z), node(Z, 0), x=X))
    assert not implies(heap(segment(0, X, 0), x=X), last)


def test_cases_by_whether_a_segment_is_empty() -> None:
    p = heap(node(X, Y), segment(0, Y, 0), x=X)
    assert implies(p, heap(segment(0, X, Z), node(Z, 0), x=X))
    assert implies(heap(segment(0, X, Y), segment(1, Y, 0), x=X, y=Y), heap(segment(1, X, 0), x=X, y=Y))


def test_a_ring_may_be_walked_all_around() -> None:
    ring = heap(node(X, Y), node(Y, X), x=X)
    for least in range(4):
        assert implies(ring, heap(segment(least, X, X), x=X)) == (least <= 2)


def test_facts_that_separation_implies() -> None:
    p = heap(segment(1, X, 0), segment(0, Y, 0), x=X, y=Y)
    assert implies(p, replace(p, pure=heap(pure=(not_(eq(X, 0)), not_(eq(X, Y)))).pure))
    assert not implies(p, replace(p, pure=heap(pure=(not_(eq(Y, 0)),)).pure))


def test_doubly_linked_lists_from_either_end() -> None:
    nodes = (both(X, Y, 0), both(Y, Z, X), both(Z, 0, Y))
    assert implies(heap(*nodes, x=X, z=Z), heap(dll(3, X, 0, 0, Z), x=X, z=Z))
    assert implies(heap(*nodes, z=Z), heap(dll(2, X, 0, 0, Z), z=Z))
    assert implies(heap(dll(0, X, 0, 0, Z), z=Z), heap(dll(0, Y, 0, 0, W), z=W))
    assert not implies(heap(both(X, Y, 0), both(Y, Z, Y), both(Z, 0, Y), z=Z), heap(dll(2, X, 0, 0, Z), z=Z))


def test_both_ends_and_both_sides_of_a_list_count() -> None:
    def listed(prev: Value, back: Value) -> SymbolicHeap:
        return heap(dll(1, X, 0, prev, back), x=X, y=Y, z=Z)

    assert implies(listed(Y, Z), listed(Y, Z))
    assert not implies(listed(Y, Z), listed(Y, Y))
    assert not implies(listed(Y, Z), listed(Z, Z))
    assert not implies(heap(both(X, 0, Y), x=X, y=Y, z=Z), listed(Y, Z))
    assert implies(heap(both(X, 0, Y), x=X, y=Y, z=Z), listed(Y, X))


def test_the_last_item_of_a_doubly_linked_list_from_the_back() -> None:
    p = heap(dll(1, X, 0, 0, Z), z=Z)
    assert implies(p, heap(dll(0, X, Z, 0, Y), both(Z, 0, Y), z=Z))
    assert implies(heap(dll(0, X, Z, 0, Y), both(Z, 0, Y), z=Z), p)
    assert not implies(heap(dll(0, X, 0, 0, Z), z=Z), p)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_patterns_from_strong_to_weak(kind: object) -> None:
    patterns = next(each for each in KINDS if each is kind).patterns
    assert pattern_entails(LOGIC, patterns[-1], patterns[-1])
    for strong, weak in pairwise(patterns):
        if strong.shared == weak.shared:
            assert pattern_entails(LOGIC, strong, weak)
            assert not pattern_entails(LOGIC, weak, strong)


def test_patterns_of_different_links_have_nothing_to_do_with_each_other() -> None:
    assert not pattern_entails(LOGIC, SLL.spine, CONTAINED.spine)
    assert not pattern_entails(LOGIC, DLL.spine, SHARING.spine)


def one_item(pattern: Pattern, *atoms: Atom) -> bool:
    return implies(heap(*atoms, x=X), heap(Segment(pattern, 1, X, 0), x=X))


def test_items_own_their_objects() -> None:
    first = Object(X, 16, immutables.Map({0: Cell(8, 0), 8: Cell(8, Y)}))
    strong, weak = OWNING.patterns
    assert one_item(strong, first, Object(Y, 4))
    assert not one_item(strong, first, Object(Y, 4, optional=True))
    assert one_item(weak, first, Object(Y, 4, optional=True))
    assert not one_item(weak, first)
    assert one_item(weak, Object(X, 16, immutables.Map({0: Cell(8, 0), 8: Cell(8, 0)})))


def test_items_with_inner_lists_and_numbers() -> None:
    first = Object(X, 16, immutables.Map({0: Cell(8, 0), 8: Cell(8, Y)}))
    strong, weak = INNER.patterns
    assert one_item(strong, first, node(Y, 0))
    assert one_item(weak, first, segment(0, Y, 0))
    assert not one_item(strong, first, segment(0, Y, 0))
    for number, holds in ((0, False), (1, True), (5, True)):
        counted = Object(X, 12, immutables.Map({0: Cell(8, 0), 8: Cell(4, number)}))
        assert one_item(COUNTED.patterns[0], counted) == holds


def test_items_have_in_common_what_the_segment_says() -> None:
    first = Object(X, 16, immutables.Map({0: Cell(8, 0), 8: Cell(8, Y)}))
    for shared, holds in ((Y, True), (Z, False)):
        q = heap(Segment(SHARING.patterns[0], 1, X, 0, shared=(shared,)), x=X, y=Y, z=Z)
        assert implies(heap(first, x=X, y=Y, z=Z), q) == holds


def test_lifetimes_and_sizes_are_those_wanted() -> None:
    for lifetime in (Lifetime.LOCAL, Lifetime.GLOBAL):
        assert not implies(heap(Object(X, 8, lifetime=lifetime), x=X), heap(Object(X, 8), x=X))
    assert not implies(heap(Object(X, 8), x=X), heap(Object(X, 16), x=X))
    assert implies(heap(Object(X, 8), x=X), heap(Object(X, Y), x=X))
    assert implies(heap(Object(X, 8, zero=True), x=X), heap(node(X, 0), x=X))
    assert not implies(heap(Object(X, 8), x=X), heap(node(X, 0), x=X))


def test_the_frame_is_what_was_not_matched() -> None:
    p = heap(node(X, Y), node(Y, 0), node(Z, X), x=X, z=Z)
    items = list(Matcher(LOGIC).matches(p, heap(segment(2, X, 0), x=X)))
    assert any(match.frame == (p.atoms[2],) for match in items)
    assert all(set(match.frame) <= set(match.whole.atoms) for match in items)


def test_freed_objects_are_no_frame() -> None:
    ended = Object(Y, 1, lifetime=Lifetime.ENDED)
    assert implies(heap(node(X, 0), ended, x=X), heap(node(X, 0), x=X))
    assert not implies(heap(node(X, 0), x=X, y=Y), heap(node(X, 0), ended, x=X, y=Y))
