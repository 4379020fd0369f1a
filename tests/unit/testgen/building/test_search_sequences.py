"""Sequences of calls that make an object: guessed, solved for, and searched."""

from __future__ import annotations

import pytest
from construct_subject import (
    PACKAGE,
    built_for,
    candidates_of,
    constructed,
    java_of,
    line,
    lines_for,
    needs_jdk,
    result_of,
)

from symheap.testgen.access import Access
from symheap.testgen.building.construct import BuildBudget, construct
from symheap.testgen.building.literals import literal, text_literal
from symheap.testgen.building.members import Members
from symheap.testgen.cases import Built, Unconstructible
from symheap.testgen.writing.naming import Names

pytestmark = needs_jdk


def test_arguments_are_guessed_from_fields_of_the_same_name() -> None:
    assert lines_for("fraction", 1) == ["Fraction f = new Fraction(3, 4);"]


def test_arguments_are_solved_for() -> None:
    assert lines_for("warm", 1) == ["Temperature t = new Temperature(100);"]


def test_the_argument_of_a_method_is_solved_for() -> None:
    sequences = [[line(each) for each in b.statements] for _, b in constructed("account") if isinstance(b, Built)]
    assert ['Account a = new Account("");', "a.deposit(5);"] in sequences


def test_methods_are_called_as_often_as_needed() -> None:
    assert lines_for("stack", 2).count("s.push(null);") == 2


def test_without_a_budget_only_the_helper_is_left() -> None:
    [candidate] = [each for each in candidates_of("stack") if result_of(each) == 2]
    access = Access(java_of("stack").table.world, PACKAGE)
    result = construct(candidate, access, Names(), BuildBudget(runs=400, runs_for_object=2, calls=0))
    assert isinstance(result, Built)
    assert result.uses_helper


def test_with_no_run_at_all_nothing_is_built() -> None:
    [candidate] = [each for each in candidates_of("stack") if result_of(each) == 2]
    access = Access(java_of("stack").table.world, PACKAGE)
    result = construct(candidate, access, Names(), BuildBudget(runs=0))
    assert isinstance(result, Unconstructible)
    assert "park.Zoo.Pile" in result.reason


def test_from_another_package_only_public_members_are_used() -> None:
    [candidate] = [each for each in candidates_of("ring") if result_of(each) == 1]
    result = construct(candidate, Access(java_of("ring").table.world, "elsewhere"), Names())
    assert isinstance(result, Built)
    assert result.uses_helper
    assert built_for("ring", 1).uses_helper is False


def test_the_members_in_reach() -> None:
    table = java_of("stack").table
    own, other = (Members(table, Access(table.world, package)) for package in (PACKAGE, "elsewhere"))
    assert [m.parameters for m in own.makers("park.Zoo$Range")] == [("I", "I")]
    assert [m.method.name for m in own.methods("park.Zoo$Pile")] == ["push"]
    assert other.makers("park.Zoo$Range") == ()
    assert own.makers("park.Zoo$Secret") == ()
    assert [m.outer for m in own.makers("park.Zoo$Inner")] == [True]


@pytest.mark.parametrize(
    ("descriptor", "value", "expected"),
    [
        ("I", -(1 << 31), "Integer.MIN_VALUE"),
        ("I", -5, "-5"),
        ("J", 5, "5L"),
        ("J", (1 << 63) - 1, "Long.MAX_VALUE"),
        ("S", 7, "(short) 7"),
        ("C", ord("\\"), "'\\\\'"),
        ("C", -1, "'\\uffff'"),
        ("C", 10, "'\\n'"),
        ("Z", True, "true"),
        ("F", 0x3FC00000, "1.5f"),
        ("F", 0x7F800000, "Float.POSITIVE_INFINITY"),
        ("F", 1, "1e-45f"),
        ("F", 0x7FC00000, "Float.NaN"),
        ("F", 0x7FC00001, "Float.intBitsToFloat(0x7fc00001)"),
        ("D", -(1 << 63), "-0.0"),
        ("D", 0x3FB999999999999A, "0.1"),
    ],
)
def test_literals(descriptor: str, value: int, expected: str) -> None:
    code = literal(descriptor, value)
    assert "".join(p if isinstance(p, str) else p.descriptor[11:-1] for p in code) == expected


def test_texts_are_plain_ascii() -> None:
    assert text_literal('a"\\\n\0\u00e9\ud800\U0001f600') == ('"a\\"\\\\\\n\\u0000\\u00e9\\ud800\\ud83d\\ude00"',)
    assert literal("B", 5, assigned=True) == ("5",)
