"""Queries about functions that are known by evaluation: an answer is right, or there is none."""

from __future__ import annotations

import pytest

from symheap.core.contents import element_symbol
from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import BV8, BV32, REF, Op, Term, Value, and_, eq, implies, ite, not_, symbol
from symheap.core.theories.arrays import contents, table
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.functions import ELEMENT, REGION, Function, apply
from symheap.lang.java.values.texts import HASH, INDEX_OF_UNIT, compare, same
from symheap.solver.api import Query, Solver
from symheap.solver.backends.opaque import constant_of, opaque, outermost
from symheap.solver.backends.smtlib import to_smtlib
from symheap.solver.chain import default_chain
from symheap.solver.layers.applied import UNSETTLED
from symheap.solver.path import EMPTY_PATH, PathCondition


def text(name: str) -> tuple[Term, Term]:
    origin = Origin.root(name)
    return contents(symbol(origin, REF), BV8), symbol(origin.then("length"), BV32)


def literal(value: str) -> tuple[Term, int]:
    return table(tuple(value.encode("latin-1")), 0, BV8), len(value)


def not_negative(length: Value) -> Value:
    return not_(bitvector(Op.BVSLT, 32, length, 0))


S, T = text("s"), text("t")
X = symbol(Origin.root("x"), BV32)
LENGTHS = and_(not_negative(S[1]), not_negative(T[1]))


@pytest.fixture
def solver() -> Solver:
    return default_chain()[0]


def asked(solver: Solver, *conditions: Value) -> Answer:
    """Return the answer to a query that follows a path with a model."""
    path: PathCondition = EMPTY_PATH
    for condition in conditions[:-1]:
        answer = solver.check(Query(path, condition))
        path = path.assume(condition, answer.model if isinstance(answer, Sat) else None)
    answer = solver.check(Query(path, conditions[-1]))
    if isinstance(answer, Sat):
        assert all(map(answer.model.satisfies, conditions))
    return answer


@pytest.mark.parametrize("wanted", [0, 97, 3105, 96354, 1_000_000_007, -1])
def test_a_text_with_a_given_hash(solver: Solver, wanted: int) -> None:
    assert isinstance(asked(solver, LENGTHS, eq(apply(HASH, *S), wanted)), Sat)


def test_two_texts_with_one_hash(solver: Solver) -> None:
    collision = eq(apply(HASH, *S), apply(HASH, *T))
    assert isinstance(asked(solver, LENGTHS, collision, not_(same(*S, *T))), Sat)
    assert isinstance(asked(solver, LENGTHS, not_(collision), same(*S, *T)), Unsat)


def test_a_text_that_is_known_has_its_hash(solver: Solver) -> None:
    assert isinstance(asked(solver, LENGTHS, same(*S, *literal("abc")), eq(apply(HASH, *S), 96354)), Sat)
    assert isinstance(asked(solver, LENGTHS, same(*S, *literal("abc")), not_(eq(apply(HASH, *S), 96354))), Unsat)


def test_an_element_belongs_to_its_text(solver: Solver) -> None:
    """The query about the hash is also about the element, though no symbol shows it."""
    first = eq(element_symbol(S[0], 0), 98)
    one = eq(S[1], 1)
    assert isinstance(asked(solver, LENGTHS, first, one, eq(apply(HASH, *S), 98)), Sat)
    assert isinstance(asked(solver, LENGTHS, first, one, eq(apply(HASH, *S), 97)), Unsat)
    assert isinstance(asked(solver, LENGTHS, one, eq(apply(HASH, *S), 97), first), Unsat)


def test_what_is_found_is_there(solver: Solver) -> None:
    result = apply(INDEX_OF_UNIT, *S, ord("="), 0)
    there = apply(ELEMENT[BV8], S[0], result)
    assert isinstance(asked(solver, LENGTHS, not_negative(result), eq(there, ord("="))), Sat)
    assert isinstance(asked(solver, LENGTHS, not_negative(result), not_(eq(there, ord("=")))), Unsat)
    assert isinstance(asked(solver, LENGTHS, not_negative(result), not_(bitvector(Op.BVSLT, 32, result, S[1]))), Unsat)


def test_order_and_equality(solver: Solver) -> None:
    order = compare(*S, *T)
    assert isinstance(asked(solver, LENGTHS, bitvector(Op.BVSLT, 32, order, 0)), Sat)
    assert isinstance(asked(solver, LENGTHS, eq(order, 0), not_(same(*S, *T))), Unsat)


def test_a_choice_of_contents_is_taken_apart(solver: Solver) -> None:
    either = eq(X, 0)
    chosen = ite(either, S[0], T[0], S[0].sort)
    assert isinstance(chosen, Term)
    equal = eq(apply(HASH, chosen, S[1]), apply(HASH, S[0], S[1]))
    assert isinstance(asked(solver, LENGTHS, either, not_(equal)), Unsat)
    assert isinstance(asked(solver, LENGTHS, not_(either), not_(equal)), Sat)


@pytest.mark.parametrize("distance", [1, 30, 100, 200])
def test_what_stands_behind_a_place_that_is_found(solver: Solver, distance: int) -> None:
    """The text has to be long enough, and the search must find nothing before."""
    result = apply(INDEX_OF_UNIT, *S, ord("="), bitvector(Op.BVADD, 32, T[1], 3))
    behind = bitvector(Op.BVADD, 32, result, distance)
    within = and_(not_negative(result), bitvector(Op.BVSLT, 32, behind, S[1]), not_negative(behind))
    there = eq(apply(ELEMENT[BV8], S[0], behind), ord("#"))
    assert isinstance(asked(solver, LENGTHS, within, there), Sat)
    no_overflow = bitvector(Op.BVSLT, 32, T[1], 1 << 30)
    assert isinstance(asked(solver, LENGTHS, no_overflow, within, eq(result, 2)), Unsat)


SQUARE = Function("square", BV32, lambda x: x * x & 0xFF, guesses=lambda wanted: [(k,) for k in range(6)])
BLIND = Function("blind", BV32, lambda x: (x * 2654435761 + 12345) & 0x7FFFFFFF)


def test_a_function_that_cannot_expand(solver: Solver) -> None:
    assert isinstance(asked(solver, eq(apply(SQUARE, X), 16)), Sat)
    assert isinstance(asked(solver, eq(X, 3), eq(apply(SQUARE, X), 9)), Sat)
    assert isinstance(asked(solver, eq(X, 3), eq(apply(SQUARE, X), 8)), Unsat)
    assert isinstance(asked(solver, not_(eq(apply(SQUARE, X), apply(SQUARE, X)))), Unsat)


def test_what_nobody_can_tell_is_unknown(solver: Solver) -> None:
    answer = asked(solver, eq(apply(BLIND, X), 77))
    assert answer == Unknown(UNSETTLED)


def test_equal_arguments_have_equal_values(solver: Solver) -> None:
    y = symbol(Origin.root("y"), BV32)
    different = not_(eq(apply(BLIND, X), apply(BLIND, y)))
    assert isinstance(asked(solver, eq(X, y), different), Unsat)
    assert isinstance(asked(solver, different), Sat)


def test_opaque_terms_have_one_constant_for_each_application() -> None:
    hashed = apply(HASH, *S)
    assert isinstance(hashed, Term)
    condition = and_(eq(hashed, 1), not_(eq(hashed, apply(HASH, *T))))
    assert isinstance(condition, Term)
    shown = opaque(condition)
    assert outermost((condition,)) == tuple(sorted((hashed, apply(HASH, *T)), key=lambda t: t.id))  # type: ignore[union-attr]
    assert outermost((shown,)) == ()
    assert Model({constant_of(hashed): 1}, {}).satisfies(shown)
    assert opaque(shown) is shown


def test_smtlib_has_a_constant_and_says_of_what() -> None:
    script = to_smtlib([eq(apply(HASH, *S), 5), implies(eq(X, 1), apply(REGION, S[0], X, T[0], 0, S[1]))])
    assert "is hash(s[])" in script
    assert "(declare-const |hash#" in script
    assert "apply" not in script
