"""Comparisons as values."""

from __future__ import annotations

from pathlib import Path

import pytest

import symheap
from symheap.report.explore.table import table

SWAP = str(Path(__file__).parents[3] / "examples" / "javalite" / "swap.jl")


def test_each_model_runs_to_its_end_on_its_own_time() -> None:
    comparison = symheap.compare(SWAP, ["pose", "lazy", "pose"])
    assert [(run.heap, run.tally.total) for run in comparison.runs] == [("pose", 2), ("lazy", 21)]
    assert comparison.agree is True
    assert all(run.complete for run in comparison.runs)
    first, second = comparison.runs
    assert second.exploration.progress.started >= first.exploration.progress.started + first.seconds
    assert str(comparison) == table(comparison.runs)
    assert comparison._repr_html_().count("<tr>") == 3


def test_nobody_knows_what_was_stopped() -> None:
    comparison = symheap.compare(symheap.load(SWAP), ["pose", "lazy"], bounds=symheap.Bounds(max_traces=1))
    assert comparison.agree is None
    assert "agree=None" in repr(comparison)


def test_a_comparison_needs_models_that_exist() -> None:
    with pytest.raises(ValueError, match="name a heap model"):
        symheap.compare(SWAP, [])
    with pytest.raises(ValueError, match="unknown heap model 'fast'"):
        symheap.compare(SWAP, ["fast"])
