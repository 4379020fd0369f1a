"""The meaning of `--quiet` and `--verbose`, command by command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_runner import symheap
from typer.main import get_command

from symheap.cli.table import whole_app

NOTHING_TO_LEAVE_OUT = {"show", "serve", "schema", "completion"}


def commands(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name.strip(), command
        return
    for each, found in inner.items():
        yield from commands(found, f"{name} {each}")


@pytest.mark.parametrize(("name", "command"), list(commands(get_command(whole_app()))))
def test_every_command_has_both(name: str, command: Any) -> None:
    options = {option for parameter in command.params for option in parameter.opts}
    assert {"-v", "--verbose"} <= options
    assert ({"-q", "--quiet"} <= options) is (name not in NOTHING_TO_LEAVE_OUT)


def test_quiet_steps_are_the_rules_alone() -> None:
    quiet, whole = symheap("step", "swap.jl", "-q"), symheap("step", "swap.jl")
    titles = quiet.out.splitlines()
    assert titles[0] == "step 0: initial state"
    assert all(title.startswith("step ") for title in titles)
    assert [line for line in whole.out.splitlines() if line.startswith("step ")] == titles


def test_quiet_runs_are_ids_and_a_quiet_diff_is_its_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path))
    assert symheap("runs", "-q").out == ""
    symheap("explore", "sum.jl", "-q")
    symheap("explore", "swap.jl", "-q")
    ids = symheap("runs", "-q").out.split()
    assert {f"{each}.run" for each in ids} == {file.name for file in tmp_path.glob("*.run")}
    assert len(ids) == 2
    different = symheap("diff", *ids, "-q")
    assert (different.status, different.out) == (1, "")
    same = symheap("diff", ids[0], ids[0], "-q")
    assert (same.status, same.out) == (0, "")


def test_a_quiet_resume_says_the_summary_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path))
    symheap("explore", "sum.jl", "--max-traces", "1")
    assert "path 0: " in symheap("resume").out
    quiet = symheap("resume", "-q").out
    assert "path 0: " not in quiet
    assert "traces" in quiet
