"""The law of merging over random programs, and over twelve methods with very many paths.

Some mutants show that the law notices what is easy to get wrong: see `MUTANTS`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from merging_mutants import MUTANTS, PROGRAMS, Mutant

from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.rounds import Rounds
from symheap.heap.pose.state import PoseHeap
from symheap.heap.registry import heap_model
from symheap.lang.javalite.lower import load as load_javalite
from symheap.laws.merging import explored_twice, violations
from symheap.objects.ir import Program
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain
from symheap_testing.campaign import BOUNDS, LANGUAGES, Language, load_program, program_text
from symheap_testing.java.corpus import Entry, entries
from symheap_testing.java.merging import merging_corpus

FOLDER = Path(__file__).parents[1] / "programs" / "java" / "merging"
MAX_PATHS = 200
SEEDS = st.integers(min_value=0, max_value=10**9)
FEW = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

FEWER_ROUNDS = {"MatrixEquals": 1, "SparseMax": 2, "Trim": 1, "Upper": 3, "ParseInt": 2, "BitCount": 8}
"""Bounds on loops under which the law is checked in a few seconds."""


def broken(program: Program, bounds: Bounds, solver: tuple[Solver, Statistics], *, max_int: int = 2) -> list[str]:
    expanded = explored_twice(program, bounds, solver=solver)
    if len(expanded.parted.traces) > MAX_PATHS:
        return []
    return [str(each) for each in violations(expanded, max_int=max_int, limit=150) if each.certain]


@pytest.mark.parametrize("language", LANGUAGES)
@FEW
@given(seed=SEEDS)
def test_merged_traces_are_the_paths_of_random_programs(
    language: Language, seed: int, solver: tuple[Solver, Statistics]
) -> None:
    assert broken(load_program(seed, language), BOUNDS, solver) == [], program_text(seed, language)


# Twelve methods -------------------------------------------------------------------------------------------------------


def entry_of(name: str) -> Entry:
    (entry,) = entries(FOLDER / f"{name}.java")
    return entry


NAMES = tuple(sorted(source.stem for source in FOLDER.glob("*.java")))
TRACES = {
    "BitCount": 1,
    "ComparatorChain": 2,
    "HashChain": 1,
    "MatrixEquals": 13,
    "ParseInt": 5,
    "SparseMax": 13,
    "Trim": 4,
    "TwoKeys": 1,
    "Upper": 3,
    "Validation": 1,
    "VisitorSum": 2,
    "WordSwitch": 3,
}
"""Traces with merging, within the bounds of the programs' headers."""

SLOW = {"TwoKeys", "MatrixEquals", "Trim", "Upper"}


def program_of(entry: Entry) -> Program:
    corpus = merging_corpus(FOLDER)
    if corpus is None:
        pytest.skip("no JDK with javac")
    return corpus.load(entry).program


def test_there_are_twelve() -> None:
    assert set(NAMES) == set(TRACES)


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] if n == "TwoKeys" else []) for n in NAMES])
def test_few_traces_stand_for_many_paths(name: str) -> None:
    entry = entry_of(name)
    program = program_of(entry)
    exploration: Exploration[PoseHeap] = Exploration(
        program, heap_model("pose", program.table), *default_chain(), entry.bounds, merge=True
    )
    traces = list(exploration)
    assert len(traces) == TRACES[name]
    assert all(trace.confirmed for trace in traces)


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in NAMES])
def test_paths_are_as_the_header_says(name: str) -> None:
    entry = entry_of(name)
    program = program_of(entry)
    model = heap_model("pose", program.table)
    assert sum(1 for _ in Exploration(program, model, *default_chain(), entry.bounds)) == entry.paths


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] if n in {"TwoKeys", "BitCount"} else []) for n in NAMES]
)
def test_merged_traces_are_the_paths_of_methods(name: str, solver: tuple[Solver, Statistics]) -> None:
    entry = entry_of(name)
    bounds = replace(entry.bounds, max_loop=min(entry.bounds.max_loop, FEWER_ROUNDS.get(name, 2)))
    if name == "TwoKeys":
        bounds = entry.bounds
    expanded = explored_twice(program_of(entry), bounds, solver=solver)
    assert len(expanded.merged.traces) < len(expanded.parted.traces)
    broken_laws = [str(each) for each in violations(expanded, max_int=1, limit=60) if each.certain]
    assert broken_laws == []


# What merging does not go with ----------------------------------------------------------------------------------------


def test_models_that_do_not_merge_say_so(solver: tuple[Solver, Statistics]) -> None:
    program = load_program(1, "javalite")
    for name in ("summary", "lazy"):
        expanded = explored_twice(program, BOUNDS, name, solver)
        assert expanded.tally.merges == 0
        assert expanded.tally.apart["the heap model does not merge"] > 0
        assert {t.key for t in expanded.merged.traces} == {t.key for t in expanded.parted.traces}


def test_some_bounds_do_not_go_with_merging() -> None:
    program = load_program(1, "javalite")
    model = heap_model("pose", program.table)
    with pytest.raises(ValueError, match="depth"):
        Exploration(program, model, *default_chain(), Bounds(max_depth=3), merge=True)
    with pytest.raises(ValueError, match="single round"):
        Exploration(program, model, *default_chain(), rounds=Rounds((Bounds(max_loop=1), Bounds())), merge=True)


def test_the_bound_on_all_rounds_cuts_the_same_inputs(solver: tuple[Solver, Statistics]) -> None:
    entry = entry_of("Trim")
    expanded = explored_twice(program_of(entry), replace(entry.bounds, max_loop=2, max_iterations=2), solver=solver)
    assert any(trace.end.kind == "cut" for trace in expanded.merged.traces)
    assert [str(each) for each in violations(expanded, max_int=1, limit=40) if each.certain] == []


# Mutants --------------------------------------------------------------------------------------------------------------


def subject_of(name: str) -> tuple[Program, Bounds]:
    if name in PROGRAMS:
        return load_javalite(PROGRAMS[name], f"{name}.jl"), BOUNDS
    language, _, seed = name.partition(" ")
    if seed:
        return load_program(int(seed), "pose" if language == "pose" else "javalite"), BOUNDS
    entry = entry_of(name)
    return program_of(entry), replace(entry.bounds, max_loop=2, max_iterations=2)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_the_law_notices_a_mistake(mutant: Mutant, solver: tuple[Solver, Statistics]) -> None:
    program, bounds = subject_of(mutant.program)
    with mutant.applied():
        assert broken(program, bounds, solver)


@pytest.mark.parametrize("name", sorted({mutant.program for mutant in MUTANTS}))
def test_the_law_holds_without_a_mistake(name: str, solver: tuple[Solver, Statistics]) -> None:
    program, bounds = subject_of(name)
    assert broken(program, bounds, solver) == []
