"""Names of one slot are equal: exactly the violations of a model are reported."""

from __future__ import annotations

from dataclasses import replace

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import INT, Term, and_, eq, implies, symbol
from symheap.core.types import ClassInfo, ClassTable, Field, Type, ref_type
from symheap.heap.congruence import conflicts, congruence
from symheap.heap.input import Element, Inputs

NEXT = Field("C", "next", ref_type("C"))
VAL = Field("C", "val", Type(INT))
TABLE = ClassTable([ClassInfo("C", "Object", (NEXT, VAL))])


def two_cells() -> tuple[Inputs, Term, Term]:
    """Return inputs in which `a.val`, `b.val` and `a.next` have names."""
    inputs = Inputs(TABLE, congruent=True)
    inputs, a, _ = inputs.root(Origin.root("a"), TABLE.subtypes("C"), nullable=True)
    inputs, b, _ = inputs.root(Origin.root("b"), TABLE.subtypes("C"), nullable=True)
    for owner, field in ((a, VAL), (b, VAL), (a, NEXT)):
        inputs, _, _ = inputs.bind(owner, field)
    return inputs, a, b


def test_different_objects_may_hold_different_values() -> None:
    inputs, a, b = two_cells()
    assert conflicts(inputs, Model({a: 1, b: 2, _name(inputs, a, VAL): 7}, {})) == ()


def test_one_object_has_one_value_in_a_field() -> None:
    inputs, a, b = two_cells()
    x, y = _name(inputs, a, VAL), _name(inputs, b, VAL)
    assert conflicts(inputs, Model({a: 1, b: 1, x: 7}, {})) == (implies(eq(a, b), eq(x, y)),)
    assert conflicts(inputs, Model({a: 1, b: 1, x: 7, y: 7}, {})) == ()


def test_null_has_no_fields() -> None:
    inputs, a, _ = two_cells()
    assert conflicts(inputs, Model({_name(inputs, a, VAL): 7}, {})) == ()


def test_elements_at_equal_indices_are_equal() -> None:
    inputs, a, b = two_cells()
    i, x, y = (symbol(Origin.root(name), INT) for name in ("i", "x", "y"))
    elements = inputs.elements.set((a, INT), (Element(0, x),)).set((b, INT), (Element(i, y),))
    arrays = replace(inputs, elements=elements)
    (fact,) = conflicts(arrays, Model({a: 1, b: 1, x: 3}, {}))
    assert fact in (
        implies(and_(eq(a, b), eq(0, i)), eq(x, y)),
        implies(and_(eq(b, a), eq(i, 0)), eq(y, x)),
    )
    assert conflicts(arrays, Model({a: 1, b: 1, x: 3, i: 1}, {})) == ()
    assert conflicts(arrays, Model({a: 1, b: 2, x: 3}, {})) == ()


def test_what_stands_alone_is_told_everything() -> None:
    inputs, a, b = two_cells()
    assert tuple(congruence(inputs)) == (implies(eq(a, b), eq(_name(inputs, a, VAL), _name(inputs, b, VAL))),)
    assert tuple(congruence(replace(inputs, congruent=False))) == ()


def test_a_model_that_was_checked_is_not_checked_again() -> None:
    inputs, a, b = two_cells()
    model = Model({a: 1, b: 2}, {})
    assert conflicts(inputs, model) == ()
    assert model.agrees_with is inputs


def _name(inputs: Inputs, owner: Term, field: Field) -> Term:
    name = inputs.named[owner, field]
    assert isinstance(name, Term)
    return name
