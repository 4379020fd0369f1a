"""POSE: the order of aliases inside a value, and receivers that are a choice."""

from __future__ import annotations

from collections import Counter

import pytest
from heap_ways import FLAG, NEXT, TABLE, VAL, Anything

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, INT, NULL, REF, Op, Term, Value, eq, ite, location, symbol
from symheap.core.theories.choice import leaves
from symheap.core.types import Field
from symheap.heap.api import Ok
from symheap.heap.pose.model import Pose, PoseHeap
from symheap.heap.pose.rules import assume, getfield, initialize, putfield, refine_leaves

X, Y, Z = (symbol(Origin.root(name), REF) for name in "xyz")
P, Q = (symbol(Origin.root(name), BOOL) for name in "pq")


def start(*refs: Term, classes: str = "A") -> PoseHeap:
    model = Pose(TABLE)
    heap = model.empty()
    for ref in refs:
        heap, _, _ = model.symbolic(heap, ref.origin, TABLE.subtypes(classes), nullable=True)
    return heap


def initial(ref: Term, field: Field) -> Term:
    return symbol(ref.origin.then(field.name), field.type.sort)


def names(heap: PoseHeap) -> Counter[tuple[Term, Field]]:
    """Count how often each place of the initial heap was given a name."""
    return Counter((b.owner, b.field) for b in heap.inputs.bindings)


def choice(condition: Value, then: Value, other: Value) -> Term:
    result = ite(condition, then, other)
    assert isinstance(result, Term)
    return result


def test_the_latest_alias_stands_outermost() -> None:
    """Rule: [POSE] section III-B, assume(H, Y, f, Z), and Fig. 2(b)"""
    heap = start(X, Y, Z)
    for ref in (X, Y, Z):
        heap, _, _ = getfield(heap, ref, VAL)
    x, y, z = (initial(ref, VAL) for ref in (X, Y, Z))
    of_y = ite(eq(Y, X), x, y)
    assert heap.slot(X, VAL) is x
    assert heap.slot(Y, VAL) is of_y
    assert heap.slot(Z, VAL) is ite(eq(Z, Y), of_y, ite(eq(Z, X), x, z))


def test_a_reference_is_no_alias_of_itself_nor_of_what_has_another_class() -> None:
    heap = start(X, Y)
    heap, _, _ = getfield(heap, X, VAL)
    fresh = symbol(Origin.root("fresh"), INT)
    assert assume(heap, X, VAL, fresh) is fresh
    assert assume(heap, Y, VAL, fresh) is ite(eq(Y, X), initial(X, VAL), fresh)
    model = Pose(TABLE)
    heap, d, _ = model.symbolic(heap, Z.origin, TABLE.subtypes("D"), nullable=True)
    assert assume(heap, d, VAL, fresh) is fresh


def test_a_slot_is_initialized_once() -> None:
    heap, _, first = getfield(start(X), X, VAL)
    again, facts = initialize(heap, X, VAL)
    assert again is heap
    assert facts == ()
    assert getfield(heap, X, VAL)[2] is first


def test_reading_one_field_leaves_the_others_open() -> None:
    heap, _, _ = getfield(start(X), X, VAL)
    assert heap.slot(X, FLAG) is None
    assert FLAG in heap.objects[X]
    assert heap.initialized.get(FLAG, ()) == ()


def test_a_write_names_nothing_of_the_initial_heap() -> None:
    heap, facts = putfield(start(X), X, VAL, 7)
    assert heap.slot(X, VAL) == 7
    assert names(heap) == {}
    assert facts == ()


# Receivers that are a choice ------------------------------------------------------------------------------------------

RECEIVERS: list[Term] = [
    choice(P, X, Y),
    choice(P, X, choice(Q, Y, X)),
    choice(P, choice(Q, X, Y), choice(eq(X, Y), Y, Z)),
    choice(P, NULL, choice(Q, X, Y)),
]


@pytest.mark.parametrize("receiver", RECEIVERS, ids=str)
@pytest.mark.parametrize("field", [VAL, NEXT, FLAG], ids=str)
def test_each_leaf_is_refined_once(receiver: Term, field: Field) -> None:
    """Rule: [POSE] Fig. 9, "Step" (its first premise)"""
    symbols = [leaf for leaf in leaves(receiver) if leaf.op is Op.SYM]
    heap, facts = refine_leaves(start(X, Y, Z), receiver, field)
    assert names(heap) == {(leaf, field): 1 for leaf in symbols}
    assert len(facts) == (len(symbols) if field.type.sort is REF else 0)
    again, no_facts = refine_leaves(heap, receiver, field)
    assert again is heap
    assert no_facts == ()


def test_many_paths_to_few_leaves_cost_one_visit_each() -> None:
    receiver: Term = choice(P, X, Y)
    for i in range(60):
        flag = symbol(Origin.root(f"c{i}"), BOOL)
        receiver = choice(flag, receiver, choice(Q, receiver, Z))
    heap, _, value = getfield(start(X, Y, Z), receiver, VAL)
    assert names(heap) == {(leaf, VAL): 1 for leaf in (X, Y, Z)}
    assert Model({P: True, X: 1, Y: 2, Z: 3, initial(X, VAL): 10}, {}).evaluate(value or 0) in (0, 10)


def small_models() -> list[Model]:
    values = {initial(X, VAL): 10, initial(Y, VAL): 20, initial(Z, VAL): 30}
    return [
        Model({**values, P: p, Q: q, X: x, Y: y, Z: z}, {})
        for p in (False, True)
        for q in (False, True)
        for x, y, z in ((1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 2, 2), (1, 2, 3))
    ]


def initially(model: Model) -> dict[int, int]:
    """Return the field of each object: if it has several names, the first one counts."""
    found: dict[int, int] = {}
    for ref in (X, Y, Z):
        found.setdefault(int(model[ref]), int(model[initial(ref, VAL)]))
    return found


@pytest.mark.parametrize("receiver", RECEIVERS, ids=str)
def test_a_read_and_a_write_through_a_choice_are_those_of_the_object_that_it_is(receiver: Term) -> None:
    heap = start(X, Y, Z)
    for ref in (X, Y, Z):
        heap, _, _ = getfield(heap, ref, VAL)
    _, _, value = getfield(heap, receiver, VAL)
    assert value is not None
    written, _ = putfield(heap, receiver, VAL, 7)
    for model in small_models():
        at = int(model.evaluate(receiver))
        if at == 0:
            continue
        expected = initially(model)
        assert model.evaluate(value) == expected[at]
        expected[at] = 7
        for ref in (X, Y, Z):
            slot = written.slot(ref, VAL)
            assert slot is not None
            assert model.evaluate(slot) == expected[int(model[ref])]


def test_a_branch_that_cannot_be_read_leaves_the_other() -> None:
    """Rule: [POSE] Fig. 4, "Getfield (c2)" to "Getfield (c4)" """
    heap, _, value = getfield(start(X), choice(P, NULL, X), VAL)
    assert value is initial(X, VAL)
    assert getfield(heap, NULL, VAL)[2] is None
    model = Pose(TABLE)
    answer = model.load(start(X), choice(P, NULL, X), VAL, Anything())
    (ok,) = [branch for branch in answer if isinstance(branch, Ok)]
    assert not Model({P: True, X: 1}, {}).satisfies(ok.guard)
    assert Model({P: False, X: 1}, {}).satisfies(ok.guard)
    assert not Model({P: False, X: 0}, {}).satisfies(ok.guard)


def test_a_write_through_a_choice_with_a_new_object_is_kept_apart() -> None:
    model = Pose(TABLE)
    heap, made = model.alloc(start(X), "A")
    assert made is location(0, "A")
    written, _ = putfield(heap, choice(P, X, made), VAL, 7)
    assert written.slot(made, VAL) is ite(P, 0, 7)
    assert written.slot(X, VAL) is ite(P, 7, initial(X, VAL))
