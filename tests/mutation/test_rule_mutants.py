"""A mutant of each rule of the machines and of [SLAyer] is noticed by a test of the rule.

A few here and all of them among the slow tests, or by ``python tests/mutation/rule_trial.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_mutant import RuleMutant
from rule_trial import RULE_MUTANTS, is_caught, status

from sampling import sample

SOURCE = Path(__file__).parents[2] / "src" / "symheap"


def test_each_mutant_has_its_name() -> None:
    assert len({mutant.id for mutant in RULE_MUTANTS}) == len(RULE_MUTANTS)


@pytest.mark.parametrize("mutant", RULE_MUTANTS, ids=lambda mutant: mutant.id)
def test_what_is_replaced_occurs_once(mutant: RuleMutant) -> None:
    for name, old, new in mutant.edits:
        assert (SOURCE / name).read_text(encoding="utf-8").count(old) == 1
        assert new != old


@pytest.mark.parametrize("mutant", sample(RULE_MUTANTS, 20), ids=lambda mutant: mutant.id)
def test_the_test_of_the_rule_notices(mutant: RuleMutant) -> None:
    assert is_caught(mutant)


@pytest.mark.parametrize("test", sample(sorted({mutant.test for mutant in RULE_MUTANTS}), 20))
def test_the_unchanged_code_passes(test: str) -> None:
    assert status(test) == 0
