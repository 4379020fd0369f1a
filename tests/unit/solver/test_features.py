"""Summaries of terms, and the small helpers that number, fold and stack."""

from __future__ import annotations

from solver_formulas import BYTES, FLAG, UNIVERSE, N, X, Y, Z, term, types

from symheap.core.terms import NULL, Term, add, and_, eq, isa, location, lt, not_, or_, rank
from symheap.core.walk import size
from symheap.solver.backends.levels import BOTTOM, by_age
from symheap.solver.backends.numbering import Numbering
from symheap.solver.features import (
    LARGEST_TREE,
    NOTHING,
    Features,
    features,
    features_of_all,
    location_numbers,
    tokens,
    tree_tokens,
)
from symheap.solver.fold import fold


def test_theories() -> None:
    assert features(eq(X, Y)) == Features(references=True)
    assert features(True) is NOTHING
    assert features(and_(FLAG, lt(add(N, 1), 3))).integers
    assert not features(and_(FLAG, eq(*BYTES))).integers
    assert features(or_(FLAG, eq(*BYTES))).bitvectors
    assert features(lt(rank(X, "next"), 0)).integers


def test_what_is_spoken_of() -> None:
    known = location(4, "A", initial=True)
    result = features_of_all(map(term, (isa(X, types("A")), not_(eq(Y, known)), lt(rank(Z, "next"), 0))))
    assert result.classified == {X}
    assert result.locations == {known}
    assert result.ranked == {rank(Z, "next")}
    assert result.universe == UNIVERSE
    assert location_numbers((term(eq(Y, known)), term(eq(Y, NULL)))) == {4}


def test_tokens_are_the_size() -> None:
    condition = term(and_(or_(eq(X, Y), FLAG), or_(eq(X, Y), lt(N, 3))))
    assert tokens(condition) == tokens(condition) == size(condition)


def test_a_shared_part_counts_as_often_as_it_occurs_in_a_tree() -> None:
    shared = term(eq(X, Y))
    condition = term(or_(and_(shared, FLAG), and_(shared, lt(N, 3))))
    assert tree_tokens(shared) == size(shared) == 3
    assert tree_tokens(condition) == size(condition) + tree_tokens(shared)


def test_trees_of_more_nodes_than_any_machine_holds_are_counted() -> None:
    total = N
    for _ in range(200):
        total = term(add(total, total))
    assert tokens(total) == 201
    assert tree_tokens(total) == 2**201 - 1
    for _ in range(800):
        total = term(add(total, total))
    assert tree_tokens(total) == LARGEST_TREE < 2**1001 - 1


def test_fold_enters_each_node_once_and_never_again() -> None:
    built: list[Term] = []

    def build(node: Term) -> int:
        built.append(node)
        return 1 + sum(memo[arg] for arg in node.args if isinstance(arg, Term))

    memo: dict[Term, int] = {}
    shared = term(eq(X, Y))
    assert fold(term(or_(and_(shared, FLAG), shared)), memo, build) > 0
    assert len(built) == len(set(built))
    before = len(built)
    assert fold(term(not_(shared)), memo, build) == 4
    assert len(built) == before + 1


def test_numbering_keeps_what_is_fixed() -> None:
    numbering = Numbering({"null": 0, "two": 2}, taken=(3,))
    assert [numbering[name] for name in ("a", "two", "b", "null", "a", "c")] == [1, 2, 4, 0, 1, 5]
    assert Numbering({}, above=7)["a"] == 8


def test_levels_gather_symbols_in_a_fixed_order() -> None:
    level = BOTTOM.then(term(eq(Z, Y))).then(term(isa(X, types("A")))).then(term(eq(X, Y)))
    assert level.symbols == (*by_age((Y, Z)), X)
    assert level.features.classified == {X}


def test_known_objects_are_introduced_again_when_classes_appear() -> None:
    known = location(4, "A", initial=True)
    first = BOTTOM.then(term(eq(Y, known)))
    second = first.then(term(isa(X, types("A"))))
    third = second.then(term(eq(X, Y)))
    assert first.new_locations(BOTTOM) == second.new_locations(first) == (known,)
    assert third.new_locations(second) == ()
    assert third.known_classes() == {4: UNIVERSE.index("A")}
    assert first.known_classes() == {}
