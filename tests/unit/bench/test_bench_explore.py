"""One method, one row: how it ended, how many traces and paths, and a digest of the set of paths."""

from __future__ import annotations

import subprocess
from pathlib import Path

import mini_study
import pytest
from mini_study import job

from symheap.bench import explore as exploring
from symheap.bench.explore import digest_of_set, explore
from symheap.bench.row import Row, RowOutcome
from symheap.engine.bounds import Bounds
from symheap_testing.java.sources import some_jdk

PROGRAMS = Path(__file__).parents[2] / "programs" / "java"


def found(method: str, heap: str = "pose", bounds: Bounds = mini_study.BOUNDS) -> Row:
    return explore(job(f"mini.Cell::{method}", heap, str(mini_study.classes()), bounds), lambda row: None)


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The classes of a program of the corpus."""
    jdk = some_jdk()
    if jdk is None:
        pytest.skip("no JDK with javac")
    folder = tmp_path_factory.mktemp("stack")
    subprocess.run([str(jdk.javac()), "-d", str(folder), str(PROGRAMS / "ArrayStack.java")], check=True)
    return str(folder)


def test_a_program_of_the_corpus(stack: str) -> None:
    """Its number of paths is that of its heading: ``pop()`` has 3."""
    row = explore(job("ArrayStack::pop()", place=stack), lambda _: None)
    assert (row.outcome, row.traces, row.paths) == (RowOutcome.COMPLETE, 3, 3)
    assert row.ends == {"return": 1, "error": 2}
    assert row.seconds > row.load_seconds > 0
    assert row.cost.decisions >= row.cost.spared > 0
    assert row.steps > 0
    assert row.classes > 0
    assert not row.reasons


def test_a_bound_of_the_study_cuts() -> None:
    row = found("count(int)")
    assert row.outcome is RowOutcome.CUT
    assert row.ends["cut"] == sum(row.cuts.values()) == 1
    assert row.traces == row.paths == sum(row.ends.values())


def test_what_is_unsupported_is_named_with_its_place() -> None:
    row = found("hidden()")
    assert row.outcome is RowOutcome.UNSUPPORTED
    [reason] = row.reasons
    assert "mini.Cell.outside" in reason
    assert " @ Cell" in reason


def test_other_models_have_the_same_paths_and_no_fewer_traces() -> None:
    pose, lazy = found("sum(mini.Cell)"), found("sum(mini.Cell)", "lazy")
    assert pose.traces == pose.paths == lazy.paths
    assert lazy.traces > pose.traces
    assert lazy.path_digest == pose.path_digest
    assert found("same(mini.Cell)").path_digest != pose.path_digest


def test_time_covers_loading() -> None:
    row = found("count(int)", bounds=Bounds(timeout=0.001))
    assert row.outcome is RowOutcome.TIME


def test_progress_is_reported_as_what_would_be_left_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "REPORT_SECONDS", -1.0)
    told: list[Row] = []
    last = explore(job("mini.Cell::count(int)", place=str(mini_study.classes())), told.append)
    assert [row.traces for row in told] == list(range(1, last.traces + 1))
    assert {row.outcome for row in told} == {RowOutcome.TIME}
    assert told[-1].path_digest == last.path_digest


@pytest.mark.parametrize(
    ("method", "reason"),
    [("mini.Cell::gone()", "class mini.Cell has no method gone"), ("mini.None::x()", "there is no class mini.None")],
)
def test_what_is_not_there_is_missing(method: str, reason: str) -> None:
    row = explore(job(method, place=str(mini_study.classes())), lambda _: None)
    assert row.outcome is RowOutcome.MISSING
    [said] = row.reasons
    assert said.startswith(reason)


def test_tokens_are_counted_both_ways() -> None:
    cost = found("sum(mini.Cell)", "summary").cost
    assert cost.tree_tokens >= cost.dag_tokens
    assert (cost.dag_tokens > 0) == (cost.queries > 0)


def test_the_digest_of_a_set_is_that_in_any_order() -> None:
    assert digest_of_set({1, 2, 1 << 127}) == digest_of_set({1 << 127, 2, 1})
    assert digest_of_set({1, 2}) != digest_of_set({1})
