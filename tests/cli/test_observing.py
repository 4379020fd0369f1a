"""The log of a run, and the listing of the program as the engine has it."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runner import symheap

from symheap.cli.terminal.verbosity import verbosity

EXAMPLES = Path(__file__).parents[2] / "examples"
SWAP, REVERSE = str(EXAMPLES / "javalite" / "swap.jl"), str(EXAMPLES / "c" / "reverse.c")


@pytest.mark.parametrize(
    ("line", "times"),
    [("explore x", 0), ("-v", 1), ("-vv x", 2), ("-v --verbose", 2), ("x -- -v", 0), ("--very", 0)],
)
def test_v_is_counted(line: str, times: int) -> None:
    assert verbosity(line.split()) == times


def test_each_v_says_more_on_standard_error_and_results_stay() -> None:
    quiet, phases, details = (symheap("explore", SWAP, "-q", "--no-store", *more) for more in ((), ("-v",), ("-vv",)))
    assert "symheap.engine" not in quiet.err
    assert "symheap.engine.explore: exploring" in phases.err
    assert "trace 1" not in phases.err
    assert "symheap.engine.explore: trace 1" in details.err
    first = [each.out.splitlines()[0] for each in (quiet, phases, details)]
    assert first[0] == first[1] == first[2]


def test_the_object_ir_of_a_program_is_shown_and_nothing_is_explored() -> None:
    result = symheap("explore", SWAP, "--emit-ir")
    assert (result.status, result.err) == (0, "")
    assert "method Sample.swap/1(s: Sample)" in result.out
    assert "swap.jl:6:12" in result.out
    assert "traces" not in result.out


def test_the_memory_ir_of_a_c_program_is_shown(tmp_path: Path) -> None:
    out = tmp_path / "ir.txt"
    assert symheap("prove", REVERSE, "--emit-ir", "-o", str(out)).status == 0
    assert "function create()" in out.read_text(encoding="utf-8")


def test_what_is_no_program_has_no_ir(tmp_path: Path) -> None:
    out = tmp_path / "kept.txt"
    out.write_text("mine")
    assert symheap("explore", "nothing.jl", "--emit-ir", "-o", str(out)).status == 2
    assert out.read_text() == "mine"
