"""Tests from sequences of public calls: states that the class can reach, and goals that no other test covers."""

from __future__ import annotations

from pathlib import Path

import pytest
from generate_subject import access_to, runs_of, suite_of

from symheap.core.deadline import NEVER, Deadline
from symheap.testgen.aims import Aims
from symheap.testgen.attempts import Attempts
from symheap.testgen.calls.collect import CallTests
from symheap.testgen.calls.search import CallLimits
from symheap.testgen.cases import Test
from symheap.testgen.goals import Goals
from symheap.testgen.writing.titles import LONGEST
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

LOCK = """public class Lock {
    private int at;
    public void press(int digit) {
        if (digit == 7 && at < 3) { at++; } else { at = 0; }
    }
    public String open() { return at == 3 ? "open" : "shut"; }
}
"""
TEXTS = """public class Texts {
    public static int length(String text) { return text.length(); }
    public static int checked(String text) {
        if (text == null) { throw new IllegalArgumentException("text"); }
        return text.length();
    }
    public int at(int place) { return new int[2][place].length; }
}
"""
MANY = """public class Many {
    static String translateEverything(String a, String b, String c, String d) {
        if (a == null) { throw new UnsupportedOperationException(); }
        return b;
    }
    static String translateEverything(int a) {
        if (a > 3) { throw new UnsupportedOperationException(); }
        return "";
    }
}
"""
CHAIN = """public class Chain {
    private Chain next;
    private int hidden;
    public boolean isLong() { return next != null && next.next != null; }
    public Chain link(Chain other) { next = other; return this; }
    public int crash() { return hidden == 99 ? next.hidden / (hidden - 99) : 0; }
}
"""


def collected(folder: Path, source: str, limits: CallLimits | None = None, deadline: Deadline = NEVER) -> CallTests:
    [run, *_] = runs_of(folder, source)
    java = run.loaded.java
    assert java is not None
    goals = Goals(java.table.world, java.subject.class_name)
    calls = CallTests(java, access_to(run), run.notation.is_own, goals)
    calls.collect(deadline, limits or CallLimits(fruitless=600))
    return calls


def of_method(calls: CallTests, name: str) -> list[Test]:
    return [test for test in calls.tests if test.candidate.java.subject.method.name == name]


def test_a_branch_behind_several_calls_is_reached_by_calls(tmp_path: Path) -> None:
    calls = collected(tmp_path, LOCK)
    assert calls.goals.missing == frozenset()
    assert not any(test.built.uses_helper for test in calls.tests)
    assert not any(test.uses_helper for test in of_method(calls, "open"))
    longest = max(of_method(calls, "open"), key=lambda test: len(test.arrange))
    presses = [each for each in longest.arrange if ".press(" in str(each)]
    assert len(presses) == 3
    assert '"open"' in str(longest.asserts)


def test_each_test_covers_something_new(tmp_path: Path) -> None:
    calls = collected(tmp_path, LOCK)
    goals = len(calls.goals.covered)
    assert len(calls.tests) <= goals


def test_null_is_an_argument_but_its_crash_is_left_to_the_caller(tmp_path: Path) -> None:
    calls = collected(tmp_path, TEXTS)
    assert {test.throws for test in of_method(calls, "length")} == {None}
    assert {test.throws for test in of_method(calls, "checked")} == {None, "java.lang.IllegalArgumentException"}


def test_an_array_access_out_of_bounds_is_one_crash(tmp_path: Path) -> None:
    crashes = [test for test in of_method(collected(tmp_path, TEXTS), "at") if test.crash]
    assert len({test.throws for test in crashes}) == len(crashes) > 0


def test_a_deadline_ends_the_search(tmp_path: Path) -> None:
    assert collected(tmp_path, LOCK, deadline=Deadline.after(-1)).tests == []


def test_paths_without_a_new_goal_get_no_test(tmp_path: Path) -> None:
    calls = collected(tmp_path, LOCK)
    for run in runs_of(tmp_path, LOCK, "open"):
        assert run.loaded.java is not None
        aims = Aims(calls.goals, run.loaded.java, run.notation.is_own)
        attempts = Attempts(run, calls.access, aims=aims)
        for trace in run.exploration:
            attempts.add(trace)
        run.finish()
        method = attempts.result()
        assert method.tests == ()
        assert run.tally.paths == method.left_out + len(calls.goals.twins) > 0


def test_a_crash_is_not_shown_in_a_state_that_is_set_field_by_field(tmp_path: Path) -> None:
    [run] = runs_of(tmp_path, CHAIN, "crash")
    java = run.loaded.java
    assert java is not None
    aims = Aims(Goals(java.table.world, java.subject.class_name), java, run.notation.is_own)
    attempts = Attempts(run, access_to(run, "elsewhere"), aims=aims)
    for trace in run.exploration:
        attempts.add(trace)
    run.finish()
    assert attempts.crashing
    assert not any(test.crash and test.uses_helper for test in attempts.result().tests)


def test_a_long_name_loses_whole_words(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, MANY)
    names = {test.name for test in suite.generated.tests}
    assert "translateEverything4Strings_throwsUnsupportedOperation" in names
    assert "translateEverythingInt_throwsUnsupportedOperationException" in names
    assert all(len(name) <= LONGEST for name in names)
