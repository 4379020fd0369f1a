"""Invalid C programs, and invalid uses of ``symheap prove``: status 2, one line, no traceback."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest
from cli_runner import Result, symheap

PROGRAM = "int main(void) { return 0; }\n"


def assert_one_line(result: Result, start: str) -> None:
    assert result.status == 2
    assert result.out == ""
    assert re.fullmatch(rf"{start}: error: [^\n]+\n", result.err), result.err
    assert "\x1b" not in result.err


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing.c", "No such file"),
        ("folder.c", "folder"),
        ("pipe.c", "not a regular file"),
        ("Account.java", "prove is for C"),
        ("", "there are no C files"),
        ("n" * 5000 + ".c", "too long"),
        ("\0.c", ""),
    ],
    ids=["missing", "folder", "pipe", "java", "empty", "long", "nul"],
)
def test_what_is_no_file_is_refused(name: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "folder.c").mkdir()
    os.mkfifo(tmp_path / "pipe.c")
    result = symheap("prove", name, folder=tmp_path)
    assert (result.status, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert reason in result.err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("int main(void) { return 0 ", "syntax error"),
        ("int main(void) {\n  return 0 +;\n}\n", "syntax error"),
        ('#include "nothing.h"\nint main(void) { return 0; }', "nothing.h"),
        ("#include <nothing.h>\nint main(void) { return 0; }", "nothing.h"),
        ("#error stop\n", "stop"),
        ("int main(void) { return undeclared; }", "undeclared"),
        ("", "no main"),
        ("static int f(void) { return 0; }", "no main"),
        ("int main(void) { return 0; }\nint main(void) { return 1; }\n", "twice"),
    ],
    ids=range(9),
)
def test_a_program_that_is_none_is_refused_with_its_place(text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(text)
    result = symheap("prove", "x.c", folder=tmp_path)
    assert_one_line(result, r"x\.c:\d+:\d+")
    assert reason in result.err


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_bytes(random.Random(0).randbytes(5000))
    assert_one_line(symheap("prove", "x.c", folder=tmp_path), r"x\.c:\d+:\d+")
    (tmp_path / "x.c").write_bytes(b"int main(void) { return 0; }\n" + b"\xff\xfe\x80\n" * 3)
    assert_one_line(symheap("prove", "x.c", folder=tmp_path), r"x\.c:\d+:\d+")
    (tmp_path / "x.c").write_bytes(bytes(5000))
    assert_one_line(symheap("prove", "x.c", folder=tmp_path), r"x\.c:1:1")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["x.c", "--property", "speed"],
        ["x.c", "--model", "lp128"],
        ["x.c", "--patterns", "all"],
        ["x.c", "--format", "xml"],
        ["x.c", "--timeout", "-1"],
        ["x.c", "--timeout", "soon"],
        ["x.c", "--frobnicate"],
        ["x.c", "-I", "nowhere"],
        ["x.c", "-o", "x.c"],
        ["two.c", "--format", "svg"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_line(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(PROGRAM)
    (tmp_path / "two.c").write_text("int f(void) { return 1; } int g(void) { return 2; }")
    assert_one_line(symheap("prove", *arguments, folder=tmp_path), "symheap")
    assert (tmp_path / "x.c").read_text() == PROGRAM


def test_an_entry_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(PROGRAM)
    result = symheap("prove", "x.c", "--entry", "nothing", folder=tmp_path)
    assert_one_line(result, r"x\.c:1:1")
    assert "nothing" in result.err


@pytest.mark.parametrize(
    ("text", "place"), [("queue != null", "x.pre:1:1"), ("function f\n  p ? 3", "x.pre:2:"), ("function g", "x.pre:1:")]
)
def test_a_precondition_that_is_none(text: str, place: str, tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("int f(int *p) { return *p; }")
    (tmp_path / "x.pre").write_text(text)
    result = symheap("prove", "x.c", "--pre", "x.pre", folder=tmp_path)
    assert_one_line(result, r"x\.pre:\d+:\d+")
    assert result.err.startswith(place)


def test_a_precondition_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("int f(int *p) { return *p; }")
    assert_one_line(symheap("prove", "x.c", "--pre", "none.pre", folder=tmp_path), r"none\.pre")
    (tmp_path / "x.pre").write_bytes(b"\xff\xfe")
    assert_one_line(symheap("prove", "x.c", "--pre", "x.pre", folder=tmp_path), r"x\.pre")


def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(PROGRAM)
    assert_one_line(symheap("prove", "x.c", "-o", "no/such/folder", folder=tmp_path), "no/such/folder")


@pytest.mark.parametrize("command", ["explore", "compare", "check", "step"])
def test_other_commands_point_to_prove(command: str, tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(PROGRAM)
    result = symheap(command, "x.c", folder=tmp_path)
    assert_one_line(result, r"x\.c")
    assert "symheap prove" in result.err


def test_an_unknown_setting_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(PROGRAM)
    (tmp_path / "symheap.toml").write_text('[prove]\nproperty = "speed"\n')
    assert_one_line(symheap("prove", "x.c", folder=tmp_path), r".*symheap\.toml:2:1")
