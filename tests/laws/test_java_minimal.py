"""The smallest witness of every path of the Java programs takes it, and is never larger than the one found first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sampling import sample
from symheap.core.outcome import Returned, Threw
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.laws.show_heap import describe
from symheap.objects.interpreter import run
from symheap.solver.api import Solver, Statistics
from symheap.testgen.access import Access
from symheap.testgen.inputs.candidates import CALLS, STEPS, takes
from symheap.testgen.inputs.minimal import MinimalBudget, smallest
from symheap.testgen.inputs.telling import tell_fields, tell_inputs
from symheap_testing.java.corpus import corpus_of, entries, programs

SOURCES = programs(Path(__file__).parents[1] / "programs")
MAX_TRACES = 20


@pytest.mark.parametrize("source", sample(SOURCES, 4, first=1), ids=lambda source: source.stem)
def test_smallest_witnesses_take_their_paths(source: Path, solver: tuple[Solver, Statistics]) -> None:
    corpus = corpus_of(source.parent)
    if corpus is None:
        pytest.skip("no JDK of that version with javac")
    wrong: list[str] = []
    for entry in entries(source):
        java = corpus.load(entry)
        bounds = replace(entry.bounds, max_traces=MAX_TRACES, timeout=10)
        exploration = Exploration(java.program, heap_model("pose", java.table, entry.acyclic), *solver, bounds)
        for trace in exploration:
            if not trace.confirmed or not isinstance(trace.end, Returned | Threw):
                continue
            search = smallest(exploration, trace, MinimalBudget(seconds=0.1))
            if search is None:
                continue
            assert trace.path.model is not None
            assert search.costs(search.model) <= search.costs(trace.path.model)
            heaps = [search.witness()]
            tell_inputs(search, trace)
            tell_fields(search, trace, Access(java.table.world, ""))
            heaps.append(search.witness())
            runs = [(heap, run(java.program, heap, max_calls=CALLS, max_steps=STEPS)) for heap in heaps]
            wrong += [f"{entry}: {describe(heap)}" for heap, actual in runs if not takes(actual, trace)]
    assert wrong == []
