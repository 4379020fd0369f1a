"""A command line imports only what its command needs: import times vary, the set of modules does not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from cli_runner import symheap
from typer.main import get_command

from symheap.cli.table import COMMANDS, app_for, whole_app

JAVA = Path(__file__).parents[1] / "programs" / "java"
_RUN = """
import sys
sys.argv = ["symheap", *sys.argv[1:]]
from symheap.cli import main, run
try:
    run() if len(sys.argv) == 2 else main(sys.argv[1:])
except SystemExit:
    pass
print(*sorted(sys.modules), file=sys.stderr)
"""
NEVER = ("rich", "pydantic", "ssl", "http", "tomllib", "multiprocessing", "asyncio", "xml")
"""Modules that an exploration without solver queries and settings file does not need."""
ELSEWHERE = (
    *("memory", "shape", "certify", "elaborate", "feasible", "diagnosis", "bench", "serve", "laws"),
    *("testgen.replay", "testgen.writing", "testgen.building", "testgen.c"),
)
"""Packages of symheap that belong to other commands."""


def imported(*arguments: str, folder: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *arguments], cwd=folder, env=os.environ, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def of(modules: set[str], packages: Sequence[str]) -> set[str]:
    return {each for each in modules if any(each == name or each.startswith(f"{name}.") for name in packages)}


def test_the_version_needs_next_to_nothing(tmp_path: Path) -> None:
    names = imported("--version", folder=tmp_path)
    assert of(names, ["symheap"]) == {
        "symheap",
        "symheap.cli",
        "symheap.cli.terminal",
        "symheap.cli.terminal.supervisor",
    }
    assert not of(names, ["typer", "click", "sqlite3", *NEVER])


def test_help_needs_no_command(tmp_path: Path) -> None:
    names = imported("--help", folder=tmp_path)
    ours = [f"symheap.{name}" for name in ("engine", "solver", "heap", "objects", "session.settings", *ELSEWHERE)]
    assert "symheap.cli.table" in names
    assert not of(names, [command.module for command in COMMANDS.values()])
    assert not of(names, [*ours, "sqlite3", "z3", "bitwuzla", *NEVER])


def test_exploring_a_small_class_needs_no_solver_and_no_other_command(tmp_path: Path) -> None:
    names = imported("explore", str(JAVA / "LinkedStack.java::pop"), "-q", folder=tmp_path)
    assert {"symheap.engine.explore", "symheap.lang.java.entry", "sqlite3"} <= names
    assert not of(names, ["z3", "bitwuzla", *NEVER])
    assert not of(names, [f"symheap.{name}" for name in (*ELSEWHERE, "page", "lang.c", "session.proofs.settings")])
    assert not of(names, [f"symheap.report.{name}" for name in ("sarif", "junit", "svg", "charts", "prove_text")])


def test_back_ends_come_with_the_first_query(tmp_path: Path) -> None:
    names = imported("explore", str(JAVA / "LongMath.java"), "-q", "--max-traces", "3", "--jobs", "1", folder=tmp_path)
    assert "z3" in names


@pytest.mark.parametrize("name", COMMANDS)
def test_the_summary_of_a_command_is_the_first_paragraph_of_its_help(name: str) -> None:
    command = getattr(get_command(whole_app()), "commands", {})[name]
    first = (command.help or "").split("\n\n")[0]
    assert " ".join(first.split()) == COMMANDS[name].summary


def test_help_is_the_same_with_and_without_the_commands() -> None:
    def listed(app: object) -> str:
        command = get_command(app)  # type: ignore[arg-type]
        return command.get_help(command.make_context("symheap", [], resilient_parsing=True))

    assert listed(app_for(())) == listed(whole_app()) == listed(app_for(("explore",)))


def test_a_wrong_name_is_answered_with_a_near_one() -> None:
    result = symheap("exploer")
    assert result.status == 2
    assert "explore" in result.err
