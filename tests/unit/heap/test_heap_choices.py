"""References to objects from before the run as choices, and back."""

from __future__ import annotations

import pytest
from array_world import BLUE, CLASSES, FIRST, RED, TABLE, initial_heap
from heap_ways import Way, as_ref, certain, impossible, solve

from symheap.core.origin import Origin
from symheap.core.outcome import Sat
from symheap.core.terms import (
    BOOL,
    NULL,
    REF,
    Op,
    Term,
    Value,
    and_,
    conjunction,
    disjunction,
    eq,
    isa,
    ite,
    not_,
    symbol,
)
from symheap.core.typeset import TypeSet
from symheap.heap.api import Choices, Ref
from symheap.heap.choices import choices, chosen, either
from symheap.heap.initial import Initial, exactly
from symheap.heap.input import Inputs
from symheap.heap.registry import MODELS, heap_model
from symheap.solver.path import EMPTY_PATH

ALL_MODELS = pytest.mark.parametrize("name", MODELS)
COLORS, CLASS = TABLE.subtypes("Color"), TABLE.subtypes("Class")
P, Q = (symbol(Origin.root(name), BOOL) for name in "pq")


def start(name: str, class_name: str) -> tuple[Way, Ref]:
    model = heap_model(name, TABLE)
    types = TABLE.subtypes(class_name)
    heap, ref, facts = model.symbolic(model.empty(initial_heap()), Origin.root("x"), types, nullable=True)
    solved = solve(EMPTY_PATH, conjunction(facts))
    assert isinstance(solved, Sat)
    return Way(model, heap, EMPTY_PATH.assume(conjunction(facts), solved.model)), ref


def is_split(way: Way, found: Choices) -> bool:
    """Whether exactly one condition is true."""
    guards = [guard for guard, _ in found]
    overlaps = disjunction(and_(a, b) for i, a in enumerate(guards) for b in guards[:i])
    return certain(way.path, disjunction(guards)) and impossible(way.path, overlaps)


@ALL_MODELS
def test_a_constant_is_one_of_its_class(name: str) -> None:
    way, color = start(name, "Color")
    result = way.model.choices(way.heap, color, COLORS)
    assert result is not None
    assert {at for _, at in result} == {NULL, RED, BLUE}
    assert is_split(way, result)


@ALL_MODELS
def test_a_choice_and_back(name: str) -> None:
    way, color = start(name, "Color")
    result = way.model.choices(way.heap, color, COLORS)
    assert result is not None
    swapped = tuple((guard, {RED: BLUE, BLUE: RED}.get(at, at)) for guard, at in result)
    for made in way.take(way.model.chosen(way.heap, swapped)):
        again = made.model.choices(made.heap, as_ref(made.cell), COLORS)
        assert again is not None
        assert is_split(made, again)
        before = {at: guard for guard, at in swapped}
        assert all(certain(made.path, either([and_(guard, before[at]), not_(guard)])) for guard, at in again)


@ALL_MODELS
def test_what_may_be_new_is_no_choice(name: str) -> None:
    way, any_object = start(name, "A")
    assert way.model.choices(way.heap, any_object, TABLE.subtypes("A")) is None
    made, new = way.alloc("Color")
    assert made.model.choices(made.heap, new, COLORS) is None
    assert way.model.choices(way.heap, FIRST, TABLE.subtypes("A")) == ((True, FIRST),)


@ALL_MODELS
def test_the_type_narrows_a_choice(name: str) -> None:
    """An input of any class that is known to be a Color is one of the two."""
    way, thing = start(name, "Object")
    (first, *_) = way.take(way.model.is_a(way.heap, thing, COLORS, way.view()))[-1:]
    result = first.model.choices(first.heap, thing, COLORS)
    assert result is not None
    assert {RED, BLUE} <= {at for _, at in result}


@ALL_MODELS
def test_the_class_of_an_input_is_a_choice(name: str) -> None:
    way, thing = start(name, "A")
    told: set[Term] = set()
    for after in way.take(way.model.class_of(way.heap, thing, way.view())):
        if not after.fails():
            result = after.model.choices(after.heap, as_ref(after.cell), CLASS)
            assert result is not None
            assert is_split(after, result)
            told |= {at for _, at in result}
    assert told == {CLASSES["A"], CLASSES["B"]}


# Conditions


def named() -> tuple[Inputs, Term]:
    inputs, ref, _ = Inputs(TABLE, initial=Initial(initial_heap())).root(
        Origin.root("x"), TABLE.everything(), nullable=True
    )
    return inputs, ref


def types(*names: str) -> TypeSet:
    return TypeSet(sum(1 << TABLE.universe.index(name) for name in names), TABLE.universe, " | ".join(names))


def test_conditions_of_a_chain_do_not_grow() -> None:
    inputs, ref = named()
    chain: Value = CLASSES["Object"]
    for name in ("A", "B", "Box", "Color"):
        chain = ite(isa(ref, exactly(TABLE, name)), CLASSES[name], chain, REF)
    assert isinstance(chain, Term)
    result = choices(inputs, chain, CLASS)
    assert result is not None
    conditions = {at: guard for guard, at in result}
    assert conditions[CLASSES["A"]] is isa(ref, exactly(TABLE, "A"))
    assert conditions[CLASSES["Object"]] is not_(isa(ref, types("A", "B", "Box", "Color")))


def test_impossible_ways_are_left_out() -> None:
    inputs, ref = named()
    inner = ite(eq(ref, BLUE), CLASSES["A"], CLASSES["B"], REF)
    graph = ite(eq(ref, RED), inner, ite(P, CLASSES["Box"], ite(P, CLASSES["A"], CLASSES["Color"], REF), REF), REF)
    assert isinstance(graph, Term)
    result = choices(inputs, graph, CLASS)
    assert result is not None
    assert {at for _, at in result} == {CLASSES["B"], CLASSES["Box"], CLASSES["Color"]}
    assert {at: guard for guard, at in result}[CLASSES["B"]] is eq(ref, RED)


def test_tests_of_one_reference_are_joined() -> None:
    _, ref = named()
    joined = either([isa(ref, exactly(TABLE, "A")), P, isa(ref, exactly(TABLE, "Box"))])
    assert isinstance(joined, Term)
    assert joined.op is Op.OR
    assert set(joined.args) == {isa(ref, types("A", "Box")), P}
    assert either([]) is False
    assert either([P, not_(P)]) is True


def test_a_choice_of_one_is_that_object() -> None:
    assert chosen(((P, RED),)) is RED
    assert chosen(((Q, RED), (not_(Q), NULL))) is ite(Q, RED, NULL, REF)
