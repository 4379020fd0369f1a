"""Solvers that fail, under every heap model: confirmed paths are true, and no true path is lost."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from engine_programs import example, exploration

from symheap.engine.bounds import Bounds
from symheap.heap.registry import MODELS
from symheap.objects.decisions import PathKey, path_key
from symheap.objects.interpreter import run
from symheap.solver.api import Solver, Statistics
from symheap.solver.backends.backend import Backend
from symheap.solver.backends.z3 import Z3Backend
from symheap.solver.chain import chain
from symheap.solver.layers.checked import Checked
from symheap.solver.layers.route import Route, always
from symheap_testing.faulty import Fault, FaultyBackend

PROGRAMS = ["swap.jl", "hasnull.jl", "casts.jl", "kinds.pose", "read_back.pose"]
BOUNDS = Bounds(max_calls=2)


@cache
def backend() -> Backend:
    return Z3Backend()


@cache
def true_counts(name: str, model: str) -> Counter[PathKey]:
    traces = list(exploration(example(name), model, BOUNDS))
    assert all(trace.confirmed for trace in traces)
    return Counter(trace.key for trace in traces)


def faulty(fault: Fault, every: int) -> FaultyBackend:
    return FaultyBackend(backend(), fault, every=every)


def bare(backend: Backend) -> tuple[Solver, Statistics]:
    """Return a chain without layers that answer before the back end: every query may fail."""
    statistics = Statistics()
    return Checked(Route(always(backend), statistics, 5_000)), statistics


@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_confirmed_is_true_and_true_is_found(name: str, model: str, fault: Fault) -> None:
    expected = true_counts(name, model)
    third = faulty(fault, 3)
    for solver in (chain(always(faulty(fault, 1))), bare(third)):
        traces = list(exploration(example(name), model, BOUNDS, solver=solver))
        confirmed = Counter(t.key for t in traces if t.confirmed)
        unconfirmed = Counter(t.key for t in traces if not t.confirmed)
        assert confirmed <= expected
        assert expected <= confirmed + unconfirmed
    assert third.faults > 0


@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_witness_of_a_confirmed_trace_takes_it(name: str, fault: Fault) -> None:
    program = example(name)
    running = exploration(program, "pose", BOUNDS, solver=bare(faulty(fault, 7)))
    traces = list(running)
    for trace in traces:
        heap = running.witness(trace)
        assert trace.confirmed is (heap is not None)
        if heap is not None:
            actual = run(program, heap, max_calls=BOUNDS.max_calls)
            assert path_key(actual.decisions, actual.end) == trace.key
    assert any(trace.confirmed for trace in traces)


def test_a_solver_that_never_answers_confirms_nothing_that_it_was_asked_about() -> None:
    traces = list(exploration(example("hasnull.jl"), "pose", BOUNDS, solver=bare(faulty(Fault.UNKNOWN, 1))))
    assert set(true_counts("hasnull.jl", "pose")) <= {t.key for t in traces}
    assert not any(t.confirmed for t in traces)
