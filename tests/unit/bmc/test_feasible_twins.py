"""Every broken program of the corpus: the error named in its header is found and confirmed."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import Counterexample, Goal
from symheap.bmc.limits import SearchLimits
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import ScriptedOracle
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed
from symheap_testing.c.campaign import load_program
from symheap_testing.c.corpus import Broken, broken_programs

PROGRAMS = broken_programs(Path(__file__).parents[2] / "programs" / "c")


def goals(program: Program, broken: Broken) -> list[Goal]:
    """Return the error as a goal at every command of the line."""
    return [
        Goal(broken.kind, command.position)
        for function in program.functions.values()
        for block in function.blocks.values()
        for command in block.commands
        if command.position.line == broken.line and Path(command.position.file).name == broken.source.name
    ]


@pytest.mark.parametrize("broken", PROGRAMS, ids=lambda broken: broken.source.stem)
def test_the_error_is_found_by_search(broken: Broken) -> None:
    program = load_program(broken.source)
    answer = feasible(program, goals(program, broken), limits=SearchLimits(seconds=20.0, random_seconds=0.0))
    assert isinstance(answer, Counterexample)
    assert answer.effort.unconfirmed == 0
    outcome = run(program, ScriptedOracle(answer.script))
    assert isinstance(outcome, Failed)
    assert (outcome.kind, outcome.position.line) == (broken.kind, broken.line)
