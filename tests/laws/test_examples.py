"""The six laws over every shipped example."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.engine.bounds import Bounds
from symheap.lang.javalite.lower import load as load_javalite
from symheap.lang.pose.lower import load as load_pose
from symheap.laws.laws import broken
from symheap.laws.subject import LawSubject
from symheap.objects.ir import Program
from symheap.solver.api import Solver, Statistics

EXAMPLES = sorted(p for p in (Path(__file__).parents[2] / "examples").rglob("*") if p.suffix in (".jl", ".pose"))


def load(path: Path) -> Program:
    text = path.read_text()
    return load_javalite(text, path.name) if path.suffix == ".jl" else load_pose(text, str(path))


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 25


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.name)
def test_the_six_laws_hold(path: Path, solver: tuple[Solver, Statistics]) -> None:
    subject = LawSubject(load(path), Bounds(max_calls=3), solver=solver)
    assert broken(subject) == []
    assert all(not explored.unconfirmed for explored in subject.explored.values())
