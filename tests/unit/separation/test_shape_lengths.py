"""Lengths of lists: terms in segments, what they imply about emptiness, and what joins keep of them."""

from __future__ import annotations

from dataclasses import replace

import immutables
import pytest

from symheap.core.terms import Op, Term, Value, eq, not_
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.join import join
from symheap.separation.abstraction.precision import FINE
from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Logic, Truth
from symheap.separation.execution.unfolding import unfold_first, unfold_last
from symheap.separation.heaps.formula import Cell, Object, Segment, SymbolicHeap, variable
from symheap.solver.chain import default_chain
from symheap_testing.c.formulas import SLL

V0, V1, V2, V3 = (variable(number, 8) for number in range(4))
I0, I1 = (variable(number, 4) for number in (10, 11))
SIZES = {"x": 8, "y": 8, "i": 4, "n": 4, "k": 8}


@pytest.fixture(scope="module", name="logic")
def fixture_logic() -> Logic:
    return Logic(default_chain()[0])


def fact(value: Value) -> Term:
    assert isinstance(value, Term)
    return value


def plus(a: Value, b: Value) -> Value:
    return bitvector(Op.BVADD, 64, a, b)


def listed(length: Value | None, least: int = 0, next_: Value = 0, **roots: Value) -> SymbolicHeap:
    """Return a list from x on."""
    segment = Segment(SLL.spine, least, V0, next_, length=length)
    return SymbolicHeap(immutables.Map({"x": V0, **roots}), (segment,), next_symbol=12)


def node(base: Term, following: Value) -> Object:
    return Object(base, 8, immutables.Map({0: Cell(8, following)}))


# What a length says ---------------------------------------------------------------------------------------------------


def test_a_list_of_no_items_is_empty(logic: Logic) -> None:
    (settled,) = logic.settle(listed(0))
    assert settled.atoms == ()
    assert settled.roots["x"] == 0


def test_a_list_whose_length_is_not_zero_has_an_item(logic: Logic) -> None:
    heap = replace(listed(V1), pure=frozenset({fact(not_(eq(V1, 0)))}))
    (settled,) = logic.settle(heap)
    assert isinstance(settled.atoms[0], Segment)
    assert settled.atoms[0].least == 1


def test_lists_of_equal_length_are_empty_together(logic: Logic) -> None:
    other = Segment(SLL.spine, 0, V2, 0, length=V1)
    heap = listed(V1, y=V2).with_atoms(other)
    (without,) = logic.emptied(heap, other)
    assert without.atoms == ()
    assert logic.holds(logic.filled(heap, other)[0], eq(V0, 0)) is Truth.NO


def test_a_length_is_bounded_by_the_memory(logic: Logic) -> None:
    heap = listed(V1, k=V1)
    most = (1 << 61) - 1
    assert logic.holds(heap, bitvector(Op.BVULT, 64, most, V1)) is Truth.NO
    assert logic.holds(heap, bitvector(Op.BVULT, 64, most - 1, V1)) is Truth.MAYBE


@pytest.mark.parametrize("unfold", [unfold_first, unfold_last])
def test_what_is_left_has_one_item_less(logic: Logic, unfold: object) -> None:
    heap = listed(V1, 1)
    new = (unfold_first if unfold is unfold_first else unfold_last)(heap, heap.atoms[0])  # type: ignore[arg-type]
    (rest,) = (atom for atom in new.atoms if isinstance(atom, Segment))
    assert rest.length == plus(V1, -1)


# Entailment and folding -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "wanted", "holds"),
    [
        (listed(3, 2), listed(V1), True),
        (listed(3, 2), listed(3), True),
        (listed(3, 2), listed(2), False),
        (listed(3, 2), listed(None), True),
        (listed(None, 2), listed(V1), False),
        (listed(V1, k=V1), listed(V1, k=V1), True),
        (listed(V1, k=V2), listed(V1, k=V1), False),
    ],
)
def test_lengths_are_entailed(logic: Logic, given: SymbolicHeap, wanted: SymbolicHeap, holds: bool) -> None:
    assert entails(logic, given, wanted) is holds


def test_lengths_of_two_lists_in_a_row_are_added(logic: Logic) -> None:
    heap = listed(V1, 0, V2, k=V1).with_atoms(Segment(SLL.spine, 0, V2, 0, length=V3))
    assert entails(logic, heap, listed(plus(V1, V3), k=V1))
    assert not entails(logic, heap, listed(V1, k=V1))


def test_folding_counts_items(logic: Logic) -> None:
    rest = Segment(SLL.spine, 0, V2, 0, length=V3)
    heap = SymbolicHeap(immutables.Map({"x": V0}), (node(V0, V1), node(V1, V2), rest), next_symbol=4)
    folded = Abstraction(logic, 8, precision=replace(FINE, measured=True)).fold(heap)
    (segment,) = folded.atoms
    assert isinstance(segment, Segment)
    assert segment.length == plus(V3, 2)
    (unmeasured,) = Abstraction(logic, 8).fold(heap).atoms
    assert isinstance(unmeasured, Segment)
    assert unmeasured.length is None


# Joins ----------------------------------------------------------------------------------------------------------------


def joined_length(logic: Logic, p: SymbolicHeap, q: SymbolicHeap) -> tuple[SymbolicHeap, Value | None]:
    result = join(logic, p, q, SIZES, measured=True)
    assert result is not None
    (segment, *_) = [atom for atom in result.heap.atoms if isinstance(atom, Segment)]
    return result.heap, segment.length


def test_a_counter_is_the_length(logic: Logic) -> None:
    heap, length = joined_length(logic, listed(2, 2, k=2), listed(3, 2, k=3))
    assert length is heap.roots["k"]
    assert isinstance(length, Term)


def test_a_narrow_counter_is_the_length_as_long_as_it_cannot_wrap(logic: Logic) -> None:
    heap, length = joined_length(logic, listed(2, 2, i=2), listed(3, 2, i=3))
    assert isinstance(length, Term)
    assert length.op is Op.SIGNEXT
    assert length.args[0] is heap.roots["i"]
    around = bitvector(Op.BVADD, 32, I0, 1)
    wide = bitvector(Op.BVADD, 64, fact(bitvector(Op.BVADD, 64, V1, 0)), 1)
    low = eq(fact(extracted(V1)), I0)
    p = replace(listed(V1, i=I0), pure=frozenset({fact(low)}))
    q = replace(listed(wide, i=around), pure=frozenset({fact(low)}))
    heap, length = joined_length(logic, p, q)
    assert isinstance(length, Term)
    assert logic.holds(heap, eq(fact(extracted(length)), heap.roots["i"])) is Truth.YES


def extracted(value: Term) -> Value:
    return extract(value, 31, 0)


def test_what_was_popped_and_what_is_left_are_what_there_was(logic: Logic) -> None:
    """``left = n - i`` is a relation of three numbers, none of which is constant."""

    def popped(number: int) -> SymbolicHeap:
        wide = bitvector(Op.BVADD, 64, fact(extended(I0)), -number)
        facts = {fact(not_(bitvector(Op.BVSLT, 32, I0, number))), fact(not_(bitvector(Op.BVSLT, 32, I0, 5)))}
        return replace(listed(wide, i=number, n=I0), pure=frozenset(facts))

    heap, length = joined_length(logic, popped(1), popped(2))
    i, n = heap.roots["i"], heap.roots["n"]
    assert isinstance(i, Term)
    difference = bitvector(Op.BVSUB, 64, extended(n), extended(i))
    assert length is not None
    assert logic.holds(heap, eq(length, difference)) is Truth.YES
    assert logic.holds(heap, bitvector(Op.BVSLT, 32, n, i)) is Truth.NO


def extended(value: Value) -> Value:
    return extend(value, 32, 64, signed=True)


def test_lengths_that_nothing_tells_are_some_length(logic: Logic) -> None:
    heap, length = joined_length(logic, listed(2, 2), listed(3, 2))
    assert isinstance(length, Term)
    assert length.op is Op.SYM
    assert length not in heap.roots.values()
    result = join(logic, listed(2, 2), listed(3, 2), SIZES)
    assert result is not None
    assert [atom.length for atom in result.heap.atoms if isinstance(atom, Segment)] == [None]
