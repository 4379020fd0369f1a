"""Files that include files."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.core.source import SourceError
from symheap.lang.pose.include import LARGEST
from symheap.lang.pose.lower import load


def loaded(files: dict[str, str], name: str = "main.pose") -> tuple[str, ...]:
    return tuple(load(files[name], name, files.__getitem__).table.universe)


def test_classes_of_an_included_file() -> None:
    files = {
        "main.pose": "include lib/a.txt\n1",
        "lib/a.txt": "include b.txt\nclass A extends B { }",
        "lib/b.txt": "class B { }",
    }
    assert loaded(files) == ("Object", "B", "A")


def test_a_file_that_is_included_twice_counts_once() -> None:
    files = {
        "main.pose": "include a\ninclude b\ninclude ./c\n1",
        "a": "include c\nclass A { }",
        "b": "include c\nclass B { }",
        "c": "class C { }",
    }
    assert sorted(loaded(files)) == ["A", "B", "C", "Object"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"main.pose": "include main.pose\n1"}, "main.pose:1:1: error: 'main.pose' includes itself"),
        ({"main.pose": "\n include a\n1", "a": "include main.pose\n"}, "a:1:1: error: 'main.pose' includes itself"),
        (
            {"main.pose": "include a\n1", "a": "class A {\n  int x;\n  int x; }"},
            "a:3:7: error: field 'x' is declared twice",
        ),
        ({"main.pose": "include a\n1", "a": "class A { } 2"}, "a:1:13: error: expected the end of the file"),
        ({"main.pose": "include a\n1"}, "main.pose:1:1: error: cannot include 'a'"),
        ({"main.pose": "include /etc/hosts\n1"}, "main.pose:1:1: error: an included file is named relative"),
        ({"main.pose": "include a\n1", "a": " " * LARGEST}, "main.pose:1:1: error: a program of more than"),
    ],
)
def test_errors_name_the_right_file(files: dict[str, str], message: str) -> None:
    with pytest.raises(SourceError) as error:
        loaded(files)
    assert str(error.value).startswith(message)


def test_files_are_found_beside_the_one_that_includes_them(tmp_path: Path) -> None:
    (tmp_path / "classes.txt").write_text("class A { int f; }")
    program = load("include classes.txt\n(Y0.f)", str(tmp_path / "main.pose"))
    assert "A" in program.table


@pytest.mark.parametrize("name", ["missing.txt", ".", "binary.txt", "long.txt"])
def test_files_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\xff")
    with (tmp_path / "long.txt").open("wb") as stream:
        stream.truncate(LARGEST + 1)
    with pytest.raises(SourceError, match="cannot include"):
        load(f"include {name}\n1", str(tmp_path / "main.pose"))


def test_an_endless_chain_of_includes_ends() -> None:
    with pytest.raises(SourceError, match="nested deeper"):
        load("include 0\n1", "main", lambda path: f"include {int(path) + 1}\n")
