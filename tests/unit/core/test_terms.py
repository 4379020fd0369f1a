"""The constructors of terms: simplification keeps the meaning, and the laws that the rest of the code relies on."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from naive_terms import (
    BOOLEANS,
    EXPRESSIONS,
    MADE,
    MADE_TOO,
    OLD,
    REFERENCES,
    UNIVERSE,
    Expr,
    M,
    N,
    P,
    Q,
    X,
    Y,
    a_symbol,
    all_models,
    build,
    everywhere,
    types,
)

from symheap.core.model import Model
from symheap.core.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    Op,
    Term,
    Value,
    add,
    and_,
    conjunction,
    disjunction,
    eq,
    isa,
    ite,
    location,
    lt,
    mul,
    not_,
    or_,
    rank,
    sort_of,
    sub,
)
from symheap.core.walk import postorder

MODELS = all_models()
MANY = settings(max_examples=100, deadline=None, derandomize=True)


@MANY
@given(EXPRESSIONS)
def test_a_term_means_what_was_written_under_every_small_model(e: Expr) -> None:
    fresh = [Model(m.values, m.classes) for m in MODELS]
    assert everywhere(e, fresh) == []


@MANY
@given(EXPRESSIONS)
def test_equal_structure_is_one_object(e: Expr) -> None:
    first, second = build(e), build(e)
    assert first is second or (not isinstance(first, Term) and first == second)


@MANY
@given(BOOLEANS)
def test_no_reference_choice_stands_below_equality_or_a_type_test(e: Expr) -> None:
    assert _misplaced(build(e)) == []


@MANY
@given(REFERENCES, REFERENCES)
def test_comparing_and_testing_choices_leaves_none_below(a: Expr, b: Expr) -> None:
    left, right = build(a), build(b)
    assert _misplaced(eq(left, right)) == []
    assert _misplaced(isa(left, types(0b0110))) == []


def _misplaced(value: Value) -> list[Term]:
    if not isinstance(value, Term):
        return []
    atoms = (t for t in postorder(value) if t.op in (Op.EQ, Op.ISA))
    return [t for t in atoms if any(isinstance(a, Term) and a.sort is REF and a.op is Op.ITE for a in t.args)]


@MANY
@given(BOOLEANS)
def test_what_is_known_is_a_plain_value(e: Expr) -> None:
    """No connective has a constant, repeated or complementary operand, and no negation is doubled."""
    value = build(e)
    for t in postorder(value) if isinstance(value, Term) else ():
        if t.op in (Op.AND, Op.OR):
            assert len(t.args) == len(set(t.args)) > 1
            assert not any(isinstance(a, bool) or not_(a) in t.args for a in t.args)
            assert not any(isinstance(a, Term) and a.op is t.op for a in t.args)
        if t.op is Op.NOT:
            assert isinstance(t.args[0], Term)
            assert t.args[0].op is not Op.NOT
        if t.op is Op.ITE:
            assert isinstance(t.args[0], Term)
            assert t.args[0].op is not Op.NOT
            assert t.args[1] is not t.args[2]


@MANY
@given(BOOLEANS)
def test_negation_is_an_involution(e: Expr) -> None:
    value = build(e)
    assert not_(not_(value)) is value


@pytest.mark.parametrize("literal", [P, not_(P), eq(X, Y), lt(N, M), isa(X, types(2)), ite(P, eq(X, Y), lt(N, M))])
def test_a_literal_and_its_complement_settle_a_connective(literal: Value) -> None:
    assert and_(literal, Q, not_(literal)) is False
    assert or_(literal, Q, not_(literal)) is True


def test_an_input_may_be_an_initial_object_and_never_one_that_the_run_made() -> None:
    assert eq(X, MADE) is False
    assert eq(MADE, X) is False
    initial = eq(X, OLD)
    assert isinstance(initial, Term)
    assert initial is eq(OLD, X)
    assert Model({X: 1}, {}).satisfies(initial)
    assert not Model({X: 2}, {}).satisfies(initial)


def test_known_objects_are_equal_to_themselves_only() -> None:
    known = (NULL, OLD, MADE, MADE_TOO, location(1, "B"), location(2, "A", initial=True))
    for a in known:
        for b in known:
            assert eq(a, b) is (a is b)


def test_equality_is_symmetric_in_its_structure() -> None:
    for a, b in ((X, Y), (X, NULL), (N, M), (P, Q), (ite(P, X, NULL), Y), (add(N, M), sub(N, M))):
        assert eq(a, b) is eq(b, a)


def test_a_type_test_of_a_known_object_needs_no_model() -> None:
    for mask in range(16):
        assert isa(NULL, types(mask)) is False
        for ref in (OLD, MADE, MADE_TOO):
            assert isa(ref, types(mask)) is bool(mask >> UNIVERSE.index(ref.location.class_name) & 1)


def test_a_type_test_for_nothing_fails_and_for_everything_asks_for_null_only() -> None:
    assert isa(X, types(0)) is False
    assert isa(X, types(15)) is not_(eq(X, NULL))


def test_connectives_keep_the_order_of_first_occurrence() -> None:
    conjoined = and_(Q, and_(P, Q), lt(N, M))
    assert isinstance(conjoined, Term)
    assert conjoined.args == (Q, P, lt(N, M))
    assert conjunction([]) is True
    assert disjunction([]) is False
    assert conjunction([P]) is P


def test_constants_gather_in_one_place() -> None:
    assert add(add(N, 2), -2) is N
    assert sub(add(N, 5), 5) is N
    assert lt(add(N, 2), 5) is lt(N, 3)
    assert lt(5, add(N, 2)) is lt(3, N)
    assert eq(add(N, 2), 5) is eq(N, 3)
    assert mul(0, N) == 0
    assert mul(N, 1) is N
    assert sub(N, N) == 0


def test_a_choice_compared_with_a_number_that_only_one_branch_has_is_its_condition() -> None:
    assert eq(ite(P, 1, 2), 1) is P
    assert eq(ite(P, 1, 2), 2) is not_(P)
    assert eq(ite(P, 1, 2), 3) is False
    assert lt(ite(P, 1, 5), 3) is P
    assert lt(3, ite(P, 1, 5)) is not_(P)


def test_sorts() -> None:
    assert sort_of(True) is BOOL
    assert sort_of(3) is INT
    assert sort_of(ite(P, X, NULL)) is REF
    assert sort_of(ite(P, 1, N)) is INT
    assert rank(X, "next").sort is INT


def test_ranks_are_of_objects_and_not_of_names() -> None:
    model = Model({X: 2, Y: 2}, {}, {("next", 2): 7})
    assert model.evaluate(rank(X, "next")) == model.evaluate(rank(Y, "next")) == 7
    assert model.evaluate(rank(X, "prev")) == 0


def test_a_model_is_total() -> None:
    model = Model({}, {})
    assert model.evaluate(X) == 0
    assert model.evaluate(N) == 0
    assert model.evaluate(P) is False
    assert model.class_index(17, 3) == 0
    assert model.largest_object() == 0
    assert Model({X: 3, N: 99}, {2: 1}).largest_object() == 3


@pytest.mark.parametrize("name", ["x", "x.next", "y"])
def test_a_symbol_is_its_access_path_and_its_sort(name: str) -> None:
    assert a_symbol(name, REF) is a_symbol(name, REF)
    assert a_symbol(name, REF) is not a_symbol(name, INT)
