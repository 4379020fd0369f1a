"""The figures of a campaign, and the sum of several parts of one."""

from __future__ import annotations

from typing import Any

import pytest

from symheap_testing.java.fuzz.campaign import MethodRow
from symheap_testing.java.fuzz.figures import figures, total
from symheap_testing.java.fuzz.judge import Problem

RIGHT = MethodRow(7, "m0", "right", inputs=10, paths=3, reproduced=2, not_built=1)
CUT = MethodRow(7, "m1", "incomplete", inputs=10, paths=1, reason="stopped: timeout")
MISSED = MethodRow(
    8, "m0", "wrong", inputs=5, paths=1, tags=("enum",), problems=[Problem("missing path", "return 1", "", "", "")]
)
HANGS = MethodRow(8, "m1", "hang", reason="no answer in time")


def part(command: str, *rows: MethodRow, commit: str = "abc") -> dict[str, Any]:
    return {"command": command, "commit": commit, **figures(rows, []), "units lost": 1, "seconds": 2.5}


def test_every_row_is_counted() -> None:
    result = figures([RIGHT, CUT, MISSED, HANGS], [])
    assert (result["methods"], result["inputs"], result["paths"]) == (4, 25, 5)
    assert result["status"] == {"right": 1, "incomplete": 1, "wrong": 1, "hang": 1}
    assert result["decided"] == 0.5
    assert result["wrong"] == ["8 m0 [enum] wrong: missing path: return 1", "8 m1 [] hang: no answer in time"]


def test_parts_are_added_up() -> None:
    both = total([part("--seed 1", RIGHT, CUT), part("--seed 2", MISSED, HANGS)])
    whole = figures([RIGHT, CUT, MISSED, HANGS], [])
    assert {name: both[name] for name in whole} == whole
    assert (both["units lost"], both["seconds"], both["command"]) == (2, 5.0, ["--seed 1", "--seed 2"])


def test_parts_of_two_versions_are_not_added_up() -> None:
    with pytest.raises(ValueError, match="different versions: abc, xyz"):
        total([part("--seed 1", RIGHT), part("--seed 2", CUT, commit="xyz")])


def test_a_part_counts_once() -> None:
    with pytest.raises(ValueError, match="the same programs"):
        total([part("--seed 1", RIGHT), part("--seed 1", RIGHT)])
