"""The laws of symbolic heaps against enumeration of all small concrete heaps.

This checks a few hundred random cases; ``benchmarks/shape_laws.py`` checks ten thousand of each, and all pairs of plain
lists.
"""

from __future__ import annotations

from random import Random

import pytest

from symheap.core.terms import Value
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.join import join
from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Logic, Truth
from symheap.separation.heaps.formula import Segment, SymbolicHeap
from symheap.solver.api import Solver, Statistics
from symheap_testing.c.cases import Law, Oracle, RandomCase
from symheap_testing.c.changed_formulas import weakened
from symheap_testing.c.command_laws import executing
from symheap_testing.c.formulas import KINDS, random_heap
from symheap_testing.c.heaps import POINTER
from symheap_testing.c.laws import LAWS, assuming, deciding, entailment
from symheap_testing.c.plain_lists import PlainList, plain_lists

CASES = 72
ENTAILMENTS = 280
PAIRS = 4_000


@pytest.fixture(scope="module")
def logic(solver: tuple[Solver, Statistics]) -> Logic:
    return Logic(solver[0])


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


@pytest.fixture(scope="module")
def formulas() -> list[PlainList]:
    return plain_lists()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_laws_of_symbolic_heaps_hold(law: Law, logic: Logic, oracle: Oracle) -> None:
    for seed in range(ENTAILMENTS if law is entailment else CASES):
        broken = law(RandomCase(seed, logic, oracle))
        assert broken is None, broken


class Rash(Logic):
    """Treats as true everything that it cannot refute."""

    def holds(self, heap: SymbolicHeap, goal: Value) -> Truth:
        result = super().holds(heap, goal)
        return Truth.YES if result is Truth.MAYBE else result


@pytest.mark.parametrize("law", [entailment, deciding, assuming, executing], ids=lambda law: law.__name__)
def test_the_laws_can_be_broken(law: Law, solver: tuple[Solver, Statistics], oracle: Oracle) -> None:
    rash = Rash(solver[0])
    assert any(law(RandomCase(seed, rash, oracle)) is not None for seed in range(ENTAILMENTS))


def test_on_plain_lists_entailment_is_right_both_ways(logic: Logic, formulas: list[PlainList]) -> None:
    random = Random(0)
    said = 0
    for p, q in ((random.choice(formulas), random.choice(formulas)) for _ in range(PAIRS)):
        result = entails(logic, p.heap, q.heap)
        assert result == (p.models <= q.models), (p.heap, q.heap)
        said += result
    assert said > PAIRS // 50


def test_every_plain_list_entails_itself(logic: Logic, formulas: list[PlainList]) -> None:
    assert all(entails(logic, each.heap, each.heap) for each in formulas[::3])


def test_plain_lists_mean_many_different_things(formulas: list[PlainList]) -> None:
    assert len({each.models for each in formulas}) > 150
    assert all(each.models for each in formulas if not each.heap.pure)


def test_the_cases_are_worth_looking_at(logic: Logic) -> None:
    """The laws are not vacuous: heaps are folded, joined and entailed often enough."""
    folded = joined = entailed = 0
    for seed in range(200):
        random = Random(seed)
        kind = KINDS[seed % len(KINDS)]
        heap = random_heap(kind, "xy", random)
        weaker = weakened(kind, heap, random)
        folded += Abstraction(logic, POINTER).fold(heap) != heap
        joined += join(logic, heap, weaker, {"x": POINTER, "y": POINTER}) is not None
        entailed += entails(logic, heap, weaker)
    assert folded >= 10
    assert joined >= 40
    assert entailed >= 80


def test_the_formulas_have_long_and_short_segments() -> None:
    heaps = [random_heap(kind, "xy", Random(seed)) for kind in KINDS for seed in range(30)]
    assert {atom.least for heap in heaps for atom in heap.atoms if isinstance(atom, Segment)} == {0, 1, 2}
