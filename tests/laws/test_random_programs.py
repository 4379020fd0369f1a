"""The six laws, and the reference machine against the IR, over random programs of both languages.

This checks a few hundred programs; ``benchmarks/laws.py`` checks twenty thousand.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symheap.heap.registry import MODELS, heap_model
from symheap.lang.javalite.check import check_text
from symheap.lang.javalite.lower import lower
from symheap.lang.javalite.machine import run as run_machine
from symheap.laws.subject import LawSubject
from symheap.solver.api import Query, Solver, Statistics
from symheap_testing.campaign import BOUNDS, LANGUAGES, Language, examine, program_text
from symheap_testing.programs import FEATURES, features, random_program

SEEDS = st.integers(min_value=0, max_value=10**9)
FEW = settings(
    max_examples=75,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(FEW, max_examples=15)
@given(seed=SEEDS)
def test_the_six_laws_hold_for_a_few(language: Language, seed: int, solver: tuple[Solver, Statistics]) -> None:
    the_six_laws_hold(seed, language, solver)


@pytest.mark.slow
@pytest.mark.parametrize("block", [1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
@FEW
@given(seed=SEEDS)
def test_the_six_laws_hold(language: Language, block: int, seed: int, solver: tuple[Solver, Statistics]) -> None:
    the_six_laws_hold(seed * 2 + block, language, solver)


def the_six_laws_hold(seed: int, language: Language, solver: tuple[Solver, Statistics]) -> None:
    verdict = examine(seed, language, solver)
    assert not verdict.broken, f"{verdict.broken[0]}\n{program_text(verdict.seed, language)}"


@settings(FEW, max_examples=8)
@given(seed=SEEDS)
def test_the_reference_machine_and_the_ir_agree_on_a_few(seed: int, solver: tuple[Solver, Statistics]) -> None:
    the_machine_and_the_ir_have_the_same_paths(seed, solver)


@pytest.mark.slow
@settings(FEW, max_examples=25)
@given(seed=SEEDS)
def test_the_reference_machine_and_the_ir_have_the_same_paths(seed: int, solver: tuple[Solver, Statistics]) -> None:
    the_machine_and_the_ir_have_the_same_paths(seed, solver)


def the_machine_and_the_ir_have_the_same_paths(seed: int, solver: tuple[Solver, Statistics]) -> None:
    checked = check_text(program_text(seed, "javalite"), "random.jl")
    program = lower(checked)
    chain, _ = solver
    for name in MODELS:
        explored = LawSubject(program, BOUNDS, [name], check_guards=False, solver=solver).explored[name]
        model = heap_model(name, program.table)
        ends = run_machine(checked, model, lambda path, goal: chain.check(Query(path, goal)), BOUNDS.max_calls)
        assert Counter(e.key for e in ends) == Counter(t.key for t in explored.traces), name


def test_random_programs_do_what_symbolic_heaps_are_about() -> None:
    counts = Counter(f for seed in range(400) for f in features(random_program(seed, 3)))
    assert set(counts) == set(FEATURES)
    assert min(counts.values()) >= 20, counts
