"""Smaller suites."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from symheap.testgen.cases import Test
from symheap.testgen.code import Do
from symheap.testgen.minimize import Minimize, by_branches, by_outcomes, length, minimized


def case(method: str, throws: str | None = None, *, crash: bool = False, statements: int = 0) -> Test:
    """Return a test with only a method, an outcome and a length."""
    candidate: Any = SimpleNamespace(java=SimpleNamespace(subject=SimpleNamespace(method=method)))
    nothing: Any = None
    arrange = tuple(Do((f"step{number}()",)) for number in range(statements))
    return Test(candidate, nothing, nothing, "", "", arrange, Do(("act()",)), (), throws, crash)


def test_nothing_is_left_out_unless_asked_for() -> None:
    tests = (case("a"), case("a"))
    assert minimized(tests, Minimize.NONE, lambda test: frozenset()) == tests


def test_the_fewest_tests_for_the_same_branches() -> None:
    long, short, both = case("a", statements=1), case("a"), case("a", statements=5)
    covers = {id(long): {1}, id(short): {2}, id(both): {1, 2, 3}}
    assert by_branches((long, short, both), lambda test: covers[id(test)]) == (both,)


def test_of_equal_ones_the_shortest() -> None:
    long, short = case("a", statements=3), case("a", statements=1)
    assert by_branches((long, short), lambda test: {1}) == (short,)


def test_a_method_without_branches_keeps_its_shortest_test() -> None:
    tests = (case("a", statements=2), case("a"), case("b", statements=1))
    kept = by_branches(tests, lambda test: frozenset())
    assert [(str(test.candidate.java.subject.method), length(test)) for test in kept] == [("a", 1), ("b", 2)]


def test_one_for_each_outcome_and_every_crash() -> None:
    tests = (
        case("a", statements=2),
        case("a"),
        case("a", "X", statements=1),
        case("a", "X"),
        case("a", "X", crash=True),
        case("a", "X", crash=True),
        case("b"),
    )
    assert by_outcomes(tests) == (tests[1], tests[3], tests[4], tests[5], tests[6])


@given(st.lists(st.tuples(st.frozensets(st.integers(0, 9)), st.booleans(), st.sampled_from("abc")), max_size=12))
def test_what_all_cover_is_covered_and_crashes_are_kept(cases: list[tuple[frozenset[int], bool, str]]) -> None:
    tests = [case(method, crash=crash) for _, crash, method in cases]
    covers = {id(test): branches for test, (branches, _, _) in zip(tests, cases, strict=True)}
    kept = by_branches(tests, lambda test: covers[id(test)])
    assert {b for test in kept for b in covers[id(test)]} == {b for test in tests for b in covers[id(test)]}
    assert [test for test in tests if test.crash] == [test for test in kept if test.crash]
    assert {str(test.candidate.java.subject.method) for test in kept} == {method for _, _, method in cases}
    assert [id(test) for test in kept] == [id(test) for test in tests if any(test is other for other in kept)]
