"""Every C program gets the verdict in its header, and every broken twin an input that crashes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from sampling import sample
from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.verdict import Leak, Verdict, Word, judged
from symheap.solver.chain import default_chain
from symheap_testing.c.corpus import Broken, Right, broken_programs, right_programs

FOLDER = Path(__file__).parent / "c"
RIGHT = right_programs(FOLDER)
BROKEN = broken_programs(FOLDER)


def _verdict(source: Path, seconds: float) -> Verdict:
    program = load([source], COptions(include=(FOLDER / "include",)))
    solver, _ = default_chain(timeout_ms=2000)
    logic = Logic(solver)
    abstraction = Abstraction(logic, program.model.pointer, coarse=False)
    return judged(Analysis(program, logic, abstraction, AnalysisLimits(seconds=seconds), time.process_time).run())


def test_there_are_programs_each_with_a_twin() -> None:
    assert len(RIGHT) >= 80
    assert {program.twin for program in RIGHT} == {program.source for program in BROKEN}


def test_all_kinds_of_leaks_are_there() -> None:
    assert {program.leak for program in RIGHT} == {Leak.NONE, Leak.LOST, Leak.UNRELEASED}


@pytest.mark.parametrize("program", sample(RIGHT, 4), ids=lambda program: program.source.stem)
def test_right_programs_are_safe_with_their_leak_status(program: Right) -> None:
    verdict = _verdict(program.source, 60)
    assert (verdict.word, verdict.reason, verdict.leak) == (Word.SAFE, "", program.leak), verdict.findings


@pytest.mark.parametrize("program", sample(BROKEN, 4, first=2), ids=lambda program: program.source.stem)
def test_broken_twins_are_unsafe_with_an_input(program: Broken) -> None:
    """An analysis that finished has seen the error that happens."""
    loaded = load([program.source], COptions(include=(FOLDER / "include",)))
    decision = decide(loaded, Settings(seconds=20.0), tools=Tools(clock=time.process_time))
    assert decision.word is Word.UNSAFE, decision.reason
    assert decision.replays == ("interpreter",)
    verdict = decision.rounds[0].verdict
    if not verdict.gaps:
        assert program.line in {finding.position.line for finding in verdict.findings}
