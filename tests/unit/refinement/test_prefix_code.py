"""Algorithm 3: code that generates the models of a symbolic heap."""

from __future__ import annotations

from random import Random

import immutables
import pytest
from generated_states import END, SmallWorld, in_main, program

from symheap.core.terms import Term, Value, eq, not_
from symheap.memory.check import check
from symheap.memory.execution.interpreter import InterpreterLimits, run
from symheap.memory.ir import Allocate, Assume, Lifetime, Nondet
from symheap.memory.text import function_text
from symheap.refinement.models import satisfies
from symheap.refinement.modified import modified
from symheap.refinement.snapshot import Snapshot
from symheap.separation.heaps.formula import Cell, Object, Segment, SymbolicHeap, variable
from symheap.separation.heaps.pattern import Pattern
from symheap_testing.c.formulas import DLL, INNER, KINDS, OWNING, SLL, Kind, random_heap

_V0, _V1 = variable(0, 8), variable(1, 8)
_LIMITS = InterpreterLimits(steps=400)


def _roots(x: Value, y: Value) -> immutables.Map[str, Value]:
    return immutables.Map([("0:x", x), ("0:y", y)])


def _reached(heap: SymbolicHeap, simplified: bool, runs: int, entry: int = 0) -> tuple[int, int]:
    """Count how many runs finish, and how many of these end in a state that is no model."""
    changed = modified(program(), END, heap, simplified)
    assert check(changed.program) == []
    ended = wrong = 0
    for seed in range(runs):
        snapshot = Snapshot(changed.function, changed.label, heap)
        run(changed.program, SmallWorld(seed, entry), _LIMITS, snapshot)
        if snapshot.state is not None:
            ended += 1
            wrong += not satisfies(snapshot.state, heap)
    return ended, wrong


@pytest.mark.parametrize("simplified", [True, False], ids=["simplified", "literal"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_lemma_1_every_state_that_is_generated_is_a_model(kind: Kind, simplified: bool) -> None:
    random = Random(7)
    ended = 0
    for _ in range(12):
        heap = in_main(random_heap(kind, "xy", random))
        came, wrong = _reached(heap, simplified, 60, kind.spine.entry)
        assert wrong == 0, heap
        ended += came
    assert ended > 0


@pytest.mark.parametrize(
    ("simplified", "pattern", "least"),
    [(True, OWNING.patterns[0], 150), (True, SLL.spine, 150), (False, SLL.spine, 3)],
    ids=["simplified, with data", "simplified", "literal"],
)
def test_lists_are_generated_by_loops(simplified: bool, pattern: Pattern, least: int) -> None:
    heap = SymbolicHeap(_roots(_V0, 0), (Segment(pattern, 1, _V0, 0),), next_symbol=1)
    ended, wrong = _reached(heap, simplified, 600)
    assert ended >= least
    assert wrong == 0


def test_code_of_a_single_list_is_as_in_the_paper() -> None:
    heap = SymbolicHeap(_roots(_V0, _V1), (Segment(SLL.spine, 0, _V0, _V1),), next_symbol=2)
    function = modified(program(), END, heap, simplified=False).program.functions["main (resumed)"]
    commands = [command for block in function.blocks.values() for command in block.commands]
    assert sum(isinstance(command, Allocate) for command in commands) == 1
    assert sum(isinstance(command, Nondet) for command in commands) == 4  # p, q, l and the link of an item
    assert sum(isinstance(command, Assume) for command in commands) == 3  # l >= k, f == a, f == q
    assert "goto prefix#1" in function_text(function)


def test_an_object_that_may_be_absent_is_a_branch() -> None:
    heap = SymbolicHeap(_roots(_V0, 0), (Object(_V0, 4, optional=True),), next_symbol=1)
    states = set()
    changed = modified(program(), END, heap)
    for seed in range(200):
        snapshot = Snapshot(changed.function, changed.label, heap)
        run(changed.program, SmallWorld(seed), _LIMITS, snapshot)
        if snapshot.state is not None:
            assert satisfies(snapshot.state, heap)
            states.add(len(snapshot.state.objects))
    assert states == {0, 1}


def test_what_was_freed_is_nobody_elses() -> None:
    apart = not_(eq(_V0, _V1))
    assert isinstance(apart, Term)
    heap = SymbolicHeap(
        _roots(_V0, _V1),
        (
            Object(_V0, 8, lifetime=Lifetime.ENDED),
            Object(_V1, 8, immutables.Map({0: Cell(8, _V0)})),
        ),
        frozenset({apart}),
        2,
    )
    ended, wrong = _reached(heap, True, 300)
    assert ended > 5
    assert wrong == 0


def test_both_forms_generate_doubly_linked_and_nested_lists() -> None:
    for pattern in (DLL.spine, INNER.spine):
        sides = (0, _V1) if pattern.back is not None else (None, None)
        segment = Segment(pattern, 1, _V0, 0, *sides)
        heap = SymbolicHeap(_roots(_V0, 0), (segment,), next_symbol=2)
        ended, wrong = _reached(heap, True, 100)
        assert ended > 10
        assert wrong == 0
