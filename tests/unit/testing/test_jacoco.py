"""Reports of JaCoCo and of JUnit."""

from __future__ import annotations

from symheap_testing.java.jacoco import Branches, Line, compare, parse
from symheap_testing.java.junit_runs import SuiteRun, parse_report

REPORT = b"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
<report name="r"><sessioninfo id="s" start="1" dump="2"/>
<package name="p/q"><class name="p/q/A" sourcefilename="A.java"><method name="f" desc="()V" line="3"/></class>
<sourcefile name="A.java"><line nr="3" mi="0" ci="4" mb="1" cb="3"/><line nr="4" mi="0" ci="1" mb="0" cb="0"/>
<line nr="5" mi="2" ci="0" mb="2" cb="0"/></sourcefile></package>
<package name=""><sourcefile name="B.java"><line nr="1" mi="0" ci="4" mb="0" cb="2"/></sourcefile></package>
</report>"""

CASES = b"""<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="JUnit Jupiter" tests="4" skipped="1" failures="1" errors="1">
<testcase name="a_returns()" classname="p.ATest" time="0.1"><system-out/></testcase>
<testcase name="b()" classname="p.ATest"><failure message="expected: 1" type="E">at x</failure></testcase>
<testcase name="c()" classname="p.ATest"><error type="java.lang.Error">at x</error></testcase>
<testcase name="d()" classname="p.ATest"><skipped/></testcase>
</testsuite>"""


def test_branches_by_lines() -> None:
    assert parse(REPORT) == {
        Line("p/q/A.java", 3): Branches(3, 1),
        Line("p/q/A.java", 5): Branches(0, 2),
        Line("B.java", 1): Branches(2, 0),
    }


def test_what_was_expected_beside_what_was_taken() -> None:
    measured = {
        Line("A", 1): Branches(2, 0),
        Line("A", 2): Branches(1, 1),
        Line("A", 3): Branches(1, 3),
        Line("A", 4): Branches(0, 2),
    }
    expected = {Line("A", 1): 4, Line("A", 2): 2, Line("A", 3): 1, Line("A", 9): 2}
    result = compare(expected, measured)
    assert (result.expected, result.reached) == (5, 4)
    assert (result.all, result.covered) == (10, 4)
    assert result.short == {Line("A", 2): (1, 2)}
    assert result.other == {Line("A", 3): 3, Line("A", 4): 2}


def test_tests_that_failed_or_did_not_run() -> None:
    result = parse_report(CASES)
    assert result.passed == {"p.ATest.a_returns"}
    assert result.failed == {"p.ATest.b": "expected: 1", "p.ATest.c": "java.lang.Error", "p.ATest.d": "skipped"}
    assert not result.is_green
    assert not SuiteRun().is_green
    assert SuiteRun(result.passed).is_green
