"""The list of mutants is up to date, and some of them are run for real; `run.py` runs all of them."""

from __future__ import annotations

import pytest
from mutants import MUTANTS, Mutant
from run import HERE, SOURCE, control, run

PROGRAMS = HERE.parent / "programs"
BY_ID = {mutant.id: mutant for mutant in MUTANTS}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_what_is_replaced_occurs_once(mutant: Mutant) -> None:
    for name, old, new in mutant.edits:
        assert (SOURCE / "symheap" / name).read_text().count(old) == 1
        assert new != old


def test_there_are_many_of_both_kinds() -> None:
    assert len(BY_ID) == len(MUTANTS)
    kinds = [mutant.kind for mutant in MUTANTS]
    assert kinds.count("printed error") >= 35
    assert kinds.count("broken rule") >= 35


def test_every_small_program_is_the_first_of_a_mutant() -> None:
    names = {path.name for folder in ("errata", "rules") for path in (PROGRAMS / folder).glob("*")}
    assert names <= {mutant.first for mutant in MUTANTS}


def test_the_results_are_those_of_these_mutants() -> None:
    rows = [line for line in (HERE / "results.md").read_text().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == [mutant.id for mutant in MUTANTS]
    assert not any("survives" in row for row in rows)


@pytest.mark.parametrize(
    ("name", "law"),
    [("field-write-strong", "agreement"), ("pop-restores-all", "machine"), ("new-fields-uninitialized", "crash")],
)
def test_a_mutant_is_caught(name: str, law: str) -> None:
    assert run(BY_ID[name], alone=True).law == law
    assert control(BY_ID[name].first, alone=True) == ""
