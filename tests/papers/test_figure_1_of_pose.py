"""[POSE] Fig. 1: trace counts of swap, sum and hasNull, normal ends and null errors apart.

Printed: lazy and lazier#, and the number of program paths.  The lazier column and lazier's 67 are computed from the
description of the algorithm.  The papers' receiver is not null.
"""

from __future__ import annotations

import pytest
from paper_programs import ends, example

# program: for each model the normal ends and the null errors.
COUNTS = {
    "swap": {"pose": (2, 0), "summary": (2, 0), "lazy": (21, 0), "lazier": (7, 0), "lazier#": (3, 0)},
    "sum": {"pose": (1, 3), "summary": (1, 3), "lazy": (15, 8), "lazier": (15, 8), "lazier#": (15, 8)},
    "hasnull": {"pose": (6, 0), "summary": (6, 0), "lazy": (21, 0), "lazier": (16, 0), "lazier#": (16, 0)},
    "hasnull10": {"pose": (12, 0), "summary": (12, 0), "lazy": (78, 0), "lazier": (67, 0), "lazier#": (67, 0)},
}
CASES = [(program, model, *counts) for program, row in COUNTS.items() for model, counts in row.items()]


@pytest.mark.parametrize(("program", "model", "normal", "null"), CASES)
def test_javalite_has_a_receiver_that_is_not_null(program: str, model: str, normal: int, null: int) -> None:
    expected = {"return": normal, "null": null}
    assert ends(example(f"{program}.jl"), model) == {kind: count for kind, count in expected.items() if count}


@pytest.mark.parametrize(("program", "model", "normal", "null"), CASES)
def test_pose_language_has_one_more_null_error(program: str, model: str, normal: int, null: int) -> None:
    """Y0 may be null, and of any class: the call then finds no method, which is no null error."""
    found = ends(example(f"{program}.pose"), model)
    assert (found["return"], found["null"], found["no-such-method"]) == (normal, null + 1, 1)
    assert set(found) <= {"return", "null", "no-such-method", "no-such-field"}
    assert ("no-such-field" in found) == (program == "swap")


@pytest.mark.parametrize(("program", "total"), [("swap", 21), ("sum", 23), ("hasnull", 21), ("hasnull10", 78)])
def test_the_printed_totals_of_lazy_count_all_ends(program: str, total: int) -> None:
    assert sum(ends(example(f"{program}.jl"), "lazy").values()) == total


@pytest.mark.parametrize(("program", "total"), [("swap", 3), ("sum", 23), ("hasnull", 16), ("hasnull10", 67)])
def test_the_printed_totals_of_lazier_sharp_count_all_ends(program: str, total: int) -> None:
    assert sum(ends(example(f"{program}.jl"), "lazier#").values()) == total
