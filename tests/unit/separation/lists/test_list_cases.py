"""Entailments of lists that need a case split, one by one."""

from __future__ import annotations

import pytest

from symheap.core.source import SourceError
from symheap.lang.entailments.models import refutes
from symheap.lang.entailments.reading import read_problem
from symheap.separation.lists.answering import Word, answered
from symheap_testing.entailments.problems import KINDS

VARIABLES = " ".join(f"(declare-const {name} L)" for name in ("v", "w", "x", "y", "z"))


def word(kind: str, left: str, right: str = "") -> Word:
    goal = f"(assert (not {right}))" if right else ""
    problem = read_problem(f"{KINDS[kind].declarations} {VARIABLES} (assert {left}) {goal}", "problem")
    answer = answered(problem)
    assert (answer.word is Word.INVALID) == (answer.model is not None)
    assert answer.model is None or refutes(answer.model, problem)
    return answer.word


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("(sep (ls x y) (ls y nil))", "(ls x nil)", Word.VALID),
        ("(sep (ls x y) (ls y z))", "(ls x z)", Word.INVALID),
        ("(sep (ls x y) (ls y z) (pto z (c w)))", "(sep (ls x z) (pto z (c w)))", Word.VALID),
        ("(sep (ls x y) (ls y z) (ls z nil))", "(sep (ls x z) (ls z nil))", Word.VALID),
        ("(pto x (c y))", "(ls x y)", Word.INVALID),
        ("(and (distinct x y) (pto x (c y)))", "(ls x y)", Word.VALID),
        ("(and (distinct x y) (ls x y))", "(pto x (c y))", Word.INVALID),
        ("(sep (ls x y) (ls x z))", "(sep (ls y x) (ls z x))", Word.INVALID),
        ("(sep (ls x y) (ls x y))", "(and (= x y) (_ emp L C))", Word.VALID),
        ("(sep (pto x (c y)) (pto x (c z)))", "(_ emp L C)", Word.VALID),
        ("(sep (ls x y) (pto y (c z)))", "(and (distinct y nil) (sep (ls x y) (pto y (c z))))", Word.VALID),
        ("(ls x y)", "(sep (ls x z) (ls z y))", Word.INVALID),
        ("(and (= x z) (ls x y))", "(sep (ls x z) (ls z y))", Word.VALID),
    ],
)
def test_acyclic_lists(left: str, right: str, expected: Word) -> None:
    assert word("acyclic", left, right) is expected


def test_a_list_that_may_be_a_cycle_needs_no_end_elsewhere() -> None:
    assert word("cyclic", "(sep (ls x y) (ls y z))", "(ls x z)") is Word.VALID
    assert word("cyclic", "(sep (pto x (c y)) (ls y y))", "(ls x y)") is Word.VALID


def test_a_double_list_keeps_its_first_predecessor() -> None:
    assert word("double", "(dl x y v z)", "(dl x y v z)") is Word.VALID
    assert word("double", "(dl x y v z)", "(dl x y w z)") is Word.INVALID


def test_two_double_lists_cannot_share_their_items() -> None:
    """If the first list were empty, x and y would be nil; so y is allocated, and the second list cannot be."""
    assert word("double", "(and (distinct x y) (sep (dl x y nil nil) (dl y z nil nil)))") is Word.VALID


def test_satisfiability_is_decided_with_a_model() -> None:
    assert word("acyclic", "(and (distinct x y) (sep (ls x y) (ls x z)))") is Word.INVALID
    assert word("acyclic", "(and (distinct x y) (distinct x z) (sep (ls x y) (ls x z)))") is Word.VALID


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ("(exists ((u L) (z L)) (sep (pto in (c u z)) (t u out) (t z out)))", "call itself exactly once"),
        ("(exists ((u L)) (sep (pto in (c u u)) (t out u)))", "does not go on where a field"),
        ("(exists ((u L)) (and (= u nil) (sep (pto in (c u u)) (t u out))))", "has equations"),
        ("(exists ((u L)) (and (distinct u out) (sep (pto in (c u u)) (t u out))))", "compares u and out"),
        ("(exists ((u L) (z L)) (sep (pto in (c u u)) (pto z (c u u)) (t u out)))", "a variable z that no field"),
    ],
)
def test_predicates_that_are_no_lists_are_refused_by_name(body: str, refusal: str) -> None:
    declarations = KINDS["double"].declarations
    definition = f"(define-fun-rec t ((in L) (out L)) Bool (or (and (= in out) (_ emp L C)) {body}))"
    problem = read_problem(f"{declarations}\n{definition} (declare-const x L) (assert (t x x))", "problem")
    with pytest.raises(SourceError, match=f"problem:2:17: error: the predicate t is not supported: .*{refusal}"):
        answered(problem)


@pytest.mark.parametrize("copies", [4, 40])
def test_independent_parts_need_no_cases_for_their_combinations(copies: int) -> None:
    numbers = range(copies)
    declared = " ".join(f"(declare-const {name}{n} L)" for n in numbers for name in ("a", "b", "c"))
    parts = " ".join(f"(ls a{n} b{n}) (ls b{n} a{n}) (ls a{n} c{n})" for n in numbers)
    text = f"{KINDS['acyclic'].declarations} {declared} (assert (sep {parts})) (assert (not (sep {parts})))"
    assert answered(read_problem(text, "problem")).word is Word.VALID


def test_each_value_that_a_list_avoids_may_be_inside_of_a_covered_list() -> None:
    """In `avoiding`, a list also avoids its third argument: w is no item of the first list here, but z may be one."""
    left = "(sep (ls x y v) (ls y z w) (ls w nil v))"
    assert word("avoiding", left, "(sep (ls x z w) (ls w nil v))") is Word.INVALID
    closed = "(sep (ls x y v) (ls y nil w) (ls w nil v))"
    assert word("avoiding", closed, "(sep (ls x nil w) (ls w nil v))") is Word.VALID
