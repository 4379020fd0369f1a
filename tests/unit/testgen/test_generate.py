"""From the paths of a class to one file of tests, and a reason for each path without one."""

from __future__ import annotations

from pathlib import Path

import pytest
from generate_subject import suite_of

from symheap.testgen.cases import NoTest, Test, Why
from symheap.testgen.minimize import Minimize
from symheap.testgen.places import places_in
from symheap.testgen.writing.suite import TestFile
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

COUNTER = """
class Counter {
    private int count;
    private Counter other;

    Counter() { }

    Counter(int count) { this.count = count; }

    void add(int n) {
        if (n <= 0) {
            throw new IllegalArgumentException();
        }
        count += n;
    }

    int get() { return count; }

    int per(int n) { return count / n; }

    int sum(int[] a) {
        int sum = 0;
        for (int each : a) {
            sum += each;
        }
        return sum;
    }

    static native int elsewhere();

    static int gap(int n) { return n > 0 ? elsewhere() : 0; }

    static boolean huge(int[] a) { return a != null && a.length > 1_000_000_000; }
}
"""


def test_every_path_has_a_test_or_a_reason(tmp_path: Path) -> None:
    generated = suite_of(tmp_path, COUNTER).generated
    for method in generated.methods:
        assert len(method.tests) + len(method.without) == method.paths
    assert {why.name: count for why, count in generated.reasons.items()} == {
        "CUT": 1,
        "UNSUPPORTED": 1,
        "TOO_LARGE": 1,
    }
    assert not generated.is_complete
    assert not generated.replayed


def test_constructors_are_tested_unless_they_do_nothing(tmp_path: Path) -> None:
    names = [method.name for method in suite_of(tmp_path, COUNTER).generated.methods]
    assert names[:2] == ["new Counter(int)", "add(int)"]


def test_names_are_unique_and_all_in_the_file(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, COUNTER)
    names = [test.name for test in suite.generated.tests]
    assert len(set(names)) == len(names)
    assert list(suite.files) == ["CounterPathsTest"]
    assert all(f"void {name}()" in suite.files["CounterPathsTest"] for name in names)


def test_crashes_are_found_at_their_places(tmp_path: Path) -> None:
    findings = suite_of(tmp_path, COUNTER).generated.findings
    places = [
        (finding.place.rpartition(":")[2], finding.what.split()[1].rstrip(":"), finding.is_reached)
        for finding in findings
    ]
    assert ("19", "java.lang.ArithmeticException", True) in places


def test_inputs_are_states_that_calls_lead_to(tmp_path: Path) -> None:
    source = """
    class Bag {
        private final int[] items = new int[4];
        private int size;

        void add(int item) { items[size++] = item; }

        int at(int index) {
            if (index >= size) {
                throw new IndexOutOfBoundsException();
            }
            return items[index];
        }
    }
    """
    suite = suite_of(tmp_path, source, "at")
    [returns] = [test for test in suite.generated.tests if test.throws is None]
    assert not returns.uses_helper
    assert "bag.add(" in suite.files["BagPathsTest"]


def test_notes_say_when_a_path_is_taken(tmp_path: Path) -> None:
    notes = [test.note for test in suite_of(tmp_path, COUNTER, "add").generated.tests]
    assert sorted(notes) == ["when 0 < n", "when n <= 0"]


def test_tests_that_would_be_the_same_are_one(tmp_path: Path) -> None:
    source = """
    class Same {
        static boolean has(Object[] all) { return all != null && "ab".equals(new String("ab")); }
    }
    """
    generated = suite_of(tmp_path, source).generated
    assert [each.why for each in generated.without] == [Why.DUPLICATE] * (generated.methods[0].paths - 2)


def test_a_smaller_suite_by_predicted_branches(tmp_path: Path) -> None:
    everything = suite_of(tmp_path, COUNTER).generated
    smaller = suite_of(tmp_path, COUNTER, minimize=Minimize.BRANCHES).generated
    assert 0 < smaller.left_out == len(everything.tests) - len(smaller.tests)
    assert {test.name for test in everything.tests if test.crash} <= {test.name for test in smaller.tests}


def test_what_goes_wrong_with_one_path_is_said_of_that_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **options: object) -> Test | NoTest:
        raise RuntimeError("oh")

    monkeypatch.setattr("symheap.testgen.attempts.test_of", broken)
    generated = suite_of(tmp_path, COUNTER, "add").generated
    assert [each.why for each in generated.without] == [Why.MISMATCH, Why.MISMATCH]
    assert "RuntimeError('oh')" in generated.mismatches[0].detail
    assert "Traceback" in generated.mismatches[0].repro


# Places ---------------------------------------------------------------------------------------------------------------


def test_places_of_tests_and_acts(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, COUNTER)
    text = suite.files["CounterPathsTest"]
    tests = suite.generated.tests
    lines = text.split("\n")
    for place, test in zip(
        places_in(TestFile("", "CounterPathsTest", "Counter", text, tests, False)), tests, strict=True
    ):
        assert place.name == test.name
        assert lines[place.first - 2] == ""
        assert lines[place.last - 1] == "    }"
        assert any(f"void {test.name}(" in line for line in lines[place.first - 1 : place.last])
        act = "\n".join(lines[place.act[0] - 1 : place.act[1]])
        method = test.candidate.java.subject.method.name
        assert (f"{method}(" if method != "<init>" else "new Counter(") in act
        assert "assertEquals" not in act
