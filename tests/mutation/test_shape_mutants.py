"""Unsound mutants of the shape analysis do not pass the proof checker.

A few here; all of them by ``python tests/mutation/shape_trial.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from shape_mutant import ShapeMutant
from shape_mutants import MUTANTS
from shape_trial import is_caught, trial

SOURCE = Path(__file__).parents[2] / "src" / "symheap"
TRIED = (
    "free keeps the object",
    "two heaps at a point are one",
    "numbers of different widths are one",
    "a folded list has one item more",
    "memory that is lost is not told",
)


def test_there_are_enough_mutants_and_each_has_its_name() -> None:
    assert len(MUTANTS) >= 30
    assert len({mutant.id for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_what_is_replaced_occurs_once(mutant: ShapeMutant) -> None:
    for name, old, new in mutant.edits:
        assert (SOURCE / name).read_text(encoding="utf-8").count(old) == 1
        assert new != old


@pytest.mark.parametrize("name", TRIED)
def test_the_checker_rejects_what_a_mutant_proves(name: str) -> None:
    number = next(number for number, mutant in enumerate(MUTANTS) if mutant.id == name)
    result = trial(number)
    assert is_caught(MUTANTS[number], result), result
