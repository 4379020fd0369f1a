"""The search for errors against all executions of small programs.

This checks fifty programs; ``benchmarks/feasible_laws.py`` checks two thousand.
"""

from __future__ import annotations

import pytest

from sampling import sample
from symheap.memory.check import check
from symheap.memory.outcome import Failed
from symheap_testing.c.bmc import all_runs, examined
from symheap_testing.c.bmc_programs import random_program

SEEDS = range(50)


@pytest.mark.parametrize("seed", sample(SEEDS, 5))
def test_search_and_executions_agree(seed: int) -> None:
    program = random_program(seed)
    assert check(program) == []
    verdict = examined(program)
    assert verdict.broken == []


def test_the_programs_are_worth_looking_at() -> None:
    """Some programs fail and some do not, in many ways, and most have several executions."""
    failing, kinds, several = 0, set(), 0
    for seed in SEEDS:
        outcomes = list(all_runs(random_program(seed)))
        found = {outcome.kind for outcome in outcomes if isinstance(outcome, Failed)}
        failing += bool(found)
        kinds |= found
        several += len(outcomes) > 10
    assert 20 < failing < 48
    assert len(kinds) >= 6
    assert several > 30
