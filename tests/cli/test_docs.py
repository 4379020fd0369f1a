"""Every command shown in the documentation has the output shown there."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
from cli_runner import ROOT, symheap
from typer.main import get_command

from symheap.cli.table import whole_app
from symheap_testing.java.sources import some_jdk

DOCS = ROOT / "docs"
COMMANDS = sorted((DOCS / "commands").glob("*.md"))
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
_SECONDS = re.compile(r"\b\d+\.\d\d\b")


@dataclass(frozen=True, slots=True)
class Shown:
    """A command with the output that a page shows below it; a line of ``…`` stands for any lines."""

    command: str
    output: str


def shown(block: str) -> list[Shown]:
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return [Shown(command, output) for command, output in zip(parts[::2], parts[1::2], strict=True)]


def blocks() -> list[tuple[str, str]]:
    return [
        (str(page.relative_to(ROOT)), block)
        for page in PAGES
        for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    ]


def test_there_is_a_page_for_each_command() -> None:
    assert {page.stem for page in COMMANDS} == {*get_command(whole_app()).commands}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("page", "block"), blocks())
def test_commands_do_what_the_page_shows(page: str, block: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if some_jdk() is None and (".java" in block or "jrt:" in block):
        pytest.skip("no JDK with javac")
    if "$ symheap test" in block:
        request.getfixturevalue("jars")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    status = None
    for each in shown(block):
        if each.command == "echo $?":
            assert f"{status}\n" == each.output
            continue
        name, *arguments = shlex.split(each.command)
        assert name == "symheap"
        result = symheap(*arguments, folder=tmp_path)
        status = result.status
        printed = result.out + result.err
        assert matches(printed, each.output), printed
    if "echo $?" not in block:
        assert status == 0


def matches(actual: str, wanted: str) -> bool:
    """Compare outputs except for times.

    A line of ``…`` matches any text, also none; ``…`` within a line matches the rest of the line.
    """
    pattern = re.escape(_SECONDS.sub("0.00", wanted)).replace("0\\.00", r"\d+\.\d\d")
    pattern = re.sub(r"^…\\\n", "(?:.*\n)*", pattern, flags=re.MULTILINE)
    pattern = re.sub(r"\\ \\ …\\ \\ ", ".*", pattern)
    return re.fullmatch(pattern, actual) is not None


def test_matching_notices_a_difference() -> None:
    assert matches("a\nb\nc 1.25 s\n", "…\nc 0.00 s\n")
    assert not matches("a\nb\n", "…\nc\n")
    assert not matches("a\n", "b\n")
