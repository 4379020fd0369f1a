"""Every C program gets the verdict in its header, and every broken twin an input that crashes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from sampling import sample
from symheap import prove
from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.proof.verdict import Leak, Word
from symheap_testing.c.corpus import Broken, Right, broken_programs, right_programs

FOLDER = Path(__file__).parent / "c"
RIGHT = right_programs(FOLDER)
BROKEN = broken_programs(FOLDER)


def test_there_are_programs_each_with_a_twin() -> None:
    assert len(RIGHT) >= 80
    assert {program.twin for program in RIGHT} == {program.source for program in BROKEN}


def test_all_kinds_of_leaks_are_there() -> None:
    assert {program.leak for program in RIGHT} == {Leak.NONE, Leak.LOST, Leak.UNRELEASED}


@pytest.mark.parametrize("program", sample(RIGHT, 4), ids=lambda program: program.source.stem)
def test_right_programs_are_safe_with_their_leak_status(program: Right) -> None:
    """A proof that the checker rejects is unknown."""
    proof = prove(program.source, include=[FOLDER / "include"], timeout=600.0)
    assert (proof.verdict, proof.reason, proof.leak) == ("safe", "", program.leak.value)


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
