"""Congruence: names of one slot of the initial heap are equal. ``Y = Y'`` implies ``Y.f = Y'.f``, and so for elements.

There are too many pairs of names to state them all: a list of n cells has n²/2. So a path receives only those that a
model of it violates (`conflicts`). This is exact: a condition that is unsatisfiable without the other facts is so with
them, and a model that violates none is a model of all.
"""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.model import Model, Plain
from symheap.core.terms import Sort, Term, Value, and_, eq, implies
from symheap.core.types import Field
from symheap.heap.input import Element, Inputs
from symheap.heap.whole import broken, implied


def conflicts(inputs: Inputs, model: Model) -> tuple[Value, ...]:
    """Return the congruence facts that a model violates, one for each slot that would have two values."""
    if model.agrees_with is inputs:
        return ()
    violated = tuple(broken(inputs, model))
    if inputs.congruent:
        violated += (*_fields(inputs, model), *_elements(inputs, model))
    if not violated:
        model.agrees_with = inputs
    return violated


def _fields(inputs: Inputs, model: Model) -> Iterator[Value]:
    """Yield violated facts about fields. A field has two names only if two references are to one object."""
    together = model.together
    if not together:
        return
    evaluate = model.evaluate
    first: dict[tuple[Plain, Field], tuple[Term, Value]] = {}
    shared = [item for item in inputs.named.items() if item[0][0] in together and item[0][1].type.sort.element is None]
    for (owner, field), value in sorted(shared, key=_place):
        number = together[owner]
        other = first.setdefault((number, field), (owner, value))
        if other[1] is not value and evaluate(other[1]) != evaluate(value):
            yield implies(eq(other[0], owner), eq(other[1], value))


def _elements(inputs: Inputs, model: Model) -> Iterator[Value]:
    """Yield violated facts about elements, which have two names if two references or two indices are equal."""
    values, evaluate, together = model.values, model.evaluate, model.together
    shared = [
        ((owner, kind), elements)
        for (owner, kind), elements in inputs.elements.items()
        if values.get(owner, 0) and (owner in together or any(type(element.index) is not int for element in elements))
    ]
    first: dict[tuple[Plain, Sort, Plain], tuple[Term, Element]] = {}
    for (owner, kind), elements in sorted(shared, key=_place):
        number = values[owner]
        for element in elements:
            named = first.setdefault((number, kind, evaluate(element.index)), (owner, element))
            other = named[1]
            if other.value is not element.value and evaluate(other.value) != evaluate(element.value):
                same = and_(eq(named[0], owner), eq(other.index, element.index))
                yield implies(same, eq(other.value, element.value))


def congruence(inputs: Inputs) -> Iterator[Value]:
    """Yield all congruence facts, for a self-contained formula."""
    yield from implied(inputs)
    if not inputs.congruent:
        return
    named = [item for item in sorted(inputs.named.items(), key=_place) if item[0][1].type.sort.element is None]
    for i, ((owner, field), value) in enumerate(named):
        for (other, same_field), held in named[:i]:
            if field is same_field and inputs.compatible(owner, other):
                yield implies(eq(other, owner), eq(held, value))
    arrays = sorted(inputs.elements.items(), key=_place)
    for i, ((owner, kind), elements) in enumerate(arrays):
        for (other, same_kind), others in arrays[: i + 1]:
            if kind is same_kind and inputs.compatible(owner, other):
                for a in elements:
                    for b in others:
                        yield implies(and_(eq(other, owner), eq(a.index, b.index)), eq(a.value, b.value))


def _place(item: tuple[tuple[Term, Field | Sort], object]) -> tuple[int, str]:
    """Return a sort key for a name, since maps have no order that is the same in every run."""
    (owner, part), _ = item
    return owner.id, str(part)
