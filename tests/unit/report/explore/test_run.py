"""Runs as reports see them: the tally, readable values, and the small API."""

from __future__ import annotations

from pathlib import Path

import pytest

import symheap
from symheap.core.outcome import Bound, Returned
from symheap.heap.registry import MODELS
from symheap.report.explore.table import agree, table
from symheap.report.explore.text import block, summary
from symheap.report.words import counted

JAVALITE = Path(__file__).parents[4] / "examples" / "javalite"
SHORT = symheap.Bounds(max_calls=3)


def run(name: str, heap: str = "pose", bounds: symheap.Bounds | None = None) -> symheap.Run:
    return symheap.explore(str(JAVALITE / name), heap, bounds=bounds)


def test_a_run_is_complete_only_after_its_last_path() -> None:
    swap = run("swap.jl")
    paths = iter(swap)
    completeness = [(path.id, swap.complete) for path in paths]
    assert completeness == [("0", False), ("1", False)]
    assert swap.complete
    assert swap.seconds > 0


@pytest.mark.parametrize("heap", MODELS)
def test_the_tally_adds_up(heap: str) -> None:
    reverse = run("reverse.jl", heap, SHORT)
    paths = list(reverse)
    tally = reverse.tally
    assert tally.total == len(paths) == tally.normal + tally.exceptional + tally.cut
    assert tally.paths == len({path.trace.key for path in paths}) == 4
    assert not reverse.complete


def test_a_trace_that_nobody_confirmed_counts_as_unknown_only() -> None:
    swap = run("swap.jl")
    trace = next(iter(swap.exploration))
    path = swap.note(trace._replace(confirmed=False))
    swap.finish()
    assert (swap.tally.total, swap.tally.paths, swap.tally.unknown) == (0, 0, 1)
    assert not swap.complete
    assert "not confirmed" in block(path)
    assert "and 1 unknown" in summary(swap)


def test_a_summary_returns_a_readable_value() -> None:
    values = [path.value() for path in run("reverse.jl", "summary", SHORT) if isinstance(path.trace.end, Returned)]
    assert values[0] == "null"
    assert "this.head" in values[1]
    assert not any("Handle" in value for value in values)


def test_an_interrupted_run_says_so() -> None:
    swap = run("swap.jl")
    swap.finish(Bound.INTERRUPTED)
    assert "NOT COMPLETE: interrupted" in summary(swap)


def test_agreement_needs_runs_that_ended() -> None:
    runs = [run("swap.jl"), run("swap.jl", "lazy")]
    assert agree(runs) is None
    for each in runs:
        list(each)
    assert agree(runs) is True
    runs[1].tally.keys.pop()
    assert agree(runs) is False
    assert "DISAGREE" in table(runs)


@pytest.mark.parametrize(
    "wrong", [{"heap": "fast"}, {"search": "best"}, {"consistency": True}], ids=["heap", "search", "consistency"]
)
def test_the_api_refuses_what_it_does_not_know(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"unknown|only"):
        symheap.explore(str(JAVALITE / "swap.jl"), **wrong)  # type: ignore[arg-type]


def test_numbers_have_nouns() -> None:
    assert (counted(1, "query", "queries"), counted(2, "query", "queries"), counted(0, "path")) == (
        "1 query",
        "2 queries",
        "0 paths",
    )
