"""Invalid programs and invalid commands: status 2, one line, no traceback."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest
from cli_runner import JAVALITE, POSE, Result, symheap

SWAP = (JAVALITE / "swap.jl").read_text()
DISPATCH = (POSE / "dispatch.pose").read_text()

JAVALITE_PROGRAMS = {
    "truncated": SWAP[: len(SWAP) // 2],
    "mis-nested": SWAP.replace("(s = null)", "(s = null]"),
    "too many brackets": SWAP + ")",
    "empty": "",
    "only a comment": "; nothing",
    "cyclic inheritance": "(((class A extends B () ()) (class B extends A () ())) (A m))",
    "unknown class": SWAP.replace("[Object data]", "[Nothing data]"),
    "unknown field": SWAP.replace("(s $ data := d)", "(s $ date := d)"),
    "unknown variable": SWAP.replace("(s = null)", "(t = null)"),
    "unknown main class": SWAP.replace("(Sample swap)", "(Simple swap)"),
    "unknown main method": SWAP.replace("(Sample swap)", "(Sample swip)"),
    "ill-typed condition": SWAP.replace("(s = null)", "s"),
    "ill-typed result": SWAP.replace("(unit swap", "(bool swap"),
    "deep": "(" * 100_000,
    "deep and closed": "(" * 100_000 + ")" * 100_000,
    "long": "a" * 10_000_000,
    "control characters": "((\x1b[31m\x07)",
}
POSE_PROGRAMS = {
    "truncated": DISPATCH[: len(DISPATCH) // 2],
    "mis-nested": "class A { int x; ( } true",
    "empty": "",
    "cyclic inheritance": "class A extends B {} class B extends A {} true",
    "unknown class": "let x := (new Nothing) in x",
    "unknown variable": "let x := y in x",
    "unknown include": '#include "nothing.pose"\ntrue',
    "deep": "(" * 100_000 + "1" + ")" * 100_000,
    "long": "a " * 5_000_000,
    "no end": "let x := ",
}
CASES = [(f"{name}.jl", text) for name, text in JAVALITE_PROGRAMS.items()]
CASES += [(f"{name}.pose", text) for name, text in POSE_PROGRAMS.items()]


def assert_one_line(result: Result, start: str) -> None:
    assert result.status == 2
    assert result.out == ""
    assert re.fullmatch(rf"{start}: error: [^\n]+\n", result.err), result.err
    assert "\x1b" not in result.err


@pytest.mark.parametrize(("name", "text"), CASES, ids=[name for name, _ in CASES])
def test_a_program_that_is_none_is_refused_with_its_place(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    assert_one_line(symheap("explore", name, folder=tmp_path), rf"{re.escape(name)}:\d+:\d+")


@pytest.mark.parametrize("command", ["explore", "compare", "check", "step"])
def test_every_command_refuses_it(command: str, tmp_path: Path) -> None:
    (tmp_path / "x.jl").write_text("((")
    assert_one_line(symheap(command, "x.jl", folder=tmp_path), r"x\.jl:1:\d+")


@pytest.mark.parametrize("ending", ["jl", "pose", "txt"])
def test_a_binary_file_is_refused(ending: str, tmp_path: Path) -> None:
    (tmp_path / f"x.{ending}").write_bytes(b"abc\n\xc3\xa4" + random.Random(0).randbytes(5000) + b"\xff")
    assert_one_line(symheap("explore", f"x.{ending}", folder=tmp_path), rf"x\.{ending}:\d+:\d+")
    (tmp_path / f"x.{ending}").write_bytes(bytes(5000))
    assert_one_line(symheap("explore", f"x.{ending}", folder=tmp_path), rf"x\.{ending}:1:1")


def test_the_place_of_a_wrong_byte_counts_characters(tmp_path: Path) -> None:
    (tmp_path / "x.jl").write_bytes("((\nä".encode() + b"\xff")
    assert_one_line(symheap("explore", "x.jl", folder=tmp_path), "x.jl:2:2")


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("missing.jl", "No such file"),
        ("", "a target is"),
        (".", "there are no Java classes, sources or builds in this folder"),
        ("folder.jl", "folder"),
        ("pipe.jl", "not a regular file"),
        ("Account.java", "no such file"),
        ("queue.c", "for C there is symheap prove"),
        ("notes.md", "ending"),
        ("a::b::c::d", "a target is"),
        ("x.jl::", "a target is"),
        ("\0.jl", ""),
        ("n" * 5000 + ".jl", "too long"),
        ("a\nb.jl", "No such file"),
    ],
    ids=range(13),
)
def test_what_is_no_file_is_refused(target: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "folder.jl").mkdir()
    os.mkfifo(tmp_path / "pipe.jl")
    result = symheap("explore", target, folder=tmp_path)
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert reason in result.err


@pytest.mark.parametrize(
    "target", ["swap.jl::Nothing", "swap.jl::Sample::nothing", "swap.jl::Nothing::swap", "../pose/swap.pose::Sample"]
)
def test_unknown_names_in_a_target_are_refused(target: str) -> None:
    assert_one_line(symheap("explore", target), r"[./\w]+(?::\d+:\d+)?")


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["explore"],
        ["explore", "swap.jl", "sum.jl"],
        ["explore", "swap.jl", "--frobnicate"],
        ["explore", "swap.jl", "--heap", "fast"],
        ["explore", "swap.jl", "--search", "best"],
        ["explore", "swap.jl", "--solver", "yices"],
        ["explore", "swap.jl", "--format", "svg"],
        ["explore", "swap.jl", "--max-calls", "0"],
        ["explore", "swap.jl", "--max-calls", "many"],
        ["explore", "swap.jl", "--timeout", "-1"],
        ["explore", "swap.jl", "--timeout", "nan"],
        ["explore", "swap.jl", "--seed", "x"],
        ["explore", "swap.jl", "--acyclic", "nothing"],
        ["explore", "swap.jl", "--consistency"],
        ["explore", "swap.jl", "--max-calls"],
        ["compare", "swap.jl", "--heap", "pose,fast"],
        ["compare", "swap.jl", "--heap", ""],
        ["compare", "swap.jl", "--format", "dot"],
        ["check", "swap.jl", "--max-objects", "0"],
        ["step", "swap.jl", "--path", "a"],
        ["step", "swap.jl", "--path", "0", "--all"],
        ["step", "swap.jl", "--path", "-1"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_line(arguments: list[str]) -> None:
    assert_one_line(symheap(*arguments), "symheap")


def test_a_fork_that_is_not_there_is_wrong_use() -> None:
    result = symheap("step", "swap.jl", "--path", "7")
    assert result.status == 2
    assert result.err == "symheap: error: --path: fork 0 has successors 0 to 1, not 7\n"


def test_no_command_shows_the_help() -> None:
    result = symheap()
    assert result.status == 2
    assert "symheap explore Stack.java::push" in result.err


@pytest.mark.parametrize("option", [["-o", "no/such/folder"], ["--smt2", "file"]])
def test_an_output_that_cannot_be_written_is_one_line(option: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert_one_line(symheap("explore", JAVALITE / "swap.jl", *option, folder=tmp_path), re.escape(option[1]))


@pytest.mark.parametrize("command", ["explore", "compare", "check", "step"])
def test_help_has_examples(command: str) -> None:
    result = symheap(command, "--help")
    assert result.status == 0
    assert f"symheap {command} swap.jl" in result.out


def test_the_version() -> None:
    assert re.fullmatch(r"symheap \d+\.\d+\.\d+\S*\n", symheap("--version").out)
