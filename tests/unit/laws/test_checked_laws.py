"""The laws on one program, as a value."""

from __future__ import annotations

from pathlib import Path

import symheap
from symheap.report.explore.verdicts import LawVerdict

JAVALITE = Path(__file__).parents[3] / "examples" / "javalite"


def test_the_laws_hold_on_swap() -> None:
    check = symheap.check(str(JAVALITE / "swap.jl"), max_objects=2)
    assert check.outcome == "holds"
    assert [each.law for each in check.verdicts][-1] == "machine"
    assert str(check).count("holds") == len(check.verdicts) == 7
    assert check._repr_html_().count("<tr>") == 8
    assert repr(check).endswith("swap.jl': holds>")


def test_what_was_stopped_is_not_decided() -> None:
    check = symheap.check(str(JAVALITE / "swap.jl"), max_heaps=1)
    assert check.outcome == "not decided"
    assert [each.law for each in check.verdicts if each.outcome == "not decided"] == ["partition"]


def test_a_broken_law_counts_most() -> None:
    verdicts = (LawVerdict("a", "holds"), LawVerdict("b", "not decided"), LawVerdict("c", "broken"))
    assert symheap.Check("x", verdicts, 0.0).outcome == "broken"
