"""Array support shared by heap models: an array is an object with a length and contents, which are one value.

So aliasing between references to arrays is handled like that of any field, and aliasing between indices by
`symheap.core.theories.arrays.select`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import immutables

from symheap.core.contents import LONGEST, Unreadable, octets_of
from symheap.core.model import Model, Plain
from symheap.core.terms import BV32, Op, Term, Value, ite
from symheap.core.theories.arrays import copy, element_sort, fill, octets_of_each, owner_of, select
from symheap.core.theories.choice import map_leaves
from symheap.core.types import ELEMENTS, Field, default_of
from symheap.heap.api import Index, Slot
from symheap.heap.initial import exactly
from symheap.heap.input import Inputs
from symheap.objects.concrete import default_of_sort


def field_of(slot: Slot) -> Field:
    """Return the field of a slot: for an element, the contents of its array."""
    return ELEMENTS[slot.kind] if isinstance(slot, Index) else slot


def read_element(
    inputs: Inputs, array: Term, index: Value, size: Value | None = None
) -> tuple[Inputs, tuple[Value, ...], Value]:
    """Return the element of some contents, naming elements of the initial heap as needed; see `select`."""
    facts: tuple[Value, ...] = ()

    def initial(held: Term, at: Value) -> Value:
        nonlocal inputs, facts
        inputs, named, more = inputs.element(owner_of(held), element_sort(held), at)
        facts += more
        return named

    value = select(array, index, initial, size)
    return inputs, facts, value


def copied_where(when: Value, held: Term, at: Value, source: tuple[Term, Value, Value]) -> Term:
    """Copy a range of `source` (contents, start and length) to index `at` of `held` if `when`; else copy nothing."""
    copied, start, length = source
    return copy(held, at, copied, start, ite(when, length, 0, BV32))


def filled_where(when: Value, held: Term, at: Value, length: Value, value: Value, size: Value | None) -> Term:
    """Fill a range of `held` if `when`; else fill nothing.  `size` is the length of the array, where it is known."""
    if when is True:
        return fill(held, at, length, value, size)
    return fill(held, at, ite(when, length, 0, BV32), value)


def where_taken(value: Term, leaf: Term) -> Value:
    """Return the condition under which an ``ite`` is `leaf`. For all leaves they are disjoint and cover it."""
    return map_leaves(value, lambda at: at is leaf)


def class_objects(inputs: Inputs, ref: Term) -> list[tuple[Value, Term]]:
    """Return the class object of each possible class of a non-null leaf, with conditions of which one is true."""
    table = inputs.table
    if ref.op is Op.LOC:
        return [(True, table.class_object(ref.location.class_name))]
    names = inputs.bounds[ref].names()
    if len(names) == 1:
        return [(True, table.class_object(names[0]))]
    return [(inputs.fits(ref, exactly(table, name)), table.class_object(name)) for name in names]


# Concrete heaps -------------------------------------------------------------------------------------------------------


class ArrayContents:
    """The contents of arrays under a model; `plain` gives the value of an element.

    Raises `Unreadable` for contents that are too long to write out.
    """

    def __init__(self, inputs: Inputs, model: Model, plain: Callable[[Value], Plain]) -> None:
        self.inputs = inputs
        self.model = model
        self.plain = plain

    def elements(self, array: Term, length: int, before: Collection[int] = ()) -> dict[int, Plain]:
        """Return the known elements of an array of that length, and those at the indices `before` in any case."""
        known = self._read(array, length, before)
        return {at: value for at, value in sorted(known.items()) if 0 <= at < length}

    def _read(self, array: Term, length: int, before: Collection[int] = ()) -> dict[int, Plain]:
        layers: list[Term] = []
        while array.op in (Op.ITE, Op.STORE, Op.TABLE, Op.COPY, Op.REPLACED):
            if array.op is Op.ITE:
                array = _term(array.args[1 if self.model.satisfies(array.args[0]) else 2])
            else:
                layers.append(array)
                array = _term(array.args[0])
        if array.op is Op.CONTENTS:
            known = self._initial(array)
        elif array.op is Op.OCTETS:
            known = octets_of(self._read(_term(array.args[0]), -(-length // octets_of_each(array))), array)
        else:
            known = self._filled(array, length, before)
        for layer in reversed(layers):
            self._apply(layer, known, length)
        return known

    def _initial(self, array: Term) -> dict[int, Plain]:
        known: dict[int, Plain] = {}
        owner, initial = int(self.model[_term(array.args[0])]), self.inputs.initial
        if initial is not None and initial.has(owner):
            return initial.object(owner).elements
        for element in self.inputs.elements_of(_term(array.args[0]), element_sort(array), self.model):
            known.setdefault(int(self.model.evaluate(element.index)), self.model[element.value])
        for index, held in self.inputs.whole_elements(self.model, _term(array.args[0]), element_sort(array)):
            known.setdefault(index, held)
        return known

    def _filled(self, array: Term, length: int, before: Collection[int]) -> dict[int, Plain]:
        default = default_of_sort(element_sort(array))
        value = default if array.args[0] == default_of(element_sort(array)) else self.plain(array.args[0])
        if value == default:
            return dict.fromkeys(before, default)
        if length > LONGEST:
            raise Unreadable
        return dict.fromkeys(range(length), value)

    def _apply(self, layer: Term, elements: dict[int, Plain], length: int) -> None:
        if layer.op is Op.STORE:
            elements[int(self.model.evaluate(layer.args[1]))] = self.plain(layer.args[2])
            return
        if layer.op is Op.TABLE:
            assert isinstance(layer.payload, immutables.Map)
            elements.update({at: self.plain(value) for at, value in layer.payload.items()})
            return
        if layer.op is Op.REPLACED:
            old, new = self.plain(layer.args[1]), self.plain(layer.args[2])
            if old == default_of_sort(element_sort(layer)):
                elements.update({index: old for index in range(length) if index not in elements})
            elements.update({index: new for index, value in elements.items() if value == old})
            return
        at, start, count = (int(self.model.evaluate(layer.args[i])) for i in (1, 3, 4))
        if not count:
            return
        source = self._read(_term(layer.args[2]), max(length, start + count))
        default = default_of_sort(element_sort(layer))
        elements.update({index: default for index in elements if at <= index < at + count})
        elements.update({index - start + at: v for index, v in source.items() if start <= index < start + count})


def _term(value: Value) -> Term:
    assert isinstance(value, Term)
    return value
