"""Tests of the traces of a method: counted, timed, run, beside the paper's, and no danger to the row of the method."""

from __future__ import annotations

import os
from dataclasses import replace
from time import sleep

import mini_study
import pytest
from bench_rows import ADD, GET, POSE, PUT, STUDY
from mini_study import job
from test_bench_journal import FULL
from test_bench_text import cells

from symheap.bench import explore as exploring
from symheap.bench import making, workers
from symheap.bench.explore import MethodJob, Report, explore
from symheap.bench.journal import row_form, row_of
from symheap.bench.making import make_tests
from symheap.bench.report.document import document
from symheap.bench.report.figures import test_seconds as shown_seconds
from symheap.bench.report.html import page
from symheap.bench.report.page import page as study_page
from symheap.bench.report.tables import methods, read_methods
from symheap.bench.report.text import report
from symheap.bench.row import Replay, Row, RowOutcome, Tests
from symheap.bench.sums import add_up
from symheap.bench.workers import JobLimits
from symheap.core.cache import cache_folder
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.testgen.replay.jars import find_toolchain
from symheap.testgen.replay.toolchain import Toolchain

MADE = Tests(3, {"unconstructible": 1}, 12.5, "time", 1, 4.25, Replay(2, {"mismatch": 1}, 3.5, 1.5, ""))
ROWS = tuple(replace(row, tests=MADE) if row.method in (GET, ADD) else row for row in POSE)


def asked(method: str, heap: str = "pose", bounds: Bounds = mini_study.BOUNDS) -> MethodJob:
    return replace(job(f"mini.Cell::{method}", heap, str(mini_study.classes()), bounds), tests=True)


def found(method: str, heap: str = "pose", bounds: Bounds = mini_study.BOUNDS) -> Row:
    return explore(asked(method, heap, bounds), lambda row: None)


def toolchain() -> Toolchain:
    """Return what tests are run with; skip if this machine has no JUnit."""
    try:
        return find_toolchain(find_jdk(None, os.environ), Maven(os.environ), cache_folder(os.environ))
    except Unavailable as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("heap", ["pose", "lazy"])
def test_a_method_that_ended_has_a_test_for_each_trace(heap: str) -> None:
    """As [POSE] RQ3 counts: lazy initialization makes more tests than there are paths."""
    row = found("sum(mini.Cell)", heap)
    assert row.outcome is RowOutcome.COMPLETE
    assert row.tests is not None
    assert (row.tests.made, row.tests.without, row.tests.stopped) == (row.traces, {}, "")
    assert row.tests.redundant == row.traces - row.paths
    assert (row.tests.redundant > 0) is (heap == "lazy")
    assert min(row.tests.seconds, row.tests.cpu_seconds) > 0
    assert row.tests.replay is None


@pytest.mark.parametrize("at_once", [200, 3])
def test_every_test_passes_on_a_jvm_the_redundant_ones_too(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "AT_ONCE", at_once)
    reported: list[Row] = []
    row = explore(replace(asked("sum(mini.Cell)", "lazy"), toolchain=toolchain()), reported.append)
    assert row.tests is not None
    assert row.tests.replay is not None
    assert (row.tests.replay.passed, row.tests.replay.failed, row.tests.replay.stopped) == (row.tests.made, {}, "")
    assert row.tests.replay.cpu_seconds > 0
    before = [each.tests.replay for each in reported if each.tests is not None and each.tests.replay is not None]
    assert len(before) == -(-row.tests.made // at_once)
    assert all(each.stopped for each in before)


def test_an_input_of_just_an_abstract_type_is_a_class_whose_methods_throw() -> None:
    """A test declares the methods that the input lacks, or javac would refuse it (2026-11-20)."""
    wanted = asked("rank(java.util.Comparator)")
    row = explore(replace(wanted, java=replace(wanted.java, bare_stubs=True), toolchain=toolchain()), lambda row: None)
    assert row.tests is not None
    assert row.tests.replay is not None
    assert (row.tests.made, row.tests.replay.passed, row.tests.replay.failed) == (2, 2, {})


def test_a_jvm_that_cannot_be_used_is_a_reason() -> None:
    broken = replace(toolchain(), junit=())
    row = explore(replace(asked("same(mini.Cell)"), toolchain=broken), lambda row: None)
    assert row.tests is not None
    assert row.tests.replay is not None
    assert (row.tests.replay.passed, row.tests.replay.failed) == (0, {"not compiled": row.tests.made})


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


def ends_while_running(job: MethodJob, report: Report) -> Row:
    """A job whose tests are made, and of which some were run."""
    report(Row(job.method, job.heap, RowOutcome.COMPLETE, traces=2, tests=replace(MADE, stopped="")))
    raise ValueError("as it likes")


def test_tests_that_were_made_are_counted_even_if_their_run_is_ended() -> None:
    [row] = workers.run([job("raises")], ends_while_running, 1, JobLimits(60.0, 2000))
    assert row.tests is not None
    assert (row.tests.made, row.tests.redundant, row.tests.stopped) == (MADE.made, MADE.redundant, "")
    assert row.tests.replay is not None
    assert row.tests.replay.passed == 2
    assert "as it likes" in row.tests.replay.stopped


def test_rows_with_tests_come_back_as_they_were() -> None:
    tested = replace(FULL, tests=MADE)
    assert row_of(row_form(tested)) == tested
    rows = read_methods(methods(add_up(STUDY, ROWS)))
    assert {row.method: row.tests for row in rows} == {row.method: row.tests for row in ROWS}
    not_run = replace(POSE[0], tests=replace(MADE, replay=None))
    assert read_methods(methods(add_up(STUDY, [not_run])))[0].tests == not_run.tests


def test_the_paper_has_its_test_time_beside_ours() -> None:
    sums = add_up(STUDY, ROWS)
    text = report(sums)
    assert "test s" in text
    assert cells(text, "Tree")[5:10] == ["2.75", "20", "61.5", ">12.5", "40"]
    words = " ".join(text.split())
    assert "tests 6 for the traces of 2 methods, 2 of them redundant, 25.0 s (8.50 s of processor time); of 2" in words
    assert "run: 4 passed, 2 mismatch, 7.00 s (3.00 s of processor time)" in words
    html = page(sums, {})
    assert html.count("&gt;12.5") == 2
    assert html.count("<tr") == page(add_up(STUDY, POSE), {}).count("<tr")


def test_tests_are_in_the_document_and_on_the_page() -> None:
    made: dict[str, object] = document(add_up(STUDY, ROWS), {})["models"][0]["all"]["tests"]  # type: ignore[assignment, call-overload, index]
    replay = {"methods": 2, "passed": 4, "failed": {"mismatch": 2}, "seconds": 7.0, "cpu_seconds": 3.0, "stopped": 0}
    counts = {"methods": 2, "made": 6, "redundant": 2, "without": {"unconstructible": 2}, "stopped": 2}
    assert made == {**counts, "seconds": 25.0, "cpu_seconds": 8.5, "replay": replay}
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
