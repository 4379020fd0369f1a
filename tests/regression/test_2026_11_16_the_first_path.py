"""2026-11-16: explorations started from one shared path, so that later ones remembered values of the first."""

from __future__ import annotations

from pathlib import Path

from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.javalite.lower import load
from symheap.solver.chain import default_chain
from symheap.solver.path import EMPTY_PATH

PROGRAM = Path(__file__).parents[2] / "examples" / "javalite" / "alias.jl"


def test_an_exploration_has_its_own_first_path() -> None:
    program = load(PROGRAM.read_text(encoding="utf-8"), PROGRAM.name)
    exploration = Exploration(program, heap_model("pose", program.table), *default_chain())
    assert exploration.initial().path is not EMPTY_PATH
