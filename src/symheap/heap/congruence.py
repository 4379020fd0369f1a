"""Names of one slot of the initial heap are equal: ``Y = Y'`` implies ``Y.f = Y'.f``, and so for elements.

All pairs of names are too many to be told: a list of n cells has n²/2 of them.  So a path is told only the ones that a
model of it breaks (`conflicts`): what is unsatisfiable without the others is so with them, and a model that breaks none
is a model of all.
"""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.model import Model, Plain
from symheap.core.terms import Sort, Term, Value, and_, eq, implies
from symheap.core.types import Field
from symheap.heap.input import Element, Inputs
from symheap.heap.whole import broken, implied


def conflicts(inputs: Inputs, model: Model) -> tuple[Value, ...]:
    """The facts of this kind that a model breaks, one for each slot that would have two values."""
    if model.agrees_with is inputs:
        return ()
    found = tuple(broken(inputs, model))
    if inputs.congruent:
        found += (*_fields(inputs, model), *_elements(inputs, model))
    if not found:
        model.agrees_with = inputs
    return found


def _fields(inputs: Inputs, model: Model) -> Iterator[Value]:
    """Only where two references are to one object do fields have two names."""
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
    """An element has two names where two references are to one array, or an index is a term."""
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
            found = first.setdefault((number, kind, evaluate(element.index)), (owner, element))
            other = found[1]
            if other.value is not element.value and evaluate(other.value) != evaluate(element.value):
                same = and_(eq(found[0], owner), eq(other.index, element.index))
                yield implies(same, eq(other.value, element.value))


def congruence(inputs: Inputs) -> Iterator[Value]:
    """All facts of this kind, for a formula that is to stand alone."""
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
    """Where a name stands among the others.  Maps have no order that the next run would have again."""
    (owner, part), _ = item
    return owner.id, str(part)
