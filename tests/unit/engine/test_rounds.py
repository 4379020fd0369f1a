"""Deepening rounds find what one exploration with the last bounds finds, and run no instruction twice."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest
from engine_programs import example, shared_chain
from hypothesis import given, settings
from hypothesis import strategies as st

from symheap.core.outcome import Bound, Cut
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.places import Finished
from symheap.engine.rounds import Rounds, always, deepening, instructions_run
from symheap.engine.search import STRATEGIES
from symheap.heap.registry import heap_model
from symheap.objects.ir import Program
from symheap_testing.campaign import load_program

LAST = Bounds(max_calls=6, max_loop=4, max_depth=30)
SCHEDULE = (
    Bounds(max_calls=1, max_loop=0, max_depth=2),
    Bounds(max_calls=2, max_loop=1, max_depth=2),
    Bounds(max_calls=2, max_loop=2, max_depth=9),
    LAST,
)


def _exploration(
    program: Program,
    rounds: Rounds | None = None,
    search: str = "dfs",
    finished: Finished | None = None,
    model: str = "pose",
) -> Exploration[Any]:
    chain, statistics = shared_chain()
    made = heap_model(model, program.table)
    return Exploration(program, made, chain, statistics, LAST, search, finished=finished, rounds=rounds)


def _found(exploration: Exploration[Any]) -> Counter[object]:
    return Counter((trace.key, trace.confirmed) for trace in exploration)


@pytest.mark.parametrize("language", ["javalite", "pose"])
@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**9))
def test_rounds_have_the_traces_of_the_last_bounds(language: Any, seed: int) -> None:
    program = load_program(seed, language)
    plain, rounds = _exploration(program), _exploration(program, Rounds(SCHEDULE))
    assert _found(plain) == _found(rounds)
    assert plain.progress.steps == rounds.progress.steps


@pytest.mark.parametrize("model", ["pose", "summary", "lazy", "lazier", "lazier#"])
@pytest.mark.parametrize("name", ["cycle.jl", "sum.jl"])
def test_every_model_has_the_same_traces_in_rounds(name: str, model: str) -> None:
    program = example(name)
    plain, rounds = _exploration(program, model=model), _exploration(program, Rounds(SCHEDULE), model=model)
    result = _found(plain)
    assert result
    assert result == _found(rounds)
    assert plain.progress.steps == rounds.progress.steps


@pytest.mark.parametrize("search", STRATEGIES)
def test_every_strategy_has_the_same_traces_in_rounds(search: str) -> None:
    program = example("tree.jl")
    assert _found(_exploration(program, search=search)) == _found(_exploration(program, Rounds(SCHEDULE), search))


def test_shallow_traces_come_first_and_cuts_in_the_last_round() -> None:
    exploration = _exploration(example("tree.jl"), Rounds(SCHEDULE))
    rounds = [(exploration.progress.round, isinstance(trace.end, Cut)) for trace in exploration]
    numbers = [number for number, _ in rounds]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) > 1
    assert {number for number, is_cut in rounds if is_cut} == {len(SCHEDULE) - 1}
    assert exploration.progress.parked == 0


def test_a_round_that_brings_nothing_new_is_the_last() -> None:
    program = example("tree.jl")
    exploration = _exploration(program, Rounds(SCHEDULE, measure=lambda: 0))
    traces = list(exploration)
    assert exploration.progress.round == 0
    cuts = [trace.end for trace in traces if isinstance(trace.end, Cut)]
    assert cuts
    assert all(end.bound in (Bound.CALLS, Bound.DEPTH) for end in cuts)
    assert exploration.progress.share == pytest.approx(1.0)


def test_what_is_measured_decides_how_many_rounds_there_are() -> None:
    program = example("tree.jl")
    exploration: Exploration[Any]

    def measure() -> int:
        return instructions_run(exploration.entered, exploration.covered, lambda owner: True)

    rounds = Rounds((Bounds(2, 1, 4), Bounds(4, 2, 8), Bounds(5, 3, 16), LAST))
    exploration = _exploration(program, rounds.with_measure(lambda: measure()))
    whole = _exploration(program)
    list(exploration), list(whole)
    assert 0 < exploration.progress.round < 3
    assert measure() == instructions_run(whole.entered, whole.covered, lambda owner: True)


@pytest.mark.parametrize("name", ["cycle.jl", "tree.jl"])
def test_a_run_in_rounds_is_resumed_from_its_places(name: str) -> None:
    program = example(name)
    whole = _exploration(program, Rounds(SCHEDULE))
    keys = {str(whole.place): trace.key for trace in whole}
    assert len(keys) > 5
    for count in (1, len(keys) // 2, len(keys) - 1, len(keys)):
        first = _exploration(program, Rounds(SCHEDULE))
        places = [str(first.place) for _ in islice(first, count)]
        rest = _exploration(program, Rounds(SCHEDULE), finished=Finished(places))
        found = {str(rest.place): trace.key for trace in rest}
        assert not found.keys() & set(places)
        assert found.keys() | set(places) == keys.keys()
        assert all(keys[place] == key for place, key in found.items())


@pytest.mark.parametrize("most", [1, 3, 7])
def test_the_number_of_traces_is_kept_in_rounds(most: int) -> None:
    program = example("tree.jl")
    chain, statistics = shared_chain()
    schedule = tuple(Bounds(b.max_calls, b.max_loop, b.max_depth, max_traces=most) for b in SCHEDULE)
    model = heap_model("pose", program.table)
    exploration = Exploration(program, model, chain, statistics, rounds=Rounds(schedule))
    assert len(list(exploration)) == most
    assert exploration.progress.stopped is Bound.TRACES


def test_rounds_never_shrink() -> None:
    with pytest.raises(ValueError, match="smaller"):
        Rounds((LAST, SCHEDULE[0]))
    with pytest.raises(ValueError, match="smaller"):
        Rounds((Bounds(), LAST))
    with pytest.raises(ValueError, match="at least one"):
        Rounds(())
    assert always() != always()


def test_deepening_ends_with_the_last_bounds() -> None:
    rounds = deepening(Bounds(max_calls=40, max_loop=10))
    assert [(b.max_loop, b.max_calls) for b in rounds.schedule] == [(2, 16), (4, 32), (8, 40), (10, 40)]
    assert rounds.last == Bounds(max_calls=40, max_loop=10)
