"""The tables of `docs/pose-study.md` are those that `benchmarks/pose_questions.py` prints from the stored runs."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from symheap.bench.studies import pose

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "pose-study.md").read_text(encoding="utf-8")


def printed_by(question: str) -> list[str]:
    command = [sys.executable, str(ROOT / "benchmarks" / "pose_questions.py"), question]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.parametrize("question", ["rq1", "rq2", "rq3"])
def test_the_page_has_the_table_of_each_question(question: str) -> None:
    missing = [line for line in printed_by(question) if line not in PAGE.splitlines()]
    assert not missing


def test_each_printed_class_has_a_row_and_each_that_differs_a_reason() -> None:
    rows = [line.strip("|").split("|") for line in printed_by("rq1")[2:]]
    assert [cells[0].strip() for cells in rows] == [name.rpartition(".")[2] for name in pose().printed]
    for cells in rows:
        verdict, reason = cells[6].strip(), cells[7].strip()
        assert verdict in ("within a tenth", "more", "fewer", "not final")
        assert bool(reason) is (verdict != "within a tenth"), cells


def test_every_reason_is_that_of_a_class() -> None:
    with (ROOT / "benchmarks" / "results" / "pose-study-reasons.csv").open(encoding="utf-8", newline="") as stream:
        names = [row["class"] for row in csv.DictReader(stream)]
    assert len(set(names)) == len(names)
    assert set(names) <= {name.rpartition(".")[2] for name in pose().printed}
