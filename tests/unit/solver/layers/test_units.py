"""Unit propagation: what is read off a path is implied by it."""

from __future__ import annotations

from itertools import product

import immutables
from hypothesis import given
from hypothesis import strategies as st

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, Term, Value, and_, eq, ite, not_, or_, symbol
from symheap.solver.layers.units import FALSE, Literals, conjuncts_of, learned, simplified
from symheap.solver.path import EMPTY_PATH

FLAGS = tuple(symbol(Origin.root(name), BOOL) for name in "abcd")
A, B, C, D = FLAGS
MODELS = [Model(dict(zip(FLAGS, values, strict=True)), {}) for values in product((False, True), repeat=len(FLAGS))]

conditions: st.SearchStrategy[Value] = st.recursive(
    st.sampled_from(FLAGS),
    lambda below: st.one_of(
        below.map(not_),
        st.tuples(below, below).map(lambda pair: and_(*pair)),
        st.tuples(below, below).map(lambda pair: or_(*pair)),
        st.tuples(below, below).map(lambda pair: eq(*pair)),
        st.tuples(below, below, below).map(lambda parts: ite(*parts, BOOL)),
    ),
    max_leaves=8,
)


def literals_of(*terms: Value) -> Literals:
    return immutables.Map({term: True for term in terms if isinstance(term, Term)})


@given(st.lists(conditions, max_size=6))
def test_what_is_learned_is_implied(path: list[Value]) -> None:
    literals, watched = literals_of(), immutables.Map[Term, tuple[Term, ...]]()
    for condition in path:
        literals, watched, _ = learned(literals, watched, conjuncts_of(condition))
    for model in MODELS:
        if all(map(model.satisfies, path)):
            assert all(map(model.satisfies, literals))


@given(conditions, st.lists(conditions, max_size=3))
def test_a_simplified_condition_is_equal_where_the_literals_hold(condition: Value, known: list[Value]) -> None:
    literals = literals_of(*(part for each in known for part in conjuncts_of(each)))
    simpler = simplified(condition, literals)
    for model in MODELS:
        if all(map(model.satisfies, literals)):
            assert model.evaluate(simpler) == model.evaluate(condition)


@given(st.lists(conditions, max_size=6), conditions)
def test_what_a_path_says_is_so(path: list[Value], condition: Value) -> None:
    at = EMPTY_PATH
    for each in path:
        at = at.assume(each, None)
    said = at.says(condition)
    for model in MODELS:
        if said is not None and all(map(model.satisfies, path)):
            assert model.evaluate(condition) is said


def test_a_choice_is_made_when_its_test_is_decided() -> None:
    path = EMPTY_PATH.assume(ite(A, B, C, BOOL), None)
    assert path.says(C) is None
    assert path.assume(not_(A), None).says(C) is True
    assert path.assume(not_(A), None).says(B) is None


def test_a_clause_leaves_its_last_part() -> None:
    path = EMPTY_PATH.assume(or_(A, B, C, D), None)
    assert path.assume(not_(C), None).assume(not_(B), None).assume(not_(D), None).says(A) is True
    assert path.assume(and_(not_(A), not_(B), not_(C)), None).says(D) is True


def test_what_follows_is_no_conjunct() -> None:
    path = EMPTY_PATH.assume(or_(not_(A), B), None).assume(A, None)
    assert path.says(B) is True
    assert path.conjuncts() == (or_(not_(A), B), A)


def test_a_contradiction_is_known() -> None:
    literals, _, _ = learned(literals_of(), immutables.Map(), conjuncts_of(and_(A, or_(not_(A), B), not_(B))))
    assert FALSE in literals
