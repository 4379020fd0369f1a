"""The stored results of a campaign of generated tests."""

from __future__ import annotations

from pathlib import Path

from symheap_testing.java.generated import Outcome
from symheap_testing.java.generated_rows import ClassRow, per_line, total
from symheap_testing.java.jacoco import Line

TAKEN: Outcome = ("p/A.java", 3, "p.A.f()V", 1, "True")
PASSED: Outcome = ("p/A.java", 3, "p.A.f()V", 1, "False")
OTHER: Outcome = ("p/A.java", 4, "p.A.f()V", 9, "True")


def test_a_row_is_read_as_it_was_written(tmp_path: Path) -> None:
    row = ClassRow("g", "p.A", "p.ATest", tests=2, reasons={"cut": 1}, promised=[TAKEN], cut=[OTHER])
    row.write(tmp_path / "rows" / "p.A.json")
    assert ClassRow.read(tmp_path / "rows" / "p.A.json") == row


def test_branches_that_several_methods_take_count_once() -> None:
    rows = [ClassRow("g", "p.A", promised=[TAKEN, PASSED]), ClassRow("g", "p.B", promised=[TAKEN, OTHER])]
    assert per_line(rows, "promised") == {Line("p/A.java", 3): 2, Line("p/A.java", 4): 1}
    assert per_line(rows, "cut") == {}


def test_sums() -> None:
    rows = [
        ClassRow("g", "p.A", paths=4, tests=2, reasons={"cut": 1, "duplicate": 1}, seconds=1.5),
        ClassRow("g", "p.B", paths=3, reasons={"cut": 2}, mismatches=[{"detail": "x"}], failed="no end"),
    ]
    result = total(rows)
    assert (result["classes"], result["classes with tests"], result["paths"], result["tests"]) == (2, 1, 7, 2)
    assert result["paths without a test"] == {"cut": 3, "duplicate": 1}
    assert (result["mismatches"], result["classes that failed"], result["seconds"]) == (1, 1, 1.5)
