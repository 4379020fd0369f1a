"""Every entry of every Java program has the paths in its header, each as one trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from sampling import sample
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.solver.chain import default_chain
from symheap_testing.java.corpus import corpus_of, entries, programs

SOURCES = programs(Path(__file__).parent)


def test_there_are_programs() -> None:
    assert len(SOURCES) >= 40


@pytest.mark.parametrize("source", sample(SOURCES, 2), ids=lambda source: source.stem)
def test_paths_are_as_the_header_says(source: Path) -> None:
    corpus = corpus_of(source.parent)
    if corpus is None:
        pytest.skip("no JDK of that version with javac")
    found, expected = {}, {}
    for entry in entries(source):
        program = corpus.load(entry).program
        model = heap_model("pose", program.table, entry.acyclic)
        traces = list(Exploration(program, model, *default_chain(), entry.bounds))
        assert len({trace.key for trace in traces}) == len(traces), entry
        assert all(trace.confirmed for trace in traces), entry
        found[str(entry)], expected[str(entry)] = len(traces), entry.paths
    assert found
    assert found == expected
