"""`symheap compare`: the table, and when models agree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from cli_runner import POSE, symheap

from symheap.engine.explore import Exploration
from symheap.engine.state import Trace


def test_the_table_has_a_row_for_each_model() -> None:
    result = symheap("compare", "swap.jl")
    assert result.status == 0
    rows = [line.split() for line in result.out.splitlines()[1:6]]
    assert [(row[0], int(row[1])) for row in rows] == [
        ("pose", 2),
        ("summary", 2),
        ("lazy", 21),
        ("lazier", 7),
        ("lazier#", 3),
    ]
    assert result.out.endswith("All 5 models see the same paths.\n")


def test_json_says_the_same() -> None:
    result = symheap("compare", "sum.pose", "--heap", "lazy,pose", "--format", "json", folder=POSE)
    document = json.loads(result.out)
    assert result.status == 0
    assert set(document) == {"schema", "target", "agree", "models"}
    assert document["agree"] is True
    assert [model["heap"] for model in document["models"]] == ["lazy", "pose"]
    assert document["models"][0]["traces"]["total"] > document["models"][1]["traces"]["total"]


def test_a_stopped_model_leaves_agreement_open() -> None:
    result = symheap("compare", "swap.jl", "--heap", "pose,lazy", "--max-traces", "5")
    assert result.status == 3
    assert "no: max-traces" in result.out
    assert "is not known" in result.out


def test_cut_models_agree_but_are_inconclusive() -> None:
    result = symheap("compare", "reverse.jl", "--heap", "pose,lazier#", "--max-calls", "2")
    assert result.status == 3
    assert "no: cut" in result.out
    assert "All 2 models see the same paths." in result.out


def test_models_that_disagree_are_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Exploration.__iter__

    def forgetful(self: Exploration[Any]) -> Iterator[Trace[Any]]:
        traces = list(honest(self))
        yield from traces[1:] if self.model.name == "lazy" else traces

    monkeypatch.setattr(Exploration, "__iter__", forgetful)
    result = symheap("compare", "swap.jl", "--heap", "pose,lazy")
    assert result.status == 1
    assert "DISAGREE on the paths: pose has true true return, lazy has not." in result.out
