"""Findings: each place once, crashes apart from exceptions that are thrown on purpose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import symheap
from symheap.core.outcome import ErrorKind, Returned, Threw, Unsupported
from symheap.core.source import CodePosition, Position
from symheap.engine.state import End, Trace
from symheap.objects.decisions import NO_DECISIONS, Decision
from symheap.report.explore import text
from symheap.report.formats import json
from symheap.session.run import Run
from symheap.session.status import Status, of_run, worst

SWAP = str(Path(__file__).parents[4] / "examples" / "javalite" / "swap.jl")
LINE_3 = CodePosition("Stack.java", 3, 17, "Stack.pop()V")
LINE_9 = CodePosition("Stack.java", 9, 2, "Stack.push(I)V")
CALLER = CodePosition("Stack.java", 20, 5, "Stack.main()V")
ENTRY = CodePosition("Stack.java", 20, 0, "Stack.<entry>()V")

CRASH = Threw(ErrorKind.NULL, "top", LINE_3, "java.lang.NullPointerException", (LINE_3, CALLER, ENTRY))
CHECK = Threw(ErrorKind.EXCEPTION, "", LINE_9, "java.lang.IllegalArgumentException", (LINE_9, ENTRY))
FOREIGN = Threw(ErrorKind.EXCEPTION, "an exception of the input", LINE_9)
GAP = Unsupported("java.util.regex.Pattern.compile", LINE_9)
OTHER_GAP = Unsupported("a native", LINE_3)
DONE: Returned[Any] = Returned(5)


def run_with(*ends: End, confirmed: bool = True) -> tuple[Run, list[symheap.Path]]:
    """Return a run of one real trace with these ends instead of its own, each on a path of its own."""
    run = symheap.explore(SWAP)
    trace: Trace[Any] = next(iter(run.exploration))
    decisions = [NO_DECISIONS.then(Decision("branch", str(i), Position("x", 1, 1))) for i in range(len(ends))]
    paths = [
        run.note(trace._replace(end=end, decided=made, confirmed=confirmed))
        for end, made in zip(ends, decisions, strict=True)
    ]
    run.finish()
    return run, paths


def test_a_crash_is_listed_once_with_the_number_of_its_paths() -> None:
    run, _ = run_with(DONE, CRASH, CHECK, CRASH)
    [crash] = run.findings.crashes
    assert (crash.count, crash.example) == (2, "1")
    assert [each.position.line for each in run.findings.thrown] == [9]
    assert text.findings(run).splitlines() == [
        "findings:",
        "Stack.java:3: error: throws java.lang.NullPointerException; 2 paths, first 1",
        "thrown on purpose:",
        "Stack.java:9: throws java.lang.IllegalArgumentException; path 2",
    ]


def test_different_errors_at_one_place_are_different_findings() -> None:
    other = Threw(ErrorKind.BOUNDS, "", LINE_3, "java.lang.ArrayIndexOutOfBoundsException", (LINE_3,))
    run, _ = run_with(CRASH, other)
    assert {each.end for each in run.findings.crashes} == {CRASH, other}


def test_a_crash_that_nobody_confirmed_is_no_finding() -> None:
    run, _ = run_with(CRASH, confirmed=False)
    assert text.findings(run) == ""
    assert of_run(run) is Status.INCONCLUSIVE


def test_what_is_unsupported_comes_with_counts_most_frequent_first() -> None:
    run, _ = run_with(OTHER_GAP, GAP, GAP)
    assert text.findings(run).splitlines() == [
        "unsupported: java.util.regex.Pattern.compile at Stack.java:9 (2 paths)",
        "unsupported: a native at Stack.java:3 (1 path)",
    ]
    listed = json.totals(run)["unsupported"]
    assert isinstance(listed, list)
    assert listed[0] == {
        "what": "java.util.regex.Pattern.compile",
        "position": "Stack.java:9",
        "count": 2,
        "example": "1",
    }


def test_the_exit_status_tells_crashes_from_exceptions_thrown_on_purpose() -> None:
    assert of_run(run_with(DONE, CHECK)[0]) is Status.CLEAN
    assert of_run(run_with(CHECK, CRASH)[0]) is Status.FINDINGS
    assert of_run(run_with(GAP, CRASH)[0]) is Status.FINDINGS
    assert of_run(run_with(GAP, CHECK)[0]) is Status.INCONCLUSIVE


def test_of_several_programs_the_worst_counts() -> None:
    assert worst([]) is Status.CLEAN
    assert worst([Status.CLEAN, Status.INCONCLUSIVE]) is Status.INCONCLUSIVE
    assert worst([Status.INCONCLUSIVE, Status.FINDINGS, Status.CLEAN]) is Status.FINDINGS


def test_an_end_says_exception_and_place() -> None:
    _, (crash, check, foreign, gap) = run_with(CRASH, CHECK, FOREIGN, GAP)
    assert text.ending(crash) == ("throws java.lang.NullPointerException at Stack.java:3", "bad")
    assert text.ending(check) == ("throws java.lang.IllegalArgumentException at Stack.java:9", "thrown")
    assert text.ending(foreign) == ("throws an exception of the input at Stack.java:9", "thrown")
    assert text.ending(gap) == ("unsupported: java.util.regex.Pattern.compile at Stack.java:9", "open")


def test_the_stack_is_told_where_there_is_one() -> None:
    _, (crash, check) = run_with(CRASH, CHECK)
    assert text.frames(crash) == ["at Stack.pop(Stack.java:3)", "at Stack.main(Stack.java:20)"]
    assert text.frames(check) == []
    assert "  stack    at Stack.pop(Stack.java:3)\n           at Stack.main(Stack.java:20)\n" in text.block(crash)


def test_a_deep_stack_is_cut() -> None:
    deep = Threw(ErrorKind.NULL, "", LINE_3, "java.lang.NullPointerException", (LINE_3,) * 500)
    _, [path] = run_with(deep)
    assert len(text.frames(path)) == 13
    assert text.frames(path)[-1] == "… and 488 more"


def test_json_says_whether_it_is_a_crash() -> None:
    _, (crash, check) = run_with(CRASH, CHECK)
    assert json.outcome(crash) == {
        "kind": "error",
        "error": "null",
        "detail": "top",
        "position": "Stack.java:3",
        "exception": "java.lang.NullPointerException",
        "crash": True,
        "stack": ["Stack.java:3", "Stack.java:20", "Stack.java:20"],
    }
    assert json.outcome(check)["crash"] is False


def test_several_methods_have_a_total() -> None:
    runs = [run_with(DONE, CHECK)[0], run_with(CRASH)[0]]
    total = text.total(runs, ())
    assert total.startswith("total: 2 methods, 3 paths (1 normal, 2 exceptional, 1 of them crashes, 0 cut); complete\n")
    skipped = text.total(runs, ["X.java::m(): error: no"])
    assert skipped.startswith("not explored: X.java::m(): error: no\n")
    assert "NOT COMPLETE" in skipped
    assert json.several_totals(runs, ["x"])["complete"] is False
    assert json.several_totals(runs, [])["traces"] == {
        "total": 3,
        "normal": 1,
        "exceptional": 2,
        "cut": 0,
        "unsupported": 0,
        "unknown": 0,
    }
