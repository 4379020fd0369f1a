"""Folding, joining, generalising: what becomes a list, and what must not."""

from __future__ import annotations

import immutables

from symheap.core.terms import Op, Term, Value, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.memory.ir import Lifetime
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.join import Joined, join
from symheap.separation.entailment.entail import entails, pattern_entails
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.canonical import canonical, garbage
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment, SymbolicHeap, variable
from symheap.solver.chain import default_chain
from symheap_testing.c.formulas import CONTAINED, DLL, INNER, OWNING, SLL
from symheap_testing.c.plain_lists import node, segment

LOGIC = Logic(default_chain(timeout_ms=2_000)[0])
A, B, C, D, E, F, G = (variable(number, 8) for number in range(7))


def heap(*atoms: Atom, pure: tuple[Value, ...] = (), **roots: Value) -> SymbolicHeap:
    facts = frozenset(fact for fact in pure if isinstance(fact, Term))
    return SymbolicHeap(immutables.Map(roots), atoms, facts, 20)


def cells(base: Term, *values: Value) -> Object:
    """Return an object of 8-byte words."""
    held = {8 * number: Cell(8, value) for number, value in enumerate(values)}
    return Object(base, 8 * len(values), immutables.Map(held))


def fold(start: SymbolicHeap, is_coarse: bool = False) -> SymbolicHeap:
    """Return the folded heap, which must satisfy the law of folding."""
    folded = Abstraction(LOGIC, 8, is_coarse).fold(start)
    assert entails(LOGIC, start, folded)
    return folded


def only_list(folded: SymbolicHeap) -> Segment:
    (found,) = folded.atoms
    assert isinstance(found, Segment)
    return found


def test_nodes_in_a_row_become_a_list() -> None:
    result = only_list(fold(heap(node(A, B), node(B, C), node(C, 0), x=A)))
    assert (result.pattern, result.front, result.next) == (SLL.spine, A, 0)
    assert result.least >= 2


def test_a_list_grows_at_either_end() -> None:
    for start in (heap(node(A, B), segment(1, B, 0), x=A), heap(segment(1, A, B), node(B, 0), x=A)):
        assert only_list(fold(start)).least == 2
    assert only_list(fold(heap(segment(0, A, B), segment(0, B, 0), x=A))).least == 0


def test_a_node_that_a_root_points_at_is_no_inner_one() -> None:
    start = heap(node(A, B), node(B, 0), x=A, y=B)
    assert fold(start) == start
    pointed = heap(node(A, B), node(B, 0), cells(C, B, 0), x=A, y=C)
    assert fold(pointed) == pointed


def test_locals_are_no_nodes() -> None:
    local = Object(A, 8, immutables.Map({0: Cell(8, B)}), lifetime=Lifetime.LOCAL)
    start = heap(local, node(B, 0), x=A)
    assert fold(start) == start


def test_a_ring_keeps_a_node() -> None:
    folded = fold(heap(node(A, B), node(B, C), node(C, A), x=A))
    assert sum(isinstance(atom, Object) for atom in folded.atoms) == 1


def test_back_links_are_found() -> None:
    result = only_list(fold(heap(cells(A, B, 0), cells(B, C, A), cells(C, 0, B), x=A)))
    assert (result.pattern, result.prev, result.next) == (DLL.spine, 0, 0)


def test_links_into_nodes_are_found() -> None:
    def at(base: Term) -> Value:
        return bitvector(Op.BVADD, 64, base, 8)

    def embedded(base: Term, link: Value) -> Object:
        return Object(base, 16, immutables.Map({8: Cell(8, link)}))

    result = only_list(fold(heap(embedded(A, at(B)), embedded(B, at(C)), embedded(C, 0), x=at(A))))
    assert result.pattern == CONTAINED.spine
    assert result.front == at(A)


def test_what_items_own_is_part_of_the_pattern() -> None:
    result = only_list(fold(heap(cells(A, B, C), Object(C, 4), cells(B, 0, D), Object(D, 4), x=A)))
    assert result.pattern == OWNING.patterns[0]


def test_an_object_or_null_is_optional() -> None:
    result = only_list(fold(heap(cells(A, B, C), Object(C, 4), cells(B, 0, 0), x=A)))
    assert result.pattern == OWNING.patterns[1]


def test_what_items_have_in_common_is_a_parameter() -> None:
    folded = fold(heap(cells(A, B, C), cells(B, 0, C), Object(C, 4), x=A, y=C))
    (found,) = (atom for atom in folded.atoms if isinstance(atom, Segment))
    assert found.shared == (C,)


def test_inner_lists_are_folded_first() -> None:
    start = heap(cells(A, B, C), node(C, D), node(D, 0), cells(B, 0, E), node(E, F), node(F, 0), x=A)
    result = only_list(fold(start))
    assert any(isinstance(atom, Segment) for atom in result.pattern.atoms)
    assert pattern_entails(LOGIC, result.pattern, INNER.spine)


def test_coarse_folding_leaves_the_bare_spine() -> None:
    start = heap(cells(A, B, C), cells(B, 0, C), Object(C, 4), x=A, y=C)
    (found,) = (atom for atom in fold(start, is_coarse=True).atoms if isinstance(atom, Segment))
    (node,) = found.pattern.atoms
    assert isinstance(node, Object)
    assert (set(node.cells), found.pattern.shared, found.pattern.own) == ({found.pattern.link}, 0, 0)


def test_folding_loses_no_object() -> None:
    start = heap(cells(A, B, C), Object(C, 4), cells(B, 0, C), x=A)
    assert not garbage(fold(start))


# Joining --------------------------------------------------------------------------------------------------------------


def joined(p: SymbolicHeap, q: SymbolicHeap) -> Joined | None:
    """Return the join, which must satisfy its law in both orders."""
    found, other = (join(LOGIC, *pair, dict.fromkeys(p.roots, 8)) for pair in ((p, q), (q, p)))
    assert (found is None) == (other is None)
    for each in (found, other):
        assert each is None or (entails(LOGIC, p, each.heap) and entails(LOGIC, q, each.heap))
    return found


def test_a_list_and_its_emptiness() -> None:
    upper = joined(heap(segment(1, A, 0), x=A), heap(x=0))
    assert upper is not None
    assert only_list(upper.heap).least == 0
    assert not upper.is_numeric


def test_the_shorter_list_says_how_long_both_are() -> None:
    upper = joined(heap(segment(2, A, 0), x=A), heap(segment(1, A, 0), x=A))
    assert upper is not None
    assert only_list(upper.heap).least == 1


def test_a_heap_joined_with_itself_is_itself() -> None:
    for start in (heap(node(A, B), segment(0, B, 0), x=A, y=B), heap(cells(A, B, C), Object(C, 4), x=A)):
        upper = joined(start, start)
        assert upper is not None
        assert upper.heap == canonical(start)


def test_numbers_are_widened_to_bounds() -> None:
    upper = joined(heap(n=0), heap(n=3))
    assert upper is not None
    assert upper.is_numeric
    number = upper.heap.roots["n"]
    assert LOGIC.follows(upper.heap, not_(bitvector(Op.BVSLT, 64, number, 0)))
    assert not LOGIC.follows(upper.heap, bitvector(Op.BVSLT, 64, number, 4))


def test_different_skeletons_have_no_join() -> None:
    assert joined(heap(node(A, 0), x=A), heap(cells(A, 0, 0), x=A)) is None
    assert joined(heap(node(A, 0), x=A), heap(x=0)) is None
    assert join(LOGIC, heap(x=0), heap(y=0), {"x": 8, "y": 8}) is None


def test_what_is_one_place_in_both_stays_one() -> None:
    upper = joined(heap(segment(0, A, 0), x=A, y=A), heap(segment(1, A, 0), x=A, y=A))
    assert upper is not None
    assert upper.heap.roots["x"] == upper.heap.roots["y"]
