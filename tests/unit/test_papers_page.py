"""`docs/papers.md` names files, tests and commands that exist."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from cli_runner import symheap

ROOT = Path(__file__).parents[2]
STATES = ("done", "partly", "open")


class Item(NamedTuple):
    item: str
    where: str
    state: str

    @property
    def named(self) -> list[str]:
        return re.findall(r"`([^`]+)`", self.where)


def items() -> list[Item]:
    lines = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return [Item(*row) for row in rows if row[0] != "item"]


def functions_of(file: Path) -> set[str]:
    return {node.name for node in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


def check(named: str) -> None:
    """Fail unless the file, the test or the command exists, and the files among a command's arguments."""
    program, *arguments = shlex.split(named)
    if program not in ("symheap", "python"):
        file, _, test = named.partition("::")
        assert (ROOT / file).is_file(), file
        assert not test or test in functions_of(ROOT / file), named
        return
    if program == "symheap":
        options = [argument for argument in arguments if argument.startswith("--")]
        words = arguments[:2] if arguments[0] == "bench" else arguments[:1]
        result = symheap(*words, "--help")
        assert result.status == 0, named
        assert all(option in result.out for option in options), named
    for argument in arguments:
        if "/" in argument:
            assert (ROOT / argument.partition("::")[0]).exists(), argument


@pytest.mark.parametrize("item", items(), ids=lambda item: item.item)
def test_what_an_item_names_exists(item: Item) -> None:
    assert item.named
    for named in item.named:
        check(named)


def test_every_state_is_a_word_and_what_is_missing_is_said() -> None:
    for item in items():
        word, _, missing = item.state.partition(": ")
        assert word in STATES, item
        assert word == "done" or missing, item


def test_each_paper_has_items() -> None:
    text = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
    assert all(f"## [{paper}]" in text for paper in ("Uber-lazy", "Summaries", "POSE", "SLAyer"))
