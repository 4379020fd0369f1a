"""Targets: how they are written, and what is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.core.source import SourceError
from symheap.lang.target import Target, TargetError, load

EXAMPLES = Path(__file__).parents[3] / "examples"
LIST = EXAMPLES / "javalite" / "linkedlist.jl"


@pytest.mark.parametrize("text", ["a.jl", "a.jl::C", "a.jl::C::m", "C:/a.jl::m"])
def test_a_target_is_written_as_it_was_read(text: str) -> None:
    assert str(Target.parse(text)) == text


@pytest.mark.parametrize("text", ["", "::C", "a.jl::", "a.jl::C::", "a.jl::a::b::c"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(TargetError, match="a target is"):
        Target.parse(text)


@pytest.mark.parametrize(
    ("names", "entry"),
    [
        ("", "LinkedList::run"),
        ("::LinkedList", "LinkedList::run"),
        ("::run", "LinkedList::run"),
        ("::contains", "LinkedList::contains"),
        ("::LinkedList::contains", "LinkedList::contains"),
        ("::contains/2", "LinkedList::contains"),
    ],
)
def test_names_choose_where_to_begin(names: str, entry: str) -> None:
    assert load(f"{LIST}{names}").program.target == entry


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("::Nothing", "there is no class Nothing, and class LinkedList has no method Nothing"),
        ("::Data", "class Data has no method run"),
        ("::Nothing::run", "unknown class Nothing"),
        ("::contains/7", "class LinkedList has no method contains/7"),
    ],
)
def test_unknown_names_are_errors_of_the_source(names: str, reason: str) -> None:
    with pytest.raises(SourceError, match=reason):
        load(f"{LIST}{names}")


def test_endings_choose_the_language(tmp_path: Path) -> None:
    text = (EXAMPLES / "pose" / "swap.pose").read_text()
    (tmp_path / "swap.TXT").write_text("\N{ZERO WIDTH NO-BREAK SPACE}" + text, encoding="utf-8")
    assert load(str(tmp_path / "swap.TXT")).checked is None
    assert load(str(LIST)).checked is not None


def test_unit_is_known() -> None:
    assert load(str(LIST)).returns_unit
    assert not load(f"{LIST}::contains").returns_unit


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("java.util.TreeMap", r"no such file; a class of the JDK is jrt:java\.util\.TreeMap"),
        ("java.util.TreeMap::get", r"no such file; a class of the JDK is jrt:java\.util\.TreeMap"),
        ("notes.md", "unknown file ending"),
        ("TreeMap", "unknown file ending"),
    ],
)
def test_the_name_of_a_class_alone_is_no_target(text: str, reason: str) -> None:
    with pytest.raises(TargetError, match=reason):
        load(text)
