"""A solver that fails makes a run inconclusive, and never changes a count."""

from __future__ import annotations

import json

import pytest
from cli_runner import JAVALITE, symheap

import symheap as api
from symheap.solver.api import Solver, Statistics
from symheap.solver.backends.z3 import Z3Backend
from symheap.solver.chain import chain
from symheap.solver.layers.route import always
from symheap_testing.faulty import Fault, FaultyBackend

PROGRAMS = ["casts.jl", "hasnull.jl", "double.jl", "alias.jl"]


def faulty(fault: Fault, every: int) -> tuple[Solver, Statistics]:
    return chain(always(FaultyBackend(Z3Backend(), fault, every=every)))


@pytest.mark.parametrize("every", [1, 3])
@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("name", PROGRAMS)
def test_counts_are_right_or_the_run_is_not_complete(name: str, fault: Fault, every: int) -> None:
    honest = api.explore(str(JAVALITE / name))
    expected = [path.trace.key for path in honest]
    run = api.explore(str(JAVALITE / name), solver=faulty(fault, every))
    confirmed = [path.trace.key for path in run if path.confirmed]
    assert len(set(confirmed)) == len(confirmed)
    assert set(confirmed) <= set(expected)
    assert run.tally.total == len(confirmed)
    if set(confirmed) != set(expected):
        assert not run.complete
        assert run.tally.unknown > 0


@pytest.mark.parametrize("fault", Fault)
def test_the_command_is_inconclusive(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symheap.session.settings.default_chain", lambda **options: faulty(fault, 1))
    result = symheap("explore", "hasnull.jl", "--format", "json", "--with", "inputs")
    document = json.loads(result.out)
    assert result.status == 3
    assert document["complete"] is False
    assert document["traces"]["unknown"] > 0
    assert document["solver"]["unknown"] > 0
    assert {each["inputs"] is None for each in document["results"] if not each["confirmed"]} == {True}


def test_the_text_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symheap.session.settings.default_chain", lambda **options: faulty(Fault.UNKNOWN, 1))
    result = symheap("explore", "hasnull.jl")
    assert "not confirmed" in result.out
    assert "NOT COMPLETE: a solver did not know" in result.out


def test_no_law_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symheap.session.settings.default_chain", lambda **options: faulty(Fault.TIMEOUT, 1))
    result = symheap("check", "hasnull.jl")
    assert result.status == 3
    assert "broken" not in result.out
    assert "holds" not in result.out
