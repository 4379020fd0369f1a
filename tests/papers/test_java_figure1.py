"""[POSE] Figs. 1 to 3, and [Summaries] Fig. 1, written in Java: the same counts through bytecode."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from paper_programs import shared_chain

from symheap.core.origin import Origin
from symheap.core.outcome import Sat, Threw, Unsat
from symheap.core.terms import REF, Value, and_, eq, not_, symbol
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.heap.registry import heap_model
from symheap.lang.java.entry import JavaProgram
from symheap.solver.api import Query
from symheap_testing.java.corpus import Entry, corpus_of, entries

FOLDER = Path(__file__).parents[1] / "programs" / "java"
NULL = "java.lang.NullPointerException"

# program: for each model the normal ends and the null errors.
COUNTS = {
    "Swap": {"pose": (2, 0), "summary": (2, 0), "lazy": (21, 0), "lazier": (7, 0), "lazier#": (3, 0)},
    "Sum": {"pose": (1, 3), "summary": (1, 3), "lazy": (15, 8), "lazier": (15, 8), "lazier#": (15, 8)},
    "HasNull4": {"pose": (6, 0), "summary": (6, 0), "lazy": (21, 0), "lazier": (16, 0), "lazier#": (16, 0)},
    "HasNull10": {"pose": (12, 0), "summary": (12, 0), "lazy": (78, 0), "lazier": (67, 0), "lazier#": (67, 0)},
}
CASES = [(program, model, *counts) for program, row in COUNTS.items() for model, counts in row.items()]


@cache
def loaded(name: str) -> tuple[Entry, JavaProgram]:
    corpus = corpus_of(FOLDER)
    if corpus is None:
        pytest.skip("no JDK with javac")
    [entry] = entries(FOLDER / f"{name}.java")
    return entry, corpus.load(entry)


def traces(name: str, model: str, max_loop: int | None = None) -> list[Trace[object]]:
    entry, java = loaded(name)
    bounds = entry.bounds if max_loop is None else replace(entry.bounds, max_loop=max_loop)
    heap = heap_model(model, java.table, entry.acyclic)
    found = list(Exploration(java.program, heap, *shared_chain(), bounds))
    assert all(trace.confirmed for trace in found)
    return found


def ends(found: list[Trace[object]]) -> Counter[str]:
    return Counter(t.end.exception if isinstance(t.end, Threw) else t.end.kind for t in found)


@pytest.mark.parametrize(("program", "model", "normal", "null"), CASES)
def test_figure_1(program: str, model: str, normal: int, null: int) -> None:
    assert ends(traces(program, model)) == Counter({"return": normal, NULL: null})


@pytest.mark.parametrize("model", ["pose", "summary"])
def test_the_linked_list_of_heap_summaries(model: str) -> None:
    """At most n = 5 nodes are four rounds of the loop."""
    assert ends(traces("LinkedListFig1", model)) == {"return": 925, "cut": 156, NULL: 1}


@pytest.mark.parametrize(("rounds", "normal", "cut"), [(1, 131, 72), (2, 828, 392)])
def test_lazy_initialization_on_shorter_lists(rounds: int, normal: int, cut: int) -> None:
    """As many as the Javalite program has of such lists; with five nodes there are 26,103 and 12,104."""
    assert ends(traces("LinkedListFig1", "lazy", max_loop=rounds)) == {"return": normal, "cut": cut, NULL: 2}


# Figures 2 and 3 ------------------------------------------------------------------------------------------------------

ABORT = "java.lang.IllegalStateException"


@pytest.mark.parametrize("model", ["pose", "summary"])
@pytest.mark.parametrize("program", ["P1", "P2"])
def test_p1_and_p2_have_five_paths(program: str, model: str) -> None:
    assert ends(traces(program, model)) == {"return": 1, NULL: 3, ABORT: 1}


def is_possible(program: str, condition: Value) -> bool:
    """Whether the path to the call of abort allows a condition."""
    solver, _ = shared_chain()
    [trace] = [t for t in traces(program, "pose") if isinstance(t.end, Threw) and t.end.exception == ABORT]
    model = heap_model("pose", loaded(program)[1].table)
    answer = solver.check(Query(trace.path, and_(condition, *model.implied(trace.heap))))
    assert isinstance(answer, Sat | Unsat)
    return isinstance(answer, Sat)


def test_p1_aborts_only_if_two_inputs_differ() -> None:
    a0, a1, a2 = (symbol(Origin.root(f"a{i}"), REF) for i in range(3))
    assert not is_possible("P1", eq(a0, a1))
    assert is_possible("P1", eq(a0, a2))
    assert is_possible("P1", eq(a1, a2))


def test_p2_aborts_only_if_all_inputs_are_one_object() -> None:
    b0, b1, b2 = (symbol(Origin.root(f"b{i}"), REF) for i in range(3))
    assert is_possible("P2", True)
    for x, y in ((b0, b1), (b1, b2), (b0, b2)):
        assert not is_possible("P2", not_(eq(x, y)))
