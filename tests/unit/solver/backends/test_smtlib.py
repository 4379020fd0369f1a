"""Scripts are read by z3 and by cvc5 and mean there what they mean here."""

from __future__ import annotations

from random import Random

import cvc5
import pytest
import z3
from solver_formulas import BYTES, FLAG, IN_RANGE, M, N, X, Y, a_symbol, byte_condition, condition, term, types

from symheap.core.outcome import Sat, Unsat
from symheap.core.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    Op,
    Value,
    add,
    and_,
    eq,
    isa,
    ite,
    location,
    lt,
    mul,
    not_,
    or_,
    rank,
    sub,
)
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.solver.backends.smtlib import condition_smt2, to_smtlib
from symheap.solver.backends.z3 import Z3Backend
from symheap.solver.path import conjuncts_of

B, C = BYTES


def by_z3(script: str) -> str:
    solver = z3.Solver()
    solver.from_string(script)
    return str(solver.check())


def by_cvc5(script: str) -> str:
    solver = cvc5.Solver()
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    printed: list[str] = []
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return "".join(printed).strip()
        printed.append(command.invoke(solver, parser.getSymbolManager()))


def agreed(*conditions: Value) -> str:
    """Return the verdict on a script, on which the two readers agree."""
    script = to_smtlib(conditions)
    verdict = by_z3(script)
    assert by_cvc5(script) == verdict, script
    return verdict


def by_backend(*conditions: Value) -> str:
    answer = Z3Backend().check(tuple(part for each in conditions for part in conjuncts_of(each)), 10_000)
    return {Sat: "sat", Unsat: "unsat"}.get(type(answer), "unknown")


@pytest.mark.parametrize("seed", range(20))
def test_random_conditions(seed: int) -> None:
    random = Random(seed)
    conditions = (*IN_RANGE, condition(random, 3), condition(random, 2))
    assert agreed(*conditions) == by_backend(*conditions)


@pytest.mark.parametrize("seed", range(12))
def test_random_bytes(seed: int) -> None:
    random = Random(seed)
    conditions = (byte_condition(random, 2), byte_condition(random, 2))
    assert agreed(*conditions) == by_backend(*conditions)


def test_classes_stay_in_the_universe() -> None:
    outside = [not_(isa(X, types("Object", "B"))), not_(isa(X, types("A"))), not_(eq(X, NULL))]
    assert agreed(*outside[:2]) == "sat"
    assert agreed(*outside) == "unsat"


def test_known_objects() -> None:
    one, two = location(1, "A", initial=True), location(2, "B", initial=True)
    assert agreed(eq(X, one), eq(Y, two), isa(X, types("A"))) == "sat"
    assert agreed(eq(X, one), eq(Y, two), eq(X, Y)) == "unsat"
    assert agreed(eq(X, two), isa(X, types("A"))) == "unsat"
    made = location(3, "A")
    assert agreed(lt(rank(made, "next"), 0), lt(0, rank(X, "next"))) == "sat"


def test_ranks() -> None:
    assert agreed(lt(rank(X, "next"), rank(Y, "next"))) == "sat"
    assert agreed(lt(rank(X, "next"), rank(Y, "next")), eq(X, Y)) == "unsat"


def test_every_operator_is_read() -> None:
    wide = extend(B, 8, 16, signed=True)
    numbers = eq(sub(mul(N, M), add(N, -3)), ite(FLAG, -7, M))
    bits = [eq(bitvector(op, 8, B, -5), C) for op in Op if op.value.startswith("bv") and op not in (Op.BVSLT, Op.BVULT)]
    compared = or_(bitvector(Op.BVSLT, 8, B, -1), bitvector(Op.BVULT, 8, -1, C))
    converted = or_(
        eq(wide, -300), eq(extract(wide, 9, 2), -2), eq(extend(C, 8, 16, signed=False), ite(FLAG, wide, -1))
    )
    assert agreed(numbers, or_(*bits), compared, converted) == "sat"


@pytest.mark.parametrize("name", ["and", "distinct", "select", "null", "class-of", "this.next", "a|b", "a\\b", "?0"])
def test_any_name_is_a_name(name: str) -> None:
    named = a_symbol(name, INT)
    assert agreed(lt(0, named), lt(named, 2), or_(lt(named, 1), FLAG), not_(and_(lt(named, 1), FLAG))) == "sat"


def test_constants() -> None:
    assert agreed() == "sat"
    assert agreed(True) == "sat"
    assert agreed(False, eq(X, Y)) == "unsat"
    assert agreed(*conjuncts_of(False)) == "unsat"


def test_text() -> None:
    this = a_symbol("this.next", REF)
    assert condition_smt2(eq(this, NULL)) == "(= |this.next| null)"
    assert condition_smt2(not_(lt(N, -3))) == "(not (< |i| (- 3)))"
    assert condition_smt2(bitvector(Op.BVSLT, 8, B, -1)) == "(bvslt |b| (_ bv255 8))"
    assert condition_smt2(True) == "true"
    assert condition_smt2(isa(X, types("A", "B"))) == (
        "(and (not (= |x| null)) (and (<= 1 (class-of |x|)) (<= (class-of |x|) 2)))"
    )


def test_shared_terms_are_written_once() -> None:
    """Sixty levels, each using the one below twice: the tree would have 2^60 leaves."""
    level: Value = FLAG
    for i in range(60):
        q = a_symbol(f"q{i}", BOOL)
        level = or_(and_(q, level), and_(not_(q), eq(level, eq(X, Y))))
    assert len(to_smtlib([level])) < 20_000
    assert len(condition_smt2(level)) < 20_000
    assert agreed(level) == "sat"
    assert condition_smt2(level).count("(") == condition_smt2(level).count(")")


def test_let_and_definitions_mean_the_same() -> None:
    atom = term(lt(add(N, M), 3))
    shared = and_(or_(atom, FLAG), or_(not_(atom), not_(FLAG)))
    declarations = [line for line in to_smtlib([shared]).splitlines() if line.startswith("(declare")]
    different = [*declarations, f"(assert (not {condition_smt2(shared)}))", *to_smtlib([shared]).splitlines()[1:]]
    script = "\n".join(line for i, line in enumerate(different) if line not in different[:i])
    assert by_z3(script) == "unsat"
