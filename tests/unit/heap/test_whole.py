"""Contents that are read as a whole: names of their elements agree, and a witness has the values of the model."""

from __future__ import annotations

from dataclasses import replace

from symheap.core.contents import element_symbol
from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BV8, BV32, Term, eq, implies, symbol
from symheap.core.theories.arrays import contents
from symheap.core.theories.functions import ELEMENT, REGION, apply
from symheap.core.types import ARRAY, ELEMENTS, LENGTH, ClassInfo, ClassTable
from symheap.engine.machine import View
from symheap.heap.api import Ok
from symheap.heap.initial_heap import initial_heap
from symheap.heap.input import Inputs
from symheap.heap.pose.model import Pose
from symheap.heap.whole import broken, implied
from symheap.solver.chain import default_chain
from symheap.solver.path import EMPTY_PATH

TABLE = ClassTable([ClassInfo(ARRAY, "Object", (LENGTH,)), ClassInfo("bv8[]", ARRAY, (ELEMENTS[BV8],))])
INDEX = symbol(Origin.root("i"), BV32)


def two_arrays() -> tuple[Inputs, Term, Term]:
    """Return inputs in which `a.length`, `b.length` and `a[i]` have names, and both contents have been read."""
    inputs = Inputs(TABLE)
    inputs, a, _ = inputs.root(Origin.root("a"), TABLE.subtypes("bv8[]"), nullable=True)
    inputs, b, _ = inputs.root(Origin.root("b"), TABLE.subtypes("bv8[]"), nullable=True)
    for owner in (a, b):
        for field in (LENGTH, ELEMENTS[BV8]):
            inputs, _, _ = inputs.bind(owner, field)
    inputs, _, _ = inputs.element(a, BV8, INDEX)
    return replace(inputs, whole=frozenset((contents(a, BV8), contents(b, BV8)))), a, b


def at(owner: Term, index: int) -> Term:
    return element_symbol(contents(owner, BV8), index)


def test_an_element_at_a_symbolic_index_is_one_of_the_contents() -> None:
    inputs, a, _ = two_arrays()
    named = inputs.elements[a, BV8][0].value
    assert list(broken(inputs, Model({a: 1, INDEX: 2, named: 5, at(a, 2): 5}, {}))) == []
    (fact,) = broken(inputs, Model({a: 1, INDEX: 2, named: 5, at(a, 2): 6}, {}))
    assert fact is eq(apply(ELEMENT[BV8], contents(a, BV8), INDEX), named)
    assert fact in list(implied(inputs))


def test_one_array_has_one_contents() -> None:
    inputs, a, b = two_arrays()
    length = inputs.named[b, LENGTH]
    assert isinstance(length, Term)
    assert list(broken(inputs, Model({a: 1, b: 2, at(a, 0): 5, length: 4, INDEX: 9}, {}))) == []
    assert list(broken(inputs, Model({a: 1, b: 1, at(a, 4): 5, length: 4, INDEX: 9}, {}))) == []
    facts = list(broken(inputs, Model({a: 1, b: 1, at(a, 0): 5, length: 4, INDEX: 9}, {})))
    assert facts == [implies(eq(a, b), apply(REGION, contents(b, BV8), 0, contents(a, BV8), 0, length))]


def test_a_witness_has_the_elements_of_the_model() -> None:
    inputs, a, _ = two_arrays()
    length = inputs.named[a, LENGTH]
    assert isinstance(length, Term)
    model = Model(
        {a: 1, length: 3, INDEX: 1, at(a, 0): 7, at(a, 2): 9, at(a, 8): 1}, {1: TABLE.universe.index("bv8[]")}
    )
    assert initial_heap(inputs, model).objects[1].elements == {0: 7, 1: 0, 2: 9}
    assert initial_heap(replace(inputs, whole=frozenset()), model).objects[1].elements == {1: 0}


def test_reading_the_contents_is_noted() -> None:
    pose = Pose(TABLE)
    heap, a, _ = pose.symbolic(pose.empty(), Origin.root("a"), TABLE.subtypes("bv8[]"), nullable=False)
    answer = pose.load(heap, a, ELEMENTS[BV8], View(default_chain()[0], EMPTY_PATH, False))
    (ok,) = [branch for branch in answer if isinstance(branch, Ok)]
    assert ok.value is contents(a, BV8)
    assert ok.heap.inputs.whole == {ok.value}
