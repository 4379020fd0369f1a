"""Over Java programs, rounds find the traces of one exploration with the last bounds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from sampling import sample
from symheap.engine.explore import Exploration
from symheap.engine.rounds import Rounds
from symheap.heap.registry import heap_model
from symheap.solver.chain import default_chain
from symheap_testing.java.corpus import corpus_of, entries, programs

FOLDER = Path(__file__).parents[1] / "programs"
SOURCES = [
    source
    for source in programs(FOLDER)
    if source.parent.name == "java"
    and source.stem
    in ("ArrayStack", "BinarySearchTree", "FinallyFlow", "HashTable", "Rethrow", "StaticInit", "Resources", "Labels")
]


def test_there_are_programs() -> None:
    assert len(SOURCES) >= 5


@pytest.mark.parametrize("source", sample(SOURCES, 3), ids=lambda source: source.stem)
def test_rounds_have_the_traces_of_the_last_bounds(source: Path) -> None:
    corpus = corpus_of(source.parent)
    if corpus is None:
        pytest.skip("no JDK of that version with javac")
    for entry in entries(source):
        program, last = corpus.load(entry).program, entry.bounds
        small = tuple(
            replace(last, max_loop=min(loop, last.max_loop), max_calls=min(calls, last.max_calls))
            for loop, calls in ((0, 1), (1, 2), (2, 9))
        )
        found, steps = [], []
        for rounds in (None, Rounds((*small, last))):
            model = heap_model("pose", program.table, entry.acyclic)
            exploration = Exploration(program, model, *default_chain(), last, rounds=rounds)
            found.append(Counter((trace.key, trace.confirmed) for trace in exploration))
            steps.append(exploration.progress.steps)
        assert found[0] == found[1], entry
        assert steps[0] == steps[1], entry
