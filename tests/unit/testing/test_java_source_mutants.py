"""Mutants of sources: what changes, and what does not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from symheap_testing.java.mutants.sources import Mistake, Mutant, choose, mutants
from symheap_testing.java.mutants.tokens import tokens

PROGRAMS = Path(__file__).parents[2] / "programs" / "java"


def changes(source: str, mistake: Mistake) -> list[tuple[str, str]]:
    items = list(mutants("P", source))
    assert all(mutant.text != source for mutant in items)
    return [(mutant.before, mutant.after) for mutant in items if mutant.mistake is mistake]


def test_comparisons() -> None:
    source = "if (a < b && c >= d || e == f) { g = h != null; } // x < y"
    assert changes(source, Mistake.COMPARISON) == [("<", "<="), (">=", ">"), ("==", "!=")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("while (n != null) { }", [("n != null", "true")]),
        ("if (a.b(c)[d].e == null) { }", [("a.b(c)[d].e == null", "false")]),
        ("if (this.head == null || null == tail) { }", [("this.head == null", "false")]),
        ("if ((a = b) == null) { }", []),
        ('String s = "x == null";', []),
    ],
)
def test_null_checks(source: str, expected: list[tuple[str, str]]) -> None:
    assert changes(source, Mistake.NULL_CHECK) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a[i + 1]", [("1", "2"), ("1", "0")]),
        ("x = 0L", [("0L", "1L")]),
        ("x = 0x10 + 1.5 + 'a'", []),
        ("i < a.b.length", [("a.b.length", "(a.b.length - 1)")]),
        ("s.length()", []),
    ],
)
def test_off_by_one(source: str, expected: list[tuple[str, str]]) -> None:
    assert changes(source, Mistake.OFF_BY_ONE) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{ n = n.next; }", [("n = n.next", "n.next = n")]),
        ("{ a[i] = b.c[j + 1]; }", [("a[i] = b.c[j + 1]", "b.c[j + 1] = a[i]")]),
        ("{ Node n = head; n += m; n = f(m); g(); n = null; g(); n = this; }", []),
        ("{ x = f(y); y = 1; }", [("x = f(y); y = 1", "y = 1; x = f(y)")]),
        ("{ x = 1; y = 2; }", []),
        ("{ if (c) x = y; }", []),
        ("{ int[] a = {1}; }", []),
    ],
)
def test_assignments(source: str, expected: list[tuple[str, str]]) -> None:
    assert changes(source, Mistake.ASSIGNMENT) == expected


def test_tokens_leave_only_space_and_comments_between_them() -> None:
    source = 'a/*b*/.c("//", \'\\\'\', """x "y" z""", 1_0L, .5f) // d\n>>>= e'
    assert [token.text for token in tokens(source)] == [
        *("a", ".", "c", "(", '"//"', ",", "'\\''", ",", '"""x "y" z"""', ",", "1_0L", ",", ".5f", ")", ">>>=", "e")
    ]
    with pytest.raises(ValueError, match="no token of Java"):
        tokens('"open')


def test_a_mutant_of_a_program_differs_at_its_line() -> None:
    source = (PROGRAMS / "AvlTree.java").read_text(encoding="utf-8")
    items = list(mutants("AvlTree", source))
    assert {mutant.mistake for mutant in items} == set(Mistake)
    for mutant in items:
        old, new = source.splitlines(), mutant.text.splitlines()
        different = [number for number, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b]
        assert different, str(mutant)
        assert different[0] == mutant.line
        assert len(different) <= 2


def test_the_choice_is_even_and_repeatable() -> None:
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted(PROGRAMS.glob("[A-C]*.java"))}

    def is_good(mutant: Mutant) -> bool:
        return mutant.line % 5 != 0

    first, again = (choose(sources, 20, Random(7), is_good) for _ in range(2))
    assert first == again
    assert [sum(mutant.mistake is mistake for mutant in first) for mistake in Mistake] == [5, 5, 5, 5]
    assert all(map(is_good, first))
    assert len({mutant.program for mutant in first}) >= 18
    assert len({mutant.text for mutant in first}) == 20


def test_there_may_be_fewer_than_asked_for() -> None:
    assert len(choose({"P": "{ a = b; }"}, 5, Random(1), lambda mutant: True)) == 1
