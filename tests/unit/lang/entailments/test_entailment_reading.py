"""Problems of SL-COMP are read, or refused with the place of what is wrong."""

from __future__ import annotations

from random import Random

import pytest

from symheap.core.source import SourceError
from symheap.lang.entailments.formula import NIL
from symheap.lang.entailments.reading import read_problem
from symheap.separation.lists.answering import answered
from symheap_testing.entailments.problems import KINDS, random_problem

HEAD = """(set-logic QF_SHLS)
(set-info :source |quoted (text) over
two lines|)
(declare-sort L 0) ; a comment with (
(declare-datatypes ((C 0)) (((c (next L)))))
(declare-heap (L C))
(define-fun-rec ls ((in L) (out L)) Bool
  (or (and (= in out) (_ emp L C))
      (exists ((u L)) (and (distinct in out) (sep (pto in (c u)) (ls u out))))))
(check-sat)
(declare-const x L)
(declare-fun y () L)
"""


def test_a_problem_has_two_sides_with_their_variables() -> None:
    text = (
        HEAD + "(assert (and (= x y) (sep (pto x (c y)) (ls y (as nil L)))))\n(assert (not (ls x nil)))\n(check-sat)\n"
    )
    problem = read_problem(text, "file")
    assert problem.variables == {"x": "L", "y": "L"}
    (cell,), (call,) = problem.left.cells, problem.left.calls
    assert (cell.address, cell.fields, cell.position.line) == ("x", ("y",), 13)
    assert call.arguments == ("y", NIL)
    assert problem.left.equal == (("x", "y"),)
    assert problem.right is not None
    assert problem.right.calls[0].arguments == ("x", NIL)
    empty, step = problem.definitions["ls"].clauses
    assert (empty.equal, step.distinct, step.bound) == ((("in", "out"),), (("in", "out"),), ("u",))


def test_distinct_is_pairwise_and_variables_may_be_bound_twice() -> None:
    text = HEAD + "(assert (exists ((u L)) (and (distinct x y u) (sep (ls x u) (exists ((u L)) (ls u u))))))"
    left = read_problem(text, "file").left
    assert left.distinct == (("x", "y"), ("x", "u"), ("y", "u"))
    first, second = left.calls
    assert first.arguments == ("x", "u")
    assert second.arguments[0] == second.arguments[1] != "u"
    assert left.bound == ("u", second.arguments[0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(assert (= x y))", "13:9: error: a formula without a spatial part"),
        ("(assert (ls x z))", "13:15: error: z is not declared"),
        ("(assert (ls x))", "13:9: error: ls has 2 arguments, not 1"),
        ("(assert (pto x (d y)))", r"13:16: error: the cell is not written as \(c …\)"),
        ("(assert (or (ls x y) (ls y x)))", "13:9: error: a disjunction outside of a predicate is not supported"),
        ("(assert (wand (ls x y) (ls y x)))", "13:9: error: the magic wand is not supported"),
        ("(assert (and (ls x y) (ls y x)))", "13:23: error: a conjunction of two spatial formulas"),
        ("(assert (sep (= x y) (ls y x)))", "13:14: error: a pure formula inside sep"),
        ("(assert (not (ls x y)))", "13:14: error: no formula is asserted that is not negated"),
        ("(assert (ls x y)) (assert (ls x y))", "13:27: error: several assertions that are not negated"),
        ("(declare-const n Int)", "13:18: error: values of sort Int are not supported"),
        ("(push 1)", "13:1: error: the command push is not supported"),
        ("(assert (ls x y)", r"13:1: error: '\(' is never closed"),
        ("(assert (ls x y)))", r"13:18: error: '\)' closes nothing"),
        ("(assert |x)", r"13:9: error: \| is never closed"),
        ("assert", "13:1: error: a command in brackets is expected"),
    ],
)
def test_what_is_wrong_or_not_supported_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(SourceError, match=f"file:{message}"):
        read_problem(HEAD + text, "file")


def test_deep_nesting_is_refused_without_recursion() -> None:
    with pytest.raises(SourceError, match="nested more than"):
        read_problem("(" * 100_000, "file")


def test_damaged_problems_are_read_or_refused_with_a_place() -> None:
    """Words and brackets are removed, doubled and exchanged at random; nothing but `SourceError` may be raised."""
    refusals = [each for each in (refusal(damaged(seed)) for seed in range(400)) if each is not None]
    assert len(refusals) > 200
    assert [each for each in refusals if not each.startswith("file:1:")] == []


def damaged(seed: int) -> str:
    random = Random(seed)
    words = random_problem(random.choice(list(KINDS)), seed).replace("(", " ( ").replace(")", " ) ").split()
    for _ in range(random.randint(1, 3)):
        at, other = (random.randrange(len(words)) for _ in range(2))
        words[at : at + 1] = random.choice(([], [words[at]] * 2, [words[other]], ["(", words[at], ")"]))
    return " ".join(words)


def refusal(text: str) -> str | None:
    try:
        answered(read_problem(text, "file"))
    except SourceError as error:
        return str(error)
    return None
