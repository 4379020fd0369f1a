"""The engine on the lowered program sees what the reference machine sees: every path, and every trace of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from symheap.core.outcome import Answer, Cut, Returned, Threw
from symheap.core.terms import Value
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import MODELS, heap_model
from symheap.lang.javalite.check import CheckedProgram, check_text
from symheap.lang.javalite.lower import lower
from symheap.lang.javalite.machine import JavaliteMachine, run
from symheap.objects.decisions import PathKey
from symheap.solver.api import Query
from symheap.solver.chain import default_chain
from symheap.solver.path import PathCondition

FOLDER = Path(__file__).parents[4] / "examples" / "javalite"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jl"))
MAX_CALLS = {"hasnull": 80, "linkedlist": 2, "dispatch": 3, "tree": 2, "visitor": 3}


def checked(name: str) -> CheckedProgram:
    return check_text((FOLDER / f"{name}.jl").read_text(), f"{name}.jl")


# One chain for all: a solver keeps nothing of a path, and a new one costs megabytes.
SOLVER, STATISTICS = default_chain()


def feasible(path: PathCondition, condition: Value) -> Answer:
    return SOLVER.check(Query(path, condition))


def by_machine(program: CheckedProgram, model: str, max_calls: int) -> Counter[PathKey]:
    return Counter(state.key for state in run(program, heap_model(model, program.classes.table), feasible, max_calls))


def by_engine(program: CheckedProgram, model: str, max_calls: int) -> Counter[PathKey]:
    bounds = Bounds(max_calls=max_calls)
    exploration = Exploration(lower(program), heap_model(model, program.classes.table), SOLVER, STATISTICS, bounds)
    return Counter(trace.key for trace in exploration)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", NAMES)
def test_machine_and_engine_see_the_same_traces(name: str, model: str) -> None:
    program, max_calls = checked(name), MAX_CALLS.get(name, 4)
    expected = by_machine(program, model, max_calls)
    assert expected
    assert by_engine(program, model, max_calls) == expected


@pytest.mark.parametrize("model", ["summary", "lazy", "lazier", "lazier#"])
@pytest.mark.parametrize("name", NAMES)
def test_visible_initialization_changes_no_path(name: str, model: str) -> None:
    """With INITIALIZE and SUMMARIZE as steps of their own the machine sees every path, and every trace of it."""
    program = checked(name)
    max_calls = min(2, MAX_CALLS.get(name, 2))
    heap = heap_model(model, program.classes.table)
    shown = JavaliteMachine(program, heap, feasible, max_calls, shows_initialization=True).run()
    assert Counter(state.key for state in shown) == by_machine(program, model, max_calls)


@pytest.mark.parametrize("name", NAMES)
def test_all_heap_models_see_the_same_paths(name: str) -> None:
    program, max_calls = checked(name), MAX_CALLS.get(name, 4)
    paths = {model: set(by_machine(program, model, max_calls)) for model in MODELS}
    assert all(found == paths["lazy"] for found in paths.values())


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("swap", {"lazy": 21, "lazier": 7, "lazier#": 3, "pose": 2, "summary": 2}),
        ("sum", {"lazy": 23, "lazier": 23, "lazier#": 23, "pose": 4, "summary": 4}),
        ("hasnull", {"lazy": 21, "lazier": 16, "lazier#": 16, "pose": 6, "summary": 6}),
    ],
)
def test_the_machine_gives_the_trace_counts_of_003(name: str, counts: dict[str, int]) -> None:
    program = checked(name)
    assert {model: sum(by_machine(program, model, 80).values()) for model in counts} == counts


def test_the_machine_gives_the_path_counts_of_002() -> None:
    program = checked("linkedlist")
    ends = run(program, heap_model("pose", program.classes.table), feasible, max_calls=5)
    kinds = Counter(type(state.end) for state in ends)
    assert kinds == {Returned: 925, Cut: 156, Threw: 1}
