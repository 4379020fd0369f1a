"""Proofs of C programs against runs of them, and their edges by entailment, on the whole corpus.

This checks a few thousand states; ``benchmarks/c_soundness.py`` checks a hundred thousand.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import immutables
import pytest

from sampling import sample
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.ir import DataModel
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.proof.transition import EdgeKind
from symheap_testing.c.campaign import JudgedSystem, corpus, examine, load_program, proved
from symheap_testing.c.programs import random_lists
from symheap_testing.c.runs import first_failure, proof

PROGRAMS = corpus(Path(__file__).parents[1] / "programs" / "c")
SECONDS = 2.0
RUNS = 4
STATES = 40
SEEDS = range(7_000, 7_012)

LISTS = """
typedef unsigned long size_t;
void *malloc(size_t);
int nondet(void);
struct node { struct node *next; };
int main(void) {
    struct node *list = 0, *new;
    while (nondet()) { new = malloc(sizeof *new); new->next = list; list = new; }
    return 0;
}
"""


@pytest.mark.parametrize("path", sample(PROGRAMS, 5), ids=lambda path: path.stem)
def test_states_are_models_and_edges_are_entailments(path: Path) -> None:
    result = examine(proved(load_program(path), SECONDS), range(RUNS), STATES)
    assert result.is_sound, result


@pytest.mark.parametrize("path", sample(PROGRAMS[::10], 4), ids=lambda path: path.stem)
def test_addresses_of_four_bytes(path: Path) -> None:
    result = examine(proved(load_program(path, DataModel.ILP32), SECONDS), range(RUNS), STATES)
    assert result.is_sound, result


@pytest.mark.parametrize("seed", sample(SEEDS, 4))
def test_random_list_programs(seed: int) -> None:
    program = load_text(random_lists(seed), f"seed-{seed}.c", COptions())
    result = proved(program, SECONDS)
    examined = examine(result, range(RUNS))
    assert examined.is_sound, examined
    if result.is_safe:
        assert first_failure(program, range(100)) is None


# The checks can fail --------------------------------------------------------------------------------------------------


def lists() -> JudgedSystem:
    return proved(load_text(LISTS, "lists.c", COptions()), SECONDS)


def test_a_sound_proof_passes() -> None:
    result = examine(lists(), range(RUNS))
    assert result.is_sound
    assert result.edges > 0
    assert result.states > RUNS
    assert result.partly == 0


def test_a_heap_that_says_too_much_is_noticed() -> None:
    """Behaves as if all lists were empty."""
    whole = lists()
    system = whole.system
    empty = SymbolicHeap(immutables.Map({"0:list": 0}))
    system.vertices[:] = [replace(vertex, heap=empty) if vertex.heap.atoms else vertex for vertex in system.vertices]
    result = examine(whole, range(RUNS))
    assert result.strangers
    assert result.wrong_edges
    assert not result.is_sound


def test_a_vertex_that_is_not_reached_is_no_part_of_the_proof() -> None:
    system = lists().system
    reached = proof(system)
    system.edges[:] = [edge for edge in system.edges if edge.kind is EdgeKind.STEP and edge.target == 0]
    assert len(proof(system)) < len(reached)
    assert [vertex.number for vertex in proof(system)] == [0]
