"""Each bound leaves its name on the trace that it cut, or on the run that it stopped."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest
from engine_programs import AT, VAL, at, by_hand, example, exploration

from symheap.core.outcome import Bound, Cut, Returned
from symheap.core.types import INT_TYPE, ref_type
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.heap.registry import MODELS
from symheap.objects.ir import Binary, Branch, Call, Const, Jump, Method, Operator, Program, Put, Return
from symheap.solver.chain import default_chain


def run(program: Program, bounds: Bounds, model: str = "pose") -> tuple[Exploration[Any], list[Trace[Any]]]:
    running = exploration(program, model, bounds)
    return running, list(running)


def cuts(traces: list[Trace[Any]]) -> list[Bound]:
    return [t.end.bound for t in traces if isinstance(t.end, Cut)]


def returned(traces: Iterable[Trace[Any]]) -> list[int]:
    return [t.end.value for t in traces if isinstance(t.end, Returned) and isinstance(t.end.value, int)]


# Loops ----------------------------------------------------------------------------------------------------------------


def countdown() -> Program:
    """``i := 0; while (i < n) i := i + 1; return i``"""
    return by_hand(
        (("n", INT_TYPE),),
        4,
        (Const(1, 0, AT), Const(3, 1, AT), Jump(1, AT)),
        (Binary(2, Operator.LESS, 1, 0, at(2)), Branch(2, 2, 3, at(2))),
        (Binary(1, Operator.ADD, 1, 3, at(3)), Jump(1, at(4))),
        (Return(1, at(5)),),
        back_edges=frozenset({(2, 1)}),
    )


@pytest.mark.parametrize("limit", [0, 1, 4])
def test_a_loop_runs_so_often_and_is_then_cut_at_its_back_edge(limit: int) -> None:
    running, traces = run(countdown(), Bounds(max_loop=limit))
    assert sorted(returned(traces)) == list(range(limit + 1))
    assert [t.end for t in traces if isinstance(t.end, Cut)] == [Cut(Bound.LOOP, at(4))]
    assert running.progress.stopped is None


def test_iterations_are_counted_for_each_loop_alone() -> None:
    """Two loops, one after the other: both may run up to the bound."""
    program = by_hand(
        (("n", INT_TYPE), ("m", INT_TYPE)),
        5,
        (Const(2, 0, AT), Const(4, 1, AT), Jump(1, AT)),
        (Binary(3, Operator.LESS, 2, 0, AT), Branch(3, 2, 3, AT)),
        (Binary(2, Operator.ADD, 2, 4, AT), Jump(1, at(4))),
        (Binary(3, Operator.LESS, 2, 1, AT), Branch(3, 4, 5, AT)),
        (Binary(2, Operator.ADD, 2, 4, AT), Jump(3, at(6))),
        (Return(2, AT),),
        back_edges=frozenset({(2, 1), (4, 3)}),
    )
    _, traces = run(program, Bounds(max_loop=2))
    assert max(returned(traces)) == 4
    assert {t.end.position for t in traces if isinstance(t.end, Cut)} == {at(4), at(6)}


# Calls ----------------------------------------------------------------------------------------------------------------


def without_end() -> Program:
    again = Method("A", "m/0", (), 2, ((Call(1, "m/0", 0, (), at(7)), Return(1, AT)),), AT)
    return by_hand((("a", ref_type("A")),), 2, (Call(1, "m/0", 0, (), at(6)), Return(1, AT)), methods=(again,))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("limit", [0, 1, 5])
def test_a_call_that_goes_too_deep_is_cut_after_its_decision(limit: int, model: str) -> None:
    _, traces = run(without_end(), Bounds(max_calls=limit), model)
    (cut,) = [t for t in traces if isinstance(t.end, Cut)]
    assert cut.end == Cut(Bound.CALLS, at(6 if limit == 0 else 7))
    assert len(cut.decisions) == limit + 1


# Depth ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_no_path_makes_more_decisions_than_the_depth(limit: int) -> None:
    running, traces = run(countdown(), Bounds(max_depth=limit))
    assert max(len(t.decisions) for t in traces) == limit
    assert cuts(traces) == [Bound.DEPTH]
    assert running.progress.stopped is None


# The whole run --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_run_that_has_enough_traces_stops_and_says_so(limit: int) -> None:
    running, traces = run(example("hasnull.jl"), Bounds(max_traces=limit))
    assert len(traces) == running.progress.traces == limit
    assert running.progress.stopped is Bound.TRACES


def test_a_run_that_needs_no_more_traces_than_allowed_is_not_stopped() -> None:
    _, everything = run(example("hasnull.jl"), Bounds())
    running, traces = run(example("hasnull.jl"), Bounds(max_traces=len(everything)))
    assert [t.key for t in traces] == [t.key for t in everything]
    assert running.progress.stopped is None


def three_ends_of_one_instruction() -> Program:
    """Return a program that writes a boolean to an integer field: three errors, and no trace continues."""
    write = (Const(1, True, AT), Put(0, "val", (VAL,), 1, AT), Return(1, AT))
    return by_hand((("a", ref_type("Object")),), 2, write)


@pytest.mark.parametrize("limit", [1, 2])
def test_a_run_that_leaves_traces_of_one_step_behind_says_so(limit: int) -> None:
    _, everything = run(three_ends_of_one_instruction(), Bounds())
    assert len(everything) == 3
    running, _ = run(three_ends_of_one_instruction(), Bounds(max_traces=limit))
    assert running.progress.stopped is Bound.TRACES


def test_a_run_without_time_stops_and_says_so() -> None:
    running, traces = run(example("hasnull.jl"), Bounds(timeout=0.0))
    assert traces == []
    assert running.progress.stopped is Bound.TIME


def test_what_was_found_in_time_stays_found() -> None:
    """The clock is checked between states: the time is over after the first trace."""
    running = exploration(example("hasnull.jl"), "pose", Bounds(timeout=1e9))
    first = []
    for trace in running:
        first.append(trace)
        running.progress.started -= 2e9
    assert len(first) == 1
    assert running.progress.stopped is Bound.TIME


# Streaming ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
def test_the_first_trace_comes_before_the_exploration_is_over(model: str) -> None:
    running = exploration(example("hasnull10.jl"), model)
    traces = iter(running)
    assert len(list(islice(traces, 1))) == 1
    early = running.progress.states
    assert len(list(traces)) > 1
    assert early < running.progress.states / 2


def test_an_endless_program_gives_its_traces_one_by_one() -> None:
    running = exploration(countdown(), "pose", Bounds(max_loop=10**9), "bfs")
    assert returned(islice(running, 20)) == list(range(20))
    assert running.progress.frontier > 0


def test_counts_of_states_and_queries_end_a_run_by_name() -> None:
    program = example("tree.jl")
    stopped = exploration(program, bounds=Bounds(max_calls=4, max_states=5))
    list(stopped)
    assert stopped.progress.stopped is Bound.STATES
    assert stopped.progress.states == 5
    asked = exploration(program, "lazy", bounds=Bounds(max_calls=4, max_queries=1), solver=default_chain())
    list(asked)
    assert asked.statistics.queries >= 1
    assert asked.progress.stopped is Bound.QUERIES
