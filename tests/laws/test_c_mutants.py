"""Mutants of the corpus that fail: none is safe.  A sample; ``benchmarks/c_soundness.py`` checks a thousand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from sampling import sample
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.check import check
from symheap_testing.c.campaign import corpus, killed_mutants, load_program
from symheap_testing.c.mutants import mutants, some_mutants
from symheap_testing.c.programs import random_lists

PROGRAMS = corpus(Path(__file__).parents[1] / "programs" / "c")
EVERY = 5
COUNT = 3
RUNS = 15
SECONDS = 2.0


@pytest.mark.parametrize("path", sample(PROGRAMS[::EVERY], 5), ids=lambda path: path.stem)
def test_no_mutant_that_fails_is_safe(path: Path) -> None:
    program = load_program(path)
    for killed in killed_mutants(program, COUNT, Random(path.stem), RUNS, SECONDS):
        assert killed.is_sound, f"{killed.mutant}: {killed.failure}"


def test_mutants_are_well_formed_and_different() -> None:
    program = load_text(random_lists(0, mistakes=0), "random.c", COptions())
    kinds: Counter[str] = Counter()
    for mutant in mutants(program):
        kinds[mutant.mistake] += 1
        assert mutant.program.functions != program.functions
        changed = [name for name, each in mutant.program.functions.items() if each is not program.functions[name]]
        assert len(changed) == 1
    assert len(kinds) >= 12, kinds
    assert all(not check(mutant.program) for mutant in some_mutants(program, 30, Random(0)))


def test_mutants_are_chosen_evenly_and_by_the_seed() -> None:
    program = load_text(random_lists(0, mistakes=0), "random.c", COptions())
    chosen = some_mutants(program, 24, Random(5))
    assert [str(each) for each in chosen] == [str(each) for each in some_mutants(program, 24, Random(5))]
    assert max(Counter(each.mistake for each in chosen).values()) <= 2


def test_many_mutants_fail() -> None:
    program = load_text(random_lists(0, mistakes=0), "random.c", COptions())
    items = list(killed_mutants(program, 24, Random(0), RUNS, SECONDS))
    assert len(items) >= 4
    assert all(killed.is_sound for killed in items)
