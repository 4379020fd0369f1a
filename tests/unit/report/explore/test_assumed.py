"""Assumptions: one line, or a list."""

from __future__ import annotations

from symheap.report.explore.assumed import assumed


def test_several_are_one_line_with_their_number() -> None:
    assert assumed(["a", "b", "c", "b"]) == "assuming: a; … (3 assumptions; --assumptions lists them)\n"


def test_those_that_are_foremost_are_always_said() -> None:
    said = assumed(["a", "b", "c"], foremost=["b", "c", "d"])
    assert said == "assuming: b; c; … (3 assumptions; --assumptions lists them)\n"


def test_a_list_has_them_all() -> None:
    assert assumed(["a", "b", "a"], listed=True) == "assuming: a\nassuming: b\n"


def test_one_is_no_list() -> None:
    assert assumed(["a"]) == "assuming: a\n"
    assert assumed([]) == ""
