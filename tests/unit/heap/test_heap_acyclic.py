"""The assumption that the initial heap has no cycle over a field: no path of any model needs one."""

from __future__ import annotations

from typing import Any

import pytest
from heap_ways import NEXT, equal_on, example, impossible, scalar, shared_chain, start

from symheap.core.origin import Origin
from symheap.core.terms import REF, eq, symbol
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.heap.registry import MODELS, heap_model
from symheap.lang.javalite.lower import load
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.ir import Program

OVER_NEXT = frozenset({"next"})
ALL_MODELS = pytest.mark.parametrize("name", MODELS)

COMPARED = """((
  (class N ([N next])
    ((bool own () (if ((this $ next) = this) true else false))
     (bool second () (if (((this $ next) $ next) = this) true else false))
     (bool third [N a] (if (((a $ next) $ next) = (a $ next)) true else false))
     (bool read () (if ((this $ next) = null) true else false))))
 )
 (N own))"""


def explore(
    program: Program, name: str, acyclic: frozenset[str], bounds: Bounds | None = None
) -> tuple[Exploration[Any], list[Trace[Any]]]:
    solver, statistics = shared_chain()
    running = Exploration(program, heap_model(name, program.table, acyclic), solver, statistics, bounds)
    return running, list(running)


def has_cycle(heap: ConcreteHeap, field: str) -> bool:
    for first in heap.objects:
        at, seen = first, set[int]()
        while at and at not in seen:
            seen.add(at)
            at = int(heap.objects[at].fields.get(field, 0))
        if at:
            return True
    return False


@ALL_MODELS
@pytest.mark.parametrize("method", ["own", "second", "third"])
def test_no_path_finds_a_cycle_and_without_the_assumption_one_does(name: str, method: str) -> None:
    program = load(COMPARED, "t.jl", "N", method)
    _, with_it = explore(program, name, OVER_NEXT)
    _, without = explore(program, name, frozenset())
    assert not any("true" in trace.key for trace in with_it)
    assert any("true" in trace.key for trace in without)
    assert any("false" in trace.key for trace in with_it)
    assert {t.key for t in with_it} < {t.key for t in without}


@ALL_MODELS
def test_where_a_reference_was_compared_no_path_admits_that_it_is_its_own_next(name: str) -> None:
    _, traces = explore(load(COMPARED, "t.jl", "N", "own"), name, OVER_NEXT)
    this = symbol(Origin.root("this"), REF)
    loop = eq(symbol(this.origin.then("next"), REF), this)
    assert traces
    assert all(impossible(trace.path, loop) for trace in traces)


@ALL_MODELS
def test_where_a_reference_was_only_read_no_path_admits_that_it_is_its_own_next(name: str) -> None:
    _, traces = explore(load(COMPARED, "t.jl", "N", "read"), name, OVER_NEXT)
    this = symbol(Origin.root("this"), REF)
    loop = eq(symbol(this.origin.then("next"), REF), this)
    assert all(impossible(trace.path, loop) for trace in traces)


@ALL_MODELS
def test_the_run_may_make_a_cycle(name: str) -> None:
    """The assumption is about the initial heap, not about the writes of the program."""
    way, (x,) = start(name, ("x", "A"), acyclic=OVER_NEXT)
    stores = [w for w in way.store(x, NEXT, x) if not w.fails()]
    assert stores
    for store in stores:
        for read in store.load(x, NEXT):
            assert equal_on(read, read.cell, x)


@ALL_MODELS
def test_other_fields_may_have_cycles(name: str) -> None:
    program = load(COMPARED, "t.jl", "N", "own")
    _, traces = explore(program, name, frozenset({"prev"}))
    assert any("true" in trace.key for trace in traces)


@ALL_MODELS
def test_two_references_may_still_lead_to_one_object(name: str) -> None:
    way, (x, y) = start(name, ("x", "A"), ("y", "A"), acyclic=OVER_NEXT)
    met = False
    for first in [w for w in way.load(x, NEXT) if not w.fails()]:
        for second in [w for w in first.load(y, NEXT) if not w.fails()]:
            for different in second.same(x, y):
                for apart in (w for w in different.decide(scalar(different.cell)) if w.cell is False):
                    for same in apart.same(first.cell, second.cell):
                        met = met or any(w.cell is True for w in same.decide(scalar(same.cell)))
    assert met


def test_all_models_agree_on_the_linked_list_and_witnesses_have_no_cycle() -> None:
    program = example("linkedlist.jl")
    counts = {}
    for name in MODELS:
        running, traces = explore(program, name, OVER_NEXT, Bounds(max_calls=2))
        counts[name] = {trace.key for trace in traces}
        heaps = [running.witness(trace) for trace in traces]
        assert all(heap is not None and not has_cycle(heap, "next") for heap in heaps)
    assert all(keys == counts["pose"] for keys in counts.values())
    assert len(counts["pose"]) > 10


def test_the_assumption_only_takes_paths_away() -> None:
    program = example("cycle.jl")
    for name in MODELS:
        _, with_it = explore(program, name, OVER_NEXT, Bounds(max_calls=3))
        _, without = explore(program, name, frozenset(), Bounds(max_calls=3))
        assert {t.key for t in with_it} < {t.key for t in without}
