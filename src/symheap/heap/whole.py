"""Contents read as a whole, by functions known by evaluation.

Under a model, the contents of an input array are the values of its elements at known indices (`symheap.core.contents`).
Elements also have other names: through a symbolic index, through another reference to the array, or as elements of an
object from before the run. The fact that they agree is added when a model violates it, as in `symheap.heap.congruence`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol, TypeVar

from symheap.core.contents import LONGEST, element_symbol
from symheap.core.model import Model
from symheap.core.terms import Op, Sort, Term, Value, eq, implies
from symheap.core.theories.functions import ELEMENT, REGION, apply
from symheap.core.types import ELEMENTS, LENGTH, Field
from symheap.core.walk import postorder
from symheap.heap.api import Answer, Fault, Ok, Slot
from symheap.heap.initial import is_initial
from symheap.heap.input import Element, Inputs


class Heap(Protocol):
    """A heap that has inputs."""

    @property
    def inputs(self) -> Inputs: ...


H = TypeVar("H", bound=Heap)


def whole(answer: Answer[H], slot: Slot) -> Answer[H]:
    """Return the answer to a load, and record reads of the field that is the whole contents of an array."""
    if not isinstance(slot, Field) or slot.type.sort.element is None:
        return answer
    return tuple(branch if isinstance(branch, Fault) else _noted(branch) for branch in answer)


def _noted(branch: Ok[H]) -> Ok[H]:
    assert isinstance(branch.value, Term)
    read = frozenset(node for node in postorder(branch.value) if node.op is Op.CONTENTS)
    inputs = branch.heap.inputs
    if read <= inputs.whole:
        return branch
    heap = replace(branch.heap, inputs=replace(inputs, whole=inputs.whole | read))  # type: ignore[type-var]
    return replace(branch, heap=heap)


# Facts about them
# ------------------------------------------------------------------------------------------------------


def broken(inputs: Inputs, model: Model) -> Iterator[Value]:
    """Yield the facts about contents read as a whole that a model violates."""
    for array in sorted(inputs.whole, key=lambda term: term.id):
        number = int(model[_owner(array)])
        if number:
            yield from _against_names(inputs, model, array, number)
            yield from _against_contents(inputs, model, array, number)
            yield from _against_initial(inputs, model, array, number)


def _against_names(inputs: Inputs, model: Model, array: Term, number: int) -> Iterator[Value]:
    for owner, element in _names(inputs, array):
        if model[owner] == number:
            mine = element_symbol(array, int(model.evaluate(element.index)))
            if mine is not element.value and model[mine] != model[element.value]:
                yield _is_named(array, owner, element)


def _is_named(array: Term, owner: Term, element: Element) -> Value:
    """Return the fact that an element of the contents, at the index of a name, equals the value of the name."""
    assert array.sort.element is not None
    return implies(
        eq(_owner(array), owner), eq(apply(ELEMENT[array.sort.element], array, element.index), element.value)
    )


def _names(inputs: Inputs, array: Term) -> Iterator[tuple[Term, Element]]:
    """Yield the named elements of this array and of all arrays that may be the same."""
    for (owner, kind), elements in inputs.elements.items():
        if kind is array.sort.element and inputs.compatible(owner, _owner(array)):
            yield from ((owner, element) for element in elements)


def _against_contents(inputs: Inputs, model: Model, array: Term, number: int) -> Iterator[Value]:
    """Yield facts violated by two names of one array with different contents, up to the length if it is named."""
    mine, length = _owner(array), inputs.named.get((_owner(array), LENGTH))
    most = LONGEST if length is None else int(model.evaluate(length))
    for other in inputs.whole:
        its = _owner(other)
        if other.id < array.id and other.sort is array.sort and model[its] == number:
            indices = (at for at in sorted({*model.elements(mine), *model.elements(its)}) if 0 <= at < most)
            differing = [at for at in indices if model.row(array)[at] != model.row(other)[at]]
            if differing and length is not None:
                yield implies(eq(mine, its), apply(REGION, array, 0, other, 0, length))
            else:
                elements = [(element_symbol(array, at), element_symbol(other, at)) for at in differing]
                yield from (implies(eq(mine, its), eq(a, b)) for a, b in elements)


def _against_initial(inputs: Inputs, model: Model, array: Term, number: int) -> Iterator[Value]:
    if inputs.initial is None or not inputs.initial.has(number):
        return
    obj = inputs.initial.object(number)
    for index in range(obj.length or 0):
        mine, held = element_symbol(array, index), obj.elements.get(index, 0)
        if model[mine] != held:
            yield implies(eq(_owner(array), inputs.initial.reference(number)), eq(mine, held))


def implied(inputs: Inputs) -> Iterator[Value]:
    """Yield all facts of this kind, for a self-contained formula."""
    for array in sorted(inputs.whole, key=lambda term: term.id):
        owner = _owner(array)
        kind = array.sort.element
        assert kind is not None
        for other, element in _names(inputs, array):
            yield _is_named(array, other, element)
        length = inputs.named.get((owner, LENGTH))
        for same in inputs.whole:
            if length is not None and same.id < array.id and same.sort is array.sort:
                yield implies(inputs.equal(owner, _owner(same)), apply(REGION, array, 0, same, 0, length))
        for known in inputs.active:
            yield from _implied_initial(inputs, array, known, kind)


def _implied_initial(inputs: Inputs, array: Term, known: Term, kind: Sort) -> Iterator[Value]:
    if inputs.initial is None or not is_initial(known) or not inputs.may_be(_owner(array), known):
        return
    held = inputs.initial.value(known, ELEMENTS[kind])
    length = inputs.initial.value(known, LENGTH)
    if isinstance(held, Term) and length is not None:
        yield implies(eq(_owner(array), known), apply(REGION, array, 0, held, 0, length))


def _owner(array: Term) -> Term:
    owner = array.args[0]
    assert isinstance(owner, Term)
    return owner
