"""Walks over terms: each node once, in order, and no term is too deep."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from naive_terms import EXPRESSIONS, MADE, MADE_TOO, Expr, M, N, X, Y, a_symbol, build, types

from symheap.core.model import Model
from symheap.core.printing import infix
from symheap.core.terms import NULL, REF, Op, Term, Value, add, eq, isa, ite, lt, sub
from symheap.core.theories.choice import leaves, map_leaves
from symheap.core.walk import postorder, size, symbols

DEEP = 100_000
MANY = settings(max_examples=60, deadline=None, derandomize=True)


def term(value: Value) -> Term:
    assert isinstance(value, Term)
    return value


# Every node once ------------------------------------------------------------------------------------------------------


@MANY
@given(EXPRESSIONS)
def test_postorder_gives_every_node_once_and_arguments_first(e: Expr) -> None:
    root = build(e)
    if not isinstance(root, Term):
        return
    order = list(postorder(root))
    place = {t: i for i, t in enumerate(order)}
    assert len(place) == len(order)
    assert order[-1] is root
    for t in order:
        assert all(place[a] < place[t] for a in t.args if isinstance(a, Term))


@MANY
@given(EXPRESSIONS)
def test_symbols_are_the_symbol_nodes(e: Expr) -> None:
    root = build(e)
    nodes = list(postorder(root)) if isinstance(root, Term) else []
    assert symbols(root) == {t for t in nodes if t.op is Op.SYM}
    assert size(root) >= max(1, len(nodes))


def test_size_counts_shared_nodes_once() -> None:
    shared = add(N, M)
    assert size(3) == 1
    assert size(shared) == 3
    assert size(eq(shared, sub(shared, N))) == 5


# Depth ----------------------------------------------------------------------------------------------------------------


@cache
def chain_of_references(depth: int) -> Term:
    """Return choices nested in their last branch: a graph with few leaves and many paths."""
    chain: Term = X
    conditions = [term(lt(N, k)) for k in range(5)]
    others = (Y, MADE, NULL, MADE_TOO)
    for k in range(depth):
        chain = term(ite(conditions[k % 5], others[k % 4], chain))
    return chain


@cache
def chain_of_sums(depth: int) -> Term:
    chain: Term = N
    for _ in range(depth):
        chain = term(sub(M, chain))
    return chain


def references() -> Term:
    return chain_of_references(DEEP)


def sums() -> Term:
    return chain_of_sums(DEEP)


WALKS: dict[str, tuple[Callable[[], object], object]] = {
    "evaluate to the end": (lambda: Model({N: 9, X: 4}, {}).evaluate(references()), 4),
    "evaluate sums": (lambda: Model({N: 7, M: 1}, {}).evaluate(sums()), 7),
    "symbols": (lambda: symbols(references()), {N, X, Y}),
    "infix": (lambda: len(infix(sums(), limit=50)), 51),
    "map_leaves": (lambda: map_leaves(references(), lambda leaf: leaf) is references(), True),
    "leaves": (lambda: set(leaves(references())), {X, Y, MADE, NULL, MADE_TOO}),
    "postorder": (lambda: sum(1 for _ in postorder(sums())), DEEP + 2),
    "equality": (lambda: symbols(eq(chain_of_references(DEEP // 5), MADE)), {N}),
    "type test": (lambda: symbols(isa(chain_of_references(DEEP // 5), types(0b0110))), {N, X, Y}),
}


@pytest.mark.parametrize("walk", WALKS)
def test_no_term_is_too_deep_and_time_is_linear(walk: str) -> None:
    """Quadratic time would take hours at this depth."""
    run, expected = WALKS[walk]
    started = time.process_time()
    assert run() == expected
    assert time.process_time() - started < 15


@pytest.mark.parametrize("compare", [eq, lt])
def test_numbers_chosen_by_deep_conditions_can_be_compared(compare: Callable[[Value, Value], Value]) -> None:
    """The value of a field after many writes of constants through references that may alias."""
    chain: Value = N
    for k in range(2_000):
        chain = ite(eq(a_symbol(f"y{k}", REF), X), k, chain)
    assert symbols(compare(chain, 5))
