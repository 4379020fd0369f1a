"""The witness of every path of the Java programs behaves on the real JVM as it does here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from sampling import sample
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.solver.api import Solver, Statistics
from symheap.testgen.inputs.minimal import shorter
from symheap_testing.java.corpus import Corpus, corpus_of, entries, programs
from symheap_testing.java.jvm.driver import Jvm
from symheap_testing.java.replay import Replay, cannot_replay, is_replayed

SOURCES = programs(Path(__file__).parents[1] / "programs")
MAX_TRACES = 60


class Jvms:
    """One JVM for each corpus, started on first use."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._started: dict[Path, Jvm] = {}

    def of(self, corpus: Corpus) -> Jvm:
        if corpus.classes not in self._started:
            jvm = Jvm(str(corpus.jdk.java()), str(corpus.jdk.javac()), corpus.class_path, seconds_per_call=60.0)
            self._started[corpus.classes] = self._stack.enter_context(jvm)
        return self._started[corpus.classes]


@pytest.fixture(scope="module")
def jvms() -> Iterator[Jvms]:
    with ExitStack() as stack:
        yield Jvms(stack)


@pytest.mark.parametrize("source", sample(SOURCES, 4, first=2), ids=lambda source: source.stem)
def test_witnesses_do_the_same_on_the_jvm(source: Path, jvms: Jvms, solver: tuple[Solver, Statistics]) -> None:
    corpus = corpus_of(source.parent)
    if corpus is None:
        pytest.skip("no JDK of that version with javac")
    problems: list[str] = []
    reasons: list[str] = []
    replayed = 0
    for entry in entries(source):
        java = corpus.load(entry)
        reason = cannot_replay(java)
        if reason is not None:
            reasons.append(reason)
            continue
        model = heap_model("pose", java.table, entry.acyclic)
        exploration = Exploration(java.program, model, *solver, replace(entry.bounds, max_traces=MAX_TRACES))
        replay = Replay(java, jvms.of(corpus))
        for trace in filter(is_replayed, exploration):
            witness = shorter(exploration, trace, solver[0])
            if witness is not None:
                replayed += 1
                problem = replay.problem(trace, witness)
                problems += [f"{entry}: {problem}"] if problem is not None else []
    assert problems == []
    if not replayed and reasons:
        pytest.skip("; ".join(dict.fromkeys(reasons)))
    assert replayed
