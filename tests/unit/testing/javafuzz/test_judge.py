"""The judge of the fuzzer, on reports made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from symheap_testing.java.fuzz.judge import Judge, JvmRun, is_complete, plan_of, priors

LINES = {5}


def result(value: str, choice: bool, inputs: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "id": "0",
        "outcome": {"kind": "return", "value": value},
        "condition": "true",
        "inputs": inputs or {"roots": {"p0": None}, "objects": {}},
        "branches": [{"kind": "branch", "choice": choice, "position": "U.java:5"}],
    }


def document(*results: dict[str, Any], complete: bool = True) -> dict[str, Any]:
    return {"complete": complete, "results": list(results), "traces": {}}


def run(outcome: str, trace: str) -> JvmRun:
    return JvmRun(1, "none", outcome, trace, "0 n", "")


def judged(report: dict[str, Any], example: list[str], *runs: JvmRun, any_value: bool = False) -> list[str]:
    judge = Judge(report, LINES, any_value)
    judge.examples(lambda plan, first: example, ["p0"], ["H"])
    judge.runs(runs)
    return [problem.law for problem in judge.verdict.problems]


def test_a_trace_that_is_a_path() -> None:
    assert judged(document(result("7", True)), ["return 7", "5-"], run("return 7", "5-")) == []


def test_a_trace_with_another_end() -> None:
    assert judged(document(result("7", True)), ["return 7", "5-"], run("return 8", "5-")) == ["missing path"]


def test_a_trace_with_the_other_outcome_of_a_condition() -> None:
    """The example shows that the choice `true` means a false condition."""
    assert judged(document(result("7", True)), ["return 7", "5-"], run("return 7", "5+")) == ["missing path"]


def test_a_trace_that_differs_inside_a_try() -> None:
    assert judged(document(result("7", True)), ["return 7", "5- 9+"], run("return 7", "5- 9-")) == ["missing path"]


def test_an_incomplete_run_may_miss_paths() -> None:
    assert judged(document(result("7", True), complete=False), ["return 7", "5-"], run("return 8", "5-")) == []


def test_an_example_that_ends_otherwise() -> None:
    assert judged(document(result("7", True)), ["return 9", "5-"]) == ["wrong example"]


def test_an_example_that_cannot_be_built() -> None:
    assert judged(document(result("7", True)), ["infeasible", "ExceptionInInitializerError"]) == ["wrong example"]


def test_where_no_input_determines_a_value_examples_need_not_follow() -> None:
    assert judged(document(result("7", True)), ["return 9", "5-"], run("return 7", "5+"), any_value=True) == []


def test_an_exception_is_known_by_class_and_line() -> None:
    thrown = {"kind": "error", "exception": "Oops", "stack": ["Lib.java:3", "U.java:6", "U.java:1"]}
    report = document({**result("", True), "outcome": thrown})
    assert judged(report, ["throw Oops 6", "5-"], run("throw Oops 6", "5-")) == []
    assert judged(report, ["throw Oops 6", "5-"], run("throw Oops 7", "5-")) == ["missing path"]


def test_an_example_is_written_in_words() -> None:
    inputs = {
        "roots": {"p0": {"ref": "1"}, "p1": 3, "p2": "NaN", "p3": {"ref": "9"}},
        "objects": {
            "1": {"class": "C0", "fields": {"next": {"ref": "1"}, "s": {"ref": "2"}, "d": 0.5}},
            "2": {"class": "java.lang.String", "fields": {"value": {"ref": "3"}}, "string": "a"},
            "3": {"class": "[B", "fields": {}, "length": 1, "elements": {"0": 97}},
            "9": {"known": "H.K"},
        },
    }
    words = plan_of(inputs, ["p0", "p1", "p2", "p3"])
    assert words == '2 C0 -1 - 3 next r0 s r1 d x0.5 java.lang.String -1 "0061 0 r0 i3 xNaN k0048002e004b'


def test_an_object_of_a_stub_cannot_be_built() -> None:
    inputs = {"roots": {"p0": {"ref": "1"}}, "objects": {"1": {"class": "I0+stub", "fields": {}}}}
    with pytest.raises(ValueError, match="stub"):
        plan_of(inputs, ["p0"])


def test_prior_states_are_none_then_all_then_the_others() -> None:
    items: Sequence[tuple[str, ...]] = list(priors(["A", "B"]))
    assert items == [(), ("A", "B"), ("A",), ("B",)]


def test_nothing_is_learnt_where_the_clock_decides() -> None:
    """The example has the end of its path, but may have reached it by the other side of the condition."""
    report = document(result("7", True), result("7", False))
    assert judged(report, ["return 7", "5-"], run("return 7", "5+"), any_value=True) == []
    assert judged(document(result("7", True)), ["return 7", "5-"], run("return 8", "5+"), any_value=True) == [
        "missing path"
    ]


def test_an_example_is_run_after_classes_in_the_order_that_it_states() -> None:
    roots = {"p0": None, "initialised(B)": True, "initialised(A before B)": False, "initialised(C before B)": True}
    asked: list[tuple[str, ...]] = []
    judge = Judge(document(result("7", True, {"roots": roots, "objects": {}})), LINES, any_value=False)

    def runner(plan: str, first: Sequence[str]) -> list[str]:
        asked.append(tuple(first))
        return ["return 7", "5-"]

    judge.examples(runner, ["p0"], ["A", "B", "C"])
    assert asked == [("C", "B")]


def test_an_object_without_a_way_to_it_is_not_built() -> None:
    inputs = {"roots": {"p0": {"ref": "9"}}, "objects": {"9": {"known": "U.last@C0"}}}
    with pytest.raises(ValueError, match="no static field"):
        plan_of(inputs, ["p0"])


def test_inputs_of_no_known_class_leave_no_path_open() -> None:
    counts = {"total": 2, "cut": 0, "unsupported": 0, "unknown": 0}
    report = {"complete": False, "stopped": None, "vacant": ["p0"], "traces": counts}
    assert is_complete(report)
    assert not is_complete({**report, "vacant": []})
    assert not is_complete({**report, "stopped": "timeout"})
    assert not is_complete({**report, "traces": {**counts, "unsupported": 1}})
