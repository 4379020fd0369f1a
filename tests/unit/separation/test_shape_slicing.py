"""Slices: blocks outside of them are on no run to the failure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.execution.closures import InterpreterFrame
from symheap.memory.execution.interpreter import InterpreterLimits, run
from symheap.memory.execution.oracle import RandomOracle
from symheap.memory.execution.store import Memory
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed
from symheap.separation.proof.slicing import slice_of
from symheap.separation.proof.transition import System
from symheap_testing.c.campaign import load_program, proved
from symheap_testing.c.corpus import broken_programs

PROGRAMS = [found.source for found in broken_programs(Path(__file__).parents[2] / "programs" / "c")][::5]
RUNS = 60
BRANCHES = """
int nondet(void);
int safe(int x) { return x + 1; }
int main(void) {
    int *p = 0, x = 1;
    if (nondet()) {
        x = safe(2);
        return x;
    }
    if (nondet())
        x = 3;
    *p = x;
    return safe(x);
}
"""
RECURSIVE = """
int nondet(void);
typedef unsigned long size_t;
void *malloc(size_t);
struct node { struct node *next; };
struct node *build(int n) {
    struct node *made;
    if (n <= 0)
        return 0;
    made = malloc(sizeof *made);
    made->next = build(n - 1);
    return made;
}
int unused(int n) { return n > 0 ? unused(n - 1) : 0; }
int main(void) {
    struct node *list = build(nondet());
    if (nondet())
        return unused(3);
    return list->next == 0;
}
"""


def analysed(program: Program) -> System:
    return proved(program, 10.0).system


def blocks_of_runs_to(program: Program, places: set[str]) -> list[set[tuple[str, str]]]:
    """Return the blocks that random runs enter before they fail at one of some places."""
    slices: list[set[tuple[str, str]]] = []
    for seed in range(RUNS):
        entered: set[tuple[str, str]] = set()

        def note(frames: Sequence[InterpreterFrame], memory: Memory, entered: set[tuple[str, str]] = entered) -> None:
            entered.add((frames[-1].function.name, frames[-1].label))

        outcome = run(program, RandomOracle(seed), InterpreterLimits(steps=3_000), note)
        if isinstance(outcome, Failed) and outcome.position.place in places:
            slices.append(entered)
    return slices


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_runs_to_a_failure_stay_in_the_slice(path: Path) -> None:
    program = load_program(path)
    system = analysed(program)
    assert system.failures
    for place in {failure.fault.position.place for failure in system.failures}:
        there = [failure for failure in system.failures if failure.fault.position.place == place]
        blocks = slice_of(system, *there).blocks
        assert system.gaps or all(entered <= blocks for entered in blocks_of_runs_to(program, {place}))


def test_what_leads_elsewhere_is_cut_off() -> None:
    program = load_text(BRANCHES, "branches.c", COptions())
    system = analysed(program)
    (place,) = {failure.fault.position.place for failure in system.failures}
    result = slice_of(system, *system.failures)
    assert result.vertices < {vertex.number for vertex in system.vertices}
    assert all({edge.source, edge.target} <= result.vertices for edge in result.edges)
    assert {function for function, _ in result.blocks} == {"main"}
    runs = blocks_of_runs_to(program, {place})
    assert runs
    assert all(entered <= result.blocks for entered in runs)


def test_functions_that_are_called_by_summary_are_kept_whole() -> None:
    program = load_text(RECURSIVE, "recursive.c", COptions())
    system = analysed(program)
    place = next(failure.fault.position.place for failure in system.failures)
    result = slice_of(system, *system.failures)
    assert {label for function, label in result.blocks if function == "build"} == set(program.functions["build"].blocks)
    assert "unused" not in {function for function, _ in result.blocks}
    runs = blocks_of_runs_to(program, {place})
    assert runs
    assert all(entered <= result.blocks for entered in runs)
