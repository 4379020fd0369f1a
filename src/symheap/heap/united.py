"""Inputs of two merged heaps: the union of what both have named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symheap.core.terms import NULL, Term, Value, and_, eq, implies, not_
from symheap.core.types import Field
from symheap.core.typeset import TypeSet
from symheap.heap.input import Element, Inputs
from symheap.heap.merging import Apart


def united(left: Inputs, right: Inputs) -> Inputs | Apart:
    """Return inputs with the names of both, and for each input the classes that it has on either side."""
    problem = _difference(left, right)
    if problem is not None:
        return Apart(problem)
    bounds, given = left.bounds.mutate(), left.given.mutate()
    for ref, types in right.bounds.items():
        bounds[ref] = _either(bounds[ref], types) if ref in bounds else types
        if ref not in given:
            given[ref] = right.given[ref]
    elements = left.elements.mutate()
    for place, named in right.elements.items():
        known = elements.get(place, ())
        elements[place] = (*known, *(each for each in named if find_element(known, each.index) is None))
    return replace(
        left,
        bounds=bounds.finish(),
        bindings=(*left.bindings, *(b for b in right.bindings if (b.owner, b.field) not in left.named)),
        elements=elements.finish(),
        active=tuple(dict.fromkeys((*left.active, *right.active))),
        written=left.written | right.written,
        given=given.finish(),
        owned=left.owned | right.owned,
        named=left.named.update(right.named),
        whole=left.whole | right.whole,
    )


def _difference(left: Inputs, right: Inputs) -> str | None:
    if left.roots != right.roots:
        return "inputs"
    if (left.absent.mask if left.absent else 0) != (right.absent.mask if right.absent else 0):
        return "classes of inputs"
    if any(left.given[r].mask != t.mask or left.given[r].declared != t.declared for r, t in _shared_given(left, right)):
        return "declarations of a name"
    if any(left.named.get(place, value) is not value for place, value in right.named.items()):
        both = ((left.named.get(place, value), value) for place, value in right.named.items())
        if any(type(a) is not type(b) or a != b for a, b in both):
            return "names of a slot"
    return None


def _shared_given(left: Inputs, right: Inputs) -> Iterator[tuple[Term, TypeSet]]:
    return ((ref, types) for ref, types in right.given.items() if ref in left.given)


def _either(a: TypeSet, b: TypeSet) -> TypeSet:
    if not b.mask & ~a.mask:
        return a
    if not a.mask & ~b.mask:
        return b
    return TypeSet(a.mask | b.mask, a.universe, f"{a.text} | {b.text}", declared=a.declared)


def is_narrower(side: Inputs, whole: Inputs) -> bool:
    """Whether a side knows more about the classes of an input than both sides together."""
    return any(types.mask != whole.bounds[ref].mask for ref, types in side.bounds.items())


def find_element(named: tuple[Element, ...], index: Value) -> Element | None:
    for each in named:
        if each.index is index or (isinstance(index, int) and each.index == index):
            return each
    return None


def order_facts(left: Inputs, right: Inputs, whole: Inputs) -> tuple[Value, ...]:
    """Return the facts that names of one slot are equal, for those that the sides did not name in the same order.

    Each side defines the later name of a slot through the earlier one, so the values of one side never depend on both.
    Those of the merged heap may. If all names are congruent, the facts are added on demand.
    """
    if whole.congruent:
        return ()
    first, second = _numbers(left), _numbers(right)
    names = [(b.owner, b.field, b.value) for b in whole.bindings]
    facts: list[Value] = []
    for i, (owner, field, value) in enumerate(names):
        for other, same_field, held in names[:i]:
            if field is not same_field or not whole.compatible(owner, other):
                continue
            places = [(side.get((other, field)), side.get((owner, field))) for side in (first, second)]
            if not all(a is not None and b is not None and a < b for a, b in places):
                facts.append(implies(and_(eq(other, owner), not_(eq(other, NULL))), eq(held, value)))
    return tuple(fact for fact in facts if fact is not True)


def _numbers(inputs: Inputs) -> dict[tuple[object, Field], int]:
    return {(binding.owner, binding.field): at for at, binding in enumerate(inputs.bindings)}
