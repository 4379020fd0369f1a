"""A run of the refinement algorithm that resumes after a round of another one has the same result."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.ir import Program
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Decision, Round, Settings
from symheap.separation.abstraction.precision import COARSE, FINE
from symheap.separation.proof.transition import System
from symheap.separation.proof.verdict import Word

PROGRAMS = Path(__file__).parents[2] / "programs" / "c_refine"
SETTINGS = Settings(seconds=60.0, precision=COARSE, feasibility_seconds=0.2)


def loaded(name: str) -> Program:
    return load([PROGRAMS / name], COptions())


def with_rounds(program: Program, settings: Settings) -> tuple[Decision, list[tuple[Round, Settings]]]:
    told: list[tuple[Round, Settings]] = []
    decision = decide(program, settings, tools=Tools(on_round=lambda done, following: told.append((done, following))))
    return decision, told


def shown(system: System) -> tuple[object, ...]:
    return system.vertices, [(edge.source, edge.target, edge.kind) for edge in system.edges], system.covered


@pytest.mark.parametrize("name", ["data_objects.c", "doubly_linked.c"])
def test_going_on_comes_to_the_same_system(name: str) -> None:
    program = loaded(name)
    whole, told = with_rounds(program, SETTINGS)
    assert whole.word is Word.SAFE
    assert [done.number for done, _ in told] == [each.number for each in whole.rounds[:-1]] != []
    for done, following in told:
        rest, more = with_rounds(program, following)
        assert (rest.word, rest.leak, rest.precision) == (whole.word, whole.leak, whole.precision)
        assert [each.number for each in rest.rounds] == [*range(done.number + 1, len(whole.rounds))]
        assert shown(rest.system) == shown(whole.system)
        assert len(more) == len(told) - done.number - 1


def test_what_follows_has_the_finer_precision_and_less_time() -> None:
    whole, told = with_rounds(loaded("data_objects.c"), SETTINGS)
    for done, following in told:
        assert following.first == done.number + 1
        assert following.precision == whole.rounds[following.first].precision
        assert 0 < following.spent < SETTINGS.seconds
        assert replace(following, first=0, spent=0.0, precision=COARSE) == SETTINGS
    assert [each.spent for _, each in told] == sorted(each.spent for _, each in told)


def test_the_time_that_was_spent_is_over() -> None:
    decision = decide(loaded("data_objects.c"), replace(SETTINGS, spent=60.0))
    assert decision.word is Word.UNKNOWN


def test_who_is_told_of_a_round_may_end_the_run() -> None:
    def end(done: Round, following: Settings) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        decide(loaded("data_objects.c"), SETTINGS, tools=Tools(on_round=end))


def test_a_proof_at_once_has_no_round_to_tell_of() -> None:
    _, told = with_rounds(loaded("data_objects.c"), replace(SETTINGS, precision=FINE))
    assert told == []
