"""Tests of the paths of a method: counted, timed, beside the paper's, and no danger to the row of the method."""

from __future__ import annotations

from dataclasses import replace
from time import sleep

import mini_study
import pytest
from bench_rows import ADD, GET, POSE, PUT, STUDY
from mini_study import job
from test_bench_journal import FULL
from test_bench_text import cells

from symheap.bench import explore as exploring
from symheap.bench import workers
from symheap.bench.explore import MethodJob, Report, explore
from symheap.bench.journal import row_form, row_of
from symheap.bench.making import make_tests
from symheap.bench.report.document import document
from symheap.bench.report.figures import test_seconds as shown_seconds
from symheap.bench.report.html import page
from symheap.bench.report.page import page as study_page
from symheap.bench.report.tables import methods, read_methods
from symheap.bench.report.text import report
from symheap.bench.row import Row, RowOutcome, Tests
from symheap.bench.sums import add_up
from symheap.bench.workers import JobLimits
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration

MADE = Tests(3, {"unconstructible": 1}, 12.5, "time")
ROWS = tuple(replace(row, tests=MADE) if row.method in (GET, ADD) else row for row in POSE)


def found(method: str, heap: str = "pose", bounds: Bounds = mini_study.BOUNDS) -> Row:
    asked = replace(job(f"mini.Cell::{method}", heap, str(mini_study.classes()), bounds), tests=True)
    return explore(asked, lambda row: None)


@pytest.mark.parametrize("heap", ["pose", "lazy"])
def test_a_method_that_ended_has_a_test_for_each_path(heap: str) -> None:
    row = found("sum(mini.Cell)", heap)
    assert row.outcome is RowOutcome.COMPLETE
    assert row.tests is not None
    assert (row.tests.made, row.tests.without, row.tests.stopped) == (row.paths, {}, "")
    assert row.tests.seconds > 0


def test_a_path_that_is_cut_has_none() -> None:
    row = found("count(int)")
    assert row.tests is not None
    assert row.tests.without == {"cut": 1}
    assert row.tests.made == row.paths - 1


def test_a_method_that_did_not_end_has_no_tests() -> None:
    assert found("hidden()").tests is None


def test_without_time_for_all_tests_some_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        exploring,
        "make_tests",
        lambda loaded, exploration, started: make_tests(loaded, _without_time(exploration), started),
    )
    row = found("sum(mini.Cell)", bounds=replace(mini_study.BOUNDS, timeout=60.0))
    assert row.outcome is RowOutcome.COMPLETE
    assert row.tests is not None
    assert (row.tests.made, row.tests.stopped) == (0, "timeout")


def _without_time(exploration: Exploration[object]) -> Exploration[object]:
    exploration.bounds = replace(exploration.bounds, timeout=0.0)
    return exploration


def ends_badly(job: MethodJob, report: Report) -> Row:
    """A job that is done except for its tests."""
    report(Row(job.method, job.heap, RowOutcome.COMPLETE, traces=2, tests=Tests()))
    if job.method == "raises":
        raise ValueError("as it likes")
    while True:
        sleep(0.01)


@pytest.mark.parametrize(
    ("method", "said", "seconds"), [("raises", "ValueError: as it likes", 60.0), ("loops", "after its time", 0.5)]
)
def test_whatever_ends_the_making_of_tests_the_method_keeps_its_row(method: str, said: str, seconds: float) -> None:
    """A process that is to end by itself has all the time that a busy machine may take."""
    [row] = workers.run([job(method)], ends_badly, 1, JobLimits(seconds, 2000, grace=2.5))
    assert (row.outcome, row.traces) == (RowOutcome.COMPLETE, 2)
    assert row.tests is not None
    assert said in row.tests.stopped


def test_rows_with_tests_come_back_as_they_were() -> None:
    tested = replace(FULL, tests=MADE)
    assert row_of(row_form(tested)) == tested
    rows = read_methods(methods(add_up(STUDY, ROWS)))
    assert {row.method: row.tests for row in rows} == {row.method: row.tests for row in ROWS}


def test_the_paper_has_its_test_time_beside_ours() -> None:
    sums = add_up(STUDY, ROWS)
    text = report(sums)
    assert "test s" in text
    assert cells(text, "Tree")[5:10] == ["2.75", "20", "61.5", ">12.5", "40"]
    assert "tests        6 for the paths of 2 methods, 25.0 s; of 2 only some, for lack of time; paths without" in text
    html = page(sums, {})
    assert html.count("&gt;12.5") == 2
    assert html.count("<tr") == page(add_up(STUDY, POSE), {}).count("<tr")


def test_tests_are_in_the_document_and_on_the_page() -> None:
    made: dict[str, object] = document(add_up(STUDY, ROWS), {})["models"][0]["all"]["tests"]  # type: ignore[assignment, call-overload, index]
    assert made == {"methods": 2, "made": 6, "without": {"unconstructible": 2}, "seconds": 25.0, "stopped": 2}
    [classes] = [
        each
        for each in study_page(add_up(STUDY, ROWS))["tables"]  # type: ignore[union-attr]
        if each["caption"] == "Classes under pose"  # type: ignore[index, call-overload]
    ]
    assert "test s" in classes["head"]  # type: ignore[index, call-overload, operator]


def test_where_a_method_has_no_tests_the_time_is_a_lower_bound() -> None:
    whole = replace(MADE, stopped="")
    every = [replace(row, tests=whole) for row in POSE if row.method in (GET, PUT)]
    assert shown_seconds(add_up(STUDY, every).whole["pose"].all) == "25.0"
    assert shown_seconds(add_up(STUDY, [every[0], replace(every[1], tests=None)]).whole["pose"].all) == ">12.5"


def test_without_tests_there_is_no_column() -> None:
    assert "test s" not in report(add_up(STUDY, POSE))
