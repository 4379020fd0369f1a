"""Choices: their leaves, and the conditions that a choice between conditions becomes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from naive_terms import REFERENCES, Expr, M, N, P, Q, X, Y, a_symbol, build

from symheap.core.model import Model
from symheap.core.terms import BOOL, BV32, F64, NULL, Op, Term, Value, and_, eq, ite, le, lt, not_, or_
from symheap.core.theories import floats
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.choice import is_switch, is_table, leaves, map_leaves, map_some_leaves, map_table

MANY = settings(max_examples=60, deadline=None, derandomize=True)


def term(value: Value) -> Term:
    assert isinstance(value, Term)
    return value


# Leaves ---------------------------------------------------------------------------------------------------------------


@MANY
@given(REFERENCES)
def test_mapping_leaves_to_themselves_changes_nothing(e: Expr) -> None:
    root = term(build(e))
    assert map_leaves(root, lambda leaf: leaf) is root
    assert {t.op for t in leaves(root)} <= {Op.SYM, Op.LOC, Op.NULL}


@MANY
@given(REFERENCES)
def test_a_mapped_graph_has_the_mapped_value_of_the_leaf_that_is_taken(e: Expr) -> None:
    root = term(build(e))
    numbers = {leaf: 10 + i for i, leaf in enumerate(leaves(root))}
    mapped = map_leaves(root, numbers.__getitem__)
    for p in (False, True):
        for x, i in ((0, 0), (1, 1), (2, -1)):
            model = Model({X: x, Y: 5, N: i, P: p, Q: not p}, {})
            taken = {n for leaf, n in numbers.items() if model.evaluate(leaf) == model.evaluate(root)}
            assert model.evaluate(mapped) in taken


def test_a_leaf_without_a_value_leaves_the_other_branch() -> None:
    choice = term(ite(P, X, ite(Q, NULL, Y)))
    assert map_some_leaves(choice, lambda leaf: None if leaf is NULL else leaf) is ite(P, X, Y)
    assert map_some_leaves(choice, lambda leaf: leaf if leaf is NULL else None) is NULL
    assert map_some_leaves(choice, lambda leaf: None) is None
    assert leaves(choice) == (X, NULL, Y)


def test_a_table_has_plain_leaves_only() -> None:
    table = term(ite(P, 1, ite(Q, 2, 3, BV32), BV32))
    assert map_table(table, lambda number: number + 10, BV32) is ite(P, 11, ite(Q, 12, 13, BV32), BV32)
    with pytest.raises(AssertionError, match="this is not plain"):
        map_table(term(ite(P, 1, a_symbol("this", BV32), BV32)), lambda number: number)


def test_a_switch_is_the_smallest_table() -> None:
    switch, nested, open_ended = ite(P, 1, 2), ite(P, 1, ite(Q, 2, 3)), ite(P, 1, N)
    assert [is_switch(value) for value in (switch, nested, open_ended, N, 1)] == [True, False, False, False, False]
    assert [is_table(term(value)) for value in (switch, nested, open_ended, N)] == [True, True, False, False]


# Choices between conditions -------------------------------------------------------------------------------------------

V, W = a_symbol("v", BV32), a_symbol("w", BV32)
A, B = a_symbol("a", F64), a_symbol("b", F64)


def signed(a: Value, b: Value) -> Value:
    return bitvector(Op.BVSLT, 32, a, b)


def unsigned(a: Value, b: Value) -> Value:
    return bitvector(Op.BVULT, 32, a, b)


@pytest.mark.parametrize(
    ("below", "same", "at_most"),
    [
        (lt(N, M), eq(N, M), le(N, M)),
        (lt(N, 3), eq(N, 3), le(N, 3)),
        (signed(V, W), eq(V, W), not_(signed(W, V))),
        (signed(V, -1), eq(V, -1), not_(signed(-1, V))),
        (signed(5, V), eq(V, 5), not_(signed(V, 5))),
        (unsigned(V, W), eq(W, V), not_(unsigned(W, V))),
        (floats.lt(64, A, B), floats.fpeq(64, A, B), floats.le(64, A, B)),
    ],
)
def test_less_or_equal_is_one_condition(below: Value, same: Value, at_most: Value) -> None:
    assert ite(below, True, same) is at_most
    assert ite(below, False, not_(same)) is not_(at_most)
    assert ite(below, True, not_(same)) is not_(same)
    assert ite(below, False, same) is same


def test_a_choice_between_a_condition_and_its_negation_is_an_equation() -> None:
    assert ite(P, Q, not_(Q)) is eq(P, Q)
    assert ite(P, not_(Q), Q) is eq(P, not_(Q))
    assert ite(P, not_(P), P) is False


def test_a_condition_knows_that_a_choice_tests_it() -> None:
    tested, part, unasked = (a_symbol(name, BOOL) for name in ("tested", "part", "unasked"))
    ite(tested, X, Y)
    ite(or_(P, not_(part)), X, Y)
    and_(unasked, P)
    assert [condition.is_tested for condition in (tested, part, unasked)] == [True, True, False]
