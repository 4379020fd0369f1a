"""Random typed C programs: no verdict is refuted by a run under gcc's sanitizers.

This is a sample; ``benchmarks/fuzz_c.py`` checks thousands.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sampling import sample
from symheap_testing.c.fuzz.campaign import FuzzCase, examine
from symheap_testing.c.fuzz.generate import PIECES, program_of, random_program
from symheap_testing.c.fuzz.mutants import corpus_mutant
from symheap_testing.c.fuzz.oracle import has_sanitizers
from symheap_testing.c.fuzz.program import FuzzProgram
from symheap_testing.c.fuzz.prover import Prover

CORPUS = Path(__file__).parents[1] / "programs"
SECONDS = 2.0
INPUTS = 24
BATCH = 25

pytestmark = pytest.mark.skipif(not has_sanitizers(), reason="no gcc with AddressSanitizer and UBSan")


@pytest.fixture(scope="module")
def prover(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prover]:
    asked = Prover(sys.executable, SECONDS, tmp_path_factory.mktemp("proofs"))
    yield asked
    asked.close()


def told(case: FuzzCase) -> str:
    run = case.judgement.run
    text = "\n".join(case.program.files(marked=True))
    shown = run.summary if run is not None else ""
    return f"{case.judgement.answer.value}: {case.verdict.word}, {case.judgement.why} {shown}\n{text}"


def no_wrong_answer(programs: list[FuzzProgram], prover: Prover, folder: Path) -> list[FuzzCase]:
    cases = examine(programs, prover, folder, INPUTS)
    wrong = [told(case) for case in cases if case.judgement.answer.wrong]
    assert not wrong, "\n".join(wrong)
    return cases


@pytest.mark.parametrize("first", sample(range(0, 4 * BATCH, BATCH), 4))
def test_random_programs(first: int, prover: Prover, tmp_path: Path) -> None:
    programs = [random_program(seed) for seed in range(first, first + BATCH)]
    cases = no_wrong_answer(programs, prover, tmp_path)
    assert any(case.verdict.decided for case in cases)


@pytest.mark.parametrize("first", sample(range(0, len(PIECES), BATCH), 8))
def test_one_program_of_every_feature(first: int, prover: Prover, tmp_path: Path) -> None:
    no_wrong_answer([program_of(piece, 1) for piece in PIECES[first : first + BATCH]], prover, tmp_path)


@pytest.mark.slow
def test_mutants_of_the_corpus(prover: Prover, tmp_path: Path) -> None:
    no_wrong_answer([corpus_mutant(CORPUS, seed) for seed in range(BATCH)], prover, tmp_path)
