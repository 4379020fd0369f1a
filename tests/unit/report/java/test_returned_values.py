"""Strings and boxes that a path returns are described by their contents.

On 2026-11-20, exploring a method that boxes a number ended with an internal error under heap summaries: the boxes that
the JDK keeps exist before the call, and were not known as creators of locations.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.api import explore
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

SOURCE = """public class Made {
    static String joined(String s, int n) { return s + "a" + n; }
    static String copied(boolean b) { return b ? new String("it's\\n") : "literal"; }
    static Object boxed(int n) { return n; }
    static Character letter(char c) { return new Character(c); }
    static Object other() { return new Made(); }
    static final Integer[] FEW = {7, 1, 2};
    static Integer few(int n) { return FEW[n]; }
}
"""
EXPECTED = {
    "joined": {'s + "a" + n'},
    "copied": {'"it\'s\\n"', '"literal"'},
    "boxed": {"Integer.valueOf(n)"},
    "letter": {"Character.valueOf(c)"},
    "other": {"new Made#0"},
}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("made") / "Made.java"
    file.write_text(SOURCE, encoding="utf-8")
    return file


@pytest.mark.parametrize(("method", "values"), EXPECTED.items())
def test_the_end_of_a_path_tells_the_contents(source: Path, method: str, values: set[str]) -> None:
    paths = explore(f"{source}::{method}").paths()
    assert {each.ending() for each in paths} == {f"returns {value}" for value in values}


@pytest.mark.parametrize(
    ("method", "told"), [("copied", '"it\'s\\n"'), ("boxed", "Integer.valueOf(n)"), ("letter", "Character.valueOf(c)")]
)
def test_so_does_that_of_a_heap_summary(source: Path, method: str, told: str) -> None:
    run = explore(f"{source}::{method}", heap="summary")
    assert f"returns {told}" in {each.ending() for each in run.paths()}
    assert run.complete


def test_a_choice_among_a_few_boxes_is_not_taken_for_boxing(source: Path) -> None:
    """Of the table {7, 1, 2} the first element is not its index."""
    endings = {each.ending() for each in explore(f"{source}::few").paths()}
    assert "returns Integer.valueOf(n)" not in endings
    assert any("Integer.valueOf(7)" in each for each in endings)
