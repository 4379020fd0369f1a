"""Congruent names and the printed rule `assume` of [POSE] Fig. 4 give Java programs the same paths."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from sampling import sample
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.heap.pose.model import Pose, PoseHeap
from symheap.laws.laws import LAWS
from symheap.laws.subject import LawSubject
from symheap.objects.ir import Program
from symheap.solver.api import Solver, Statistics
from symheap_testing.java.corpus import Entry, corpus_of, entries, programs

SOURCES = programs(Path(__file__).parents[1] / "programs")
CASES = [entry for source in SOURCES for entry in entries(source)]
MAX_TRACES = 200
ALIASES = ("Swap", "Sum", "P1", "P2")


def explored(program: Program, bounds: Bounds, chain: tuple[Solver, Statistics]) -> list[Trace[PoseHeap]]:
    exploration = Exploration(program, Pose(program.table), *chain, bounds)
    return list(exploration)


@pytest.mark.parametrize("entry", sample(CASES, 12), ids=str)
def test_both_see_the_same_paths(entry: Entry, solver: tuple[Solver, Statistics]) -> None:
    corpus = corpus_of(entry.source.parent)
    if corpus is None:
        pytest.skip("no JDK of that version with javac")
    bounds = replace(entry.bounds, max_loop=min(2, entry.bounds.max_loop), max_traces=MAX_TRACES)
    congruent, printed = (
        explored(corpus.load(entry, printed_assume=switch).program, bounds, solver) for switch in (False, True)
    )
    assert congruent
    assert Counter(trace.key for trace in printed) == Counter(trace.key for trace in congruent)


@pytest.mark.parametrize("entry", [case for case in CASES if case.class_name in ALIASES], ids=str)
def test_the_laws_hold_with_the_printed_rule(entry: Entry, solver: tuple[Solver, Statistics]) -> None:
    corpus = corpus_of(entry.source.parent)
    if corpus is None:
        pytest.skip("no JDK of that version with javac")
    bounds = replace(entry.bounds, max_loop=1, max_calls=min(3, entry.bounds.max_calls), max_traces=MAX_TRACES)
    subject = LawSubject(corpus.load(entry, printed_assume=True).program, bounds, solver=solver)
    found = [str(violation) for law in LAWS.values() for violation in law(subject)]
    assert found == []


def test_only_the_printed_rule_puts_every_alias_into_the_value(solver: tuple[Solver, Statistics]) -> None:
    """`p1` reads one field of three inputs; its values name the inputs that were read before."""
    (entry,) = [case for case in CASES if case.class_name == "P1"]
    corpus = corpus_of(entry.source.parent)
    if corpus is None:
        pytest.skip("no JDK of that version with javac")
    texts = []
    for switch in (False, True):
        traces = explored(corpus.load(entry, printed_assume=switch).program, entry.bounds, solver)
        objects = [slots for trace in traces for slots in trace.heap.objects.values()]
        texts.append(" ".join(str(held) for slots in objects for held in slots.values()))
    congruent, printed = texts
    assert "ite" not in congruent
    assert "ite" in printed
