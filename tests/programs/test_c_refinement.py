"""Programs that bare spines do not prove: each is proved after the number of refinement rounds in its header."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from sampling import sample
from symheap.bmc.counterexample import Goal
from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import RandomOracle
from symheap.memory.ir import Program
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Decision, Settings
from symheap.refinement.diagnose import Discontinuity, widened
from symheap.refinement.doomed import DoomedBounds, Generating, Unfolding
from symheap.refinement.models import satisfies
from symheap.refinement.show import explained
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.precision import COARSE
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.verdict import Leak, Word
from symheap.solver.chain import default_chain
from symheap_testing.c.runs import LIMITS, CutPoints

FOLDER = Path(__file__).parent / "c_refine"
PROGRAMS = sorted(FOLDER.glob("*.c"))
_MOST_ROUNDS = 4
_HARNESS = """
#include <stdlib.h>
static unsigned long state;
static int left = 40;
int symheap_nondet_int(void)
{
    if (left-- <= 0)
        return 0;
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (int)(state >> 60) % 10 - 1;
}
__attribute__((constructor)) static void seeded(void) { state = strtoul(getenv("SEED"), NULL, 10); }
"""


def _decided(program: Program) -> Decision:
    settings = Settings(seconds=120.0, rounds=_MOST_ROUNDS, precision=COARSE, feasibility_seconds=0.3)
    return decide(program, settings, tools=Tools(clock=time.process_time))


def _rounds(source: Path) -> int:
    match = re.search(r"^// rounds: (\d+)$", source.read_text(), re.MULTILINE)
    assert match is not None
    return int(match[1])


def test_there_are_ten() -> None:
    assert len(PROGRAMS) >= 10


@pytest.mark.parametrize("source", sample(PROGRAMS, 4), ids=lambda source: source.stem)
def test_is_proved_after_refinement(source: Path) -> None:
    program = load([source], COptions())
    decision = _decided(program)
    assert decision.word is Word.SAFE, explained(decision)
    assert decision.leak is Leak.NONE
    assert 1 <= len(decision.rounds) - 1 <= _rounds(source) <= _MOST_ROUNDS
    assert not decision.system.failures
    for done in decision.rounds[:-1]:
        assert done.verdict.word is Word.UNKNOWN
        assert isinstance(done.diagnosis, Discontinuity)
        assert satisfies(done.diagnosis.doomed.state, done.diagnosis.after)
        assert not satisfies(done.diagnosis.doomed.state, done.diagnosis.before)
        assert done.refined is not None
        assert done.refined.features
    cuts = CutPoints(program, decision.system)
    for seed in range(4):
        run(program, RandomOracle(seed), LIMITS, cuts)
    assert cuts.states > 0
    assert not cuts.strangers
    text = "\n".join(explained(decision))
    assert "the abstraction forgot that" in text
    assert "kept from now on: " in text


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
@pytest.mark.parametrize("source", sample(PROGRAMS, 4, first=1), ids=lambda source: source.stem)
def test_is_safe_under_address_sanitizer(source: Path, tmp_path: Path) -> None:
    harness, program = tmp_path / "harness.c", tmp_path / "program"
    harness.write_text(_HARNESS)
    command = ["gcc", "-g", "-fsanitize=address", "-fwrapv", str(source), str(harness), "-o", str(program)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    for seed in range(8):
        done = subprocess.run([str(program)], env={"SEED": str(seed)}, capture_output=True, timeout=20, check=False)
        assert done.stderr == b""


@pytest.mark.parametrize("source", sample(PROGRAMS, 4, first=2), ids=lambda source: source.stem)
def test_both_syntheses_find_doomed_states_at_the_same_abstractions(source: Path) -> None:
    program = load([source], COptions())
    logic = Logic(default_chain(timeout_ms=2_000)[0])
    abstraction = Abstraction(logic, program.model.pointer, precision=COARSE)
    system = Analysis(program, logic, abstraction, AnalysisLimits(seconds=60)).run()
    goals = tuple(dict.fromkeys(Goal(each.fault.kind, each.fault.position) for each in system.failures))
    bounds = DoomedBounds(blocks=12, seconds=10.0)
    targets = list(dict.fromkeys(edge.target for edge in widened(system)))[:6]
    found = []
    for vertex in map(system.vertices.__getitem__, targets):
        unfolding, generating = (
            next(way(program, logic, goals, bounds).doomed(vertex.point, vertex.heap), None)
            for way in (Unfolding, Generating)
        )
        assert (unfolding is None) == (generating is None), vertex.point
        found += [each for each in (unfolding, generating) if each is not None]
        assert all(satisfies(each.state, vertex.heap) for each in (unfolding, generating) if each is not None)
    assert {each.way for each in found} == {"unfolding", "prefix"}
