"""Folding, and cases without it: links by type, numbers instead of links, held objects, tags and guards."""

from __future__ import annotations

from dataclasses import replace

import immutables
import pytest

from symheap.core.terms import Op, Term, Value, eq, not_, or_
from symheap.memory.expressions import Binary, Number, Operator, Register
from symheap.memory.ir import Lifetime
from symheap.separation.abstraction.field_tests import FieldTest, FieldTests
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.precision import FINE
from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Logic, Truth
from symheap.separation.heaps.addresses import is_apart
from symheap.separation.heaps.canonical import garbage
from symheap.separation.heaps.formula import Cell, Object, Segment, SymbolicHeap, variable
from symheap.solver.chain import default_chain
from symheap_testing.c.formulas import SHARING, SLL

V = [variable(number, 8) for number in range(8)]
TAG: FieldTests = {(0, 4): (FieldTest("x", Binary(Operator.EQ, Register("x", 4), Number(0, 4))),)}
KEY: FieldTests = {(0, 4): ()}


@pytest.fixture(scope="module", name="logic")
def fixture_logic() -> Logic:
    return Logic(default_chain()[0])


def node(base: Term, cells: dict[int, Value], size: int = 16, number: int = 0) -> Object:
    """Return a node with pointers at offsets; those below `number` are integers of four bytes."""
    held = {offset: Cell(4 if offset < number else 8, value) for offset, value in cells.items()}
    return Object(base, size, immutables.Map(held))


def heap(*atoms: Object | Segment, **roots: Value) -> SymbolicHeap:
    return SymbolicHeap(immutables.Map({"x": V[0], **roots}), atoms, next_symbol=8)


def segments(folded: SymbolicHeap) -> list[Segment]:
    return [atom for atom in folded.atoms if isinstance(atom, Segment)]


def test_types_say_what_a_link_is(logic: Logic) -> None:
    two = heap(node(V[0], {0: V[1], 8: 0}), node(V[1], {0: 0, 8: 0}))
    assert segments(Abstraction(logic, 8).fold(two))
    assert not segments(Abstraction(logic, 8, links={16: frozenset({8})}).fold(two))
    assert segments(Abstraction(logic, 8, links={24: frozenset({8})}).fold(two))


@pytest.mark.parametrize(("held", "is_list"), [(0, True), (V[2], True), (1, False), (7, False)])
def test_a_number_is_no_link(logic: Logic, held: Value, is_list: bool) -> None:
    two = heap(node(V[0], {0: V[1]}), node(V[1], {0: held}))
    assert bool(segments(Abstraction(logic, 8).fold(two))) is is_list


def test_what_a_root_holds_keeps_its_owner(logic: Logic) -> None:
    """Two nodes with an object each, which leads to another one: if y and z point there, it is not theirs alone."""
    nodes = node(V[0], {0: V[1], 8: V[2]}), node(V[1], {0: 0, 8: V[3]})
    owned = node(V[2], {0: V[4]}, 8), node(V[3], {0: V[5]}, 8), Object(V[4], 4), Object(V[5], 4)
    abstraction = Abstraction(logic, 8, links={16: frozenset({0})})
    assert segments(abstraction.fold(heap(*nodes, *owned)))
    assert not segments(abstraction.fold(heap(*nodes, *owned, y=V[4], z=V[5])))


def test_a_list_that_ends_somewhere_begins_somewhere(logic: Logic) -> None:
    last = Object(V[2], 8)
    there = heap(Segment(SLL.spine, 0, V[0], V[1]), Segment(SLL.spine, 0, V[1], V[2]), last)
    assert is_apart(there, V[0], 0)
    assert logic.holds(there, eq(V[0], 0)) is Truth.NO
    nowhere = heap(Segment(SLL.spine, 0, V[0], V[1]), Segment(SLL.spine, 0, V[1], 0), last, y=V[2])
    assert logic.holds(nowhere, eq(V[0], 0)) is Truth.MAYBE


def test_a_tag_decides_which_items_own_something(logic: Logic) -> None:
    tagged = node(V[0], {0: 1, 8: V[2], 16: V[1]}, 24, 4), node(V[1], {0: 0, 8: 0, 16: 0}, 24, 4)
    whole = heap(*tagged, Object(V[2], 4))
    (plain,) = segments(Abstraction(logic, 8, tests=TAG).fold(whole))
    assert not plain.pattern.pure
    (linked,) = segments(Abstraction(logic, 8, precision=replace(FINE, linked=True), tests=TAG).fold(whole))
    assert len(linked.pattern.pure) == 2
    assert all(len(fact.args) == 2 or fact.op is Op.NOT for fact in linked.pattern.pure)


def test_a_guard_stays_apart(logic: Logic) -> None:
    precision = replace(FINE, apart=True)
    for last, many in ((2**31 - 1, 0), (5, 1)):
        nodes = node(V[0], {0: variable(20, 4), 8: V[1]}, 16, 4), node(V[1], {0: last, 8: 0}, 16, 4)
        assert len(segments(Abstraction(logic, 8, precision=precision, tests=KEY).fold(heap(*nodes)))) == many


def test_a_tag_decides_which_items_own_what_they_point_at(logic: Logic) -> None:
    """One node owns an object, the other borrows one: what a test tells of ownership becomes part of the pattern."""
    tagged = node(V[0], {0: 1, 8: V[2], 16: V[1]}, 24, 4), node(V[1], {0: 0, 8: V[3], 16: 0}, 24, 4)
    whole = heap(*tagged, Object(V[2], 4), Object(V[3], 4, lifetime=Lifetime.GLOBAL), y=V[3])
    assert not segments(Abstraction(logic, 8, tests=TAG).fold(whole))
    folded = Abstraction(logic, 8, precision=replace(FINE, linked=True), tests=TAG).fold(whole)
    (guarded,) = segments(folded)
    item, own = guarded.pattern.atoms
    assert isinstance(item, Object)
    assert isinstance(own, Object)
    assert own.optional
    assert own.base not in {cell.value for cell in item.cells.values()}
    assert entails(logic, whole, folded)
    other = replace(whole, atoms=(tagged[0], replace(tagged[1], cells=tagged[0].cells), *whole.atoms[2:]))
    assert not entails(logic, other, folded)


def test_a_test_places_an_object_that_is_owned_if_it_holds(logic: Logic) -> None:
    """Law: unfolding and assuming the test gives the object at the pointer; assuming its negation gives none."""
    tag, pointer, base = variable(20, 4), V[2], V[3]
    facts = or_(eq(tag, 0), eq(pointer, base)), or_(eq(tag, 0), not_(eq(base, 0))), or_(not_(eq(tag, 0)), eq(base, 0))
    item = node(V[0], {0: tag, 8: pointer, 16: 0}, 24, 4), Object(base, 4, optional=True)
    unknown = replace(heap(*item), pure=frozenset(fact for fact in facts if isinstance(fact, Term)))
    assert not garbage(unknown)
    (there,) = logic.assume(unknown, not_(eq(tag, 0)))
    owned = next(atom for atom in there.atoms if isinstance(atom, Object) and atom.size == 4)
    first = next(atom for atom in there.atoms if isinstance(atom, Object) and atom.size == 24)
    assert not owned.optional
    assert first.cells[8].value is owned.base
    (absent,) = logic.assume(unknown, eq(tag, 0))
    assert len(absent.atoms) == 1


def test_items_that_have_less_in_common_are_weaker(logic: Logic) -> None:
    common, plain = SHARING.patterns
    strong = heap(Segment(common, 1, V[0], 0, shared=(V[1],)), y=V[1])
    weak = heap(Segment(plain, 1, V[0], 0), y=V[1])
    assert entails(logic, strong, weak)
    assert not entails(logic, weak, strong)
