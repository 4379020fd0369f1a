"""`docs/errata.md`: the corrected rules pass the laws, and the printed ones, put back by a mutant, break them."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from paper_programs import shared_chain

from symheap.engine.bounds import Bounds
from symheap.lang.javalite.lower import load as load_javalite
from symheap.lang.pose.lower import load as load_pose
from symheap.laws.laws import broken
from symheap.laws.subject import LawSubject

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(p for folder in ("errata", "rules") for p in (ROOT / "tests" / "programs" / folder).iterdir())
RUN = ROOT / "tests" / "mutation" / "run.py"
ENTRIES = re.findall(r"^\*\*.*?(?=^\*\*|^## |\Z)", (ROOT / "docs" / "errata.md").read_text(), re.MULTILINE | re.DOTALL)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(RUN), *arguments], capture_output=True, text=True, check=False)


@cache
def mutants() -> dict[str, tuple[str, str]]:
    """Return the kind and the first program of each mutant."""
    lines = (line.split("\t") for line in run("--list").stdout.splitlines())
    return {name: (kind, first) for name, kind, first in lines}


def named(entry: str) -> list[str]:
    """Return the mutants that an entry names."""
    return [name for name in re.findall(r"`([a-z0-9-]+)`", entry) if name in mutants()]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.name)
def test_the_corrected_rules_pass_the_laws(path: Path) -> None:
    text = path.read_text()
    program = load_javalite(text, path.name) if path.suffix == ".jl" else load_pose(text, str(path))
    subject = LawSubject(program, Bounds(max_calls=3), solver=shared_chain())
    assert broken(subject) == []
    expected = re.search(r"expect: (\S.*)", text)
    assert expected is not None
    counts = {model: str(len(explored.traces)) for model, explored in subject.explored.items()}
    assert counts == dict(item.split("=") for item in expected.group(1).split())


def test_every_entry_names_its_mutant_and_program_or_says_why_not() -> None:
    assert len(ENTRIES) >= 40
    for entry in ENTRIES:
        assert named(entry) or "No mutant: " in entry.replace("\n", " "), entry
        for name in named(entry):
            assert f"`{mutants()[name][1]}`" in entry, name


def test_every_printed_error_is_an_entry() -> None:
    entered = {name for entry in ENTRIES for name in named(entry)}
    assert entered == {name for name, (kind, _) in mutants().items() if kind == "printed error"}


@pytest.mark.slow
def test_the_printed_rules_break_the_laws_on_their_programs() -> None:
    printed = [name for name, (kind, _) in mutants().items() if kind == "printed error"]
    done = run("--alone", "--only", *printed)
    assert done.returncode == 0, done.stdout
