"""Concrete heaps: the initial heap of a witness, and the heap of the concrete interpreter."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from symheap.core.model import Plain
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, Sort, Term, Value
from symheap.core.types import LENGTH, ClassTable, Field
from symheap.core.typeset import TypeSet

INITIAL = 1_000_000
"""Objects that exist before the call have numbers from this one on; input objects from a solver have smaller ones."""


@dataclass(slots=True)
class ConcreteObject:
    """An object: its class and the fields that have a value. A reference is an object's number; null is 0.

    An array has a `length`, and in `elements` the elements that have a value.
    """

    class_name: str
    fields: dict[str, Plain] = field(default_factory=dict)
    length: int | None = None
    elements: dict[int, Plain] = field(default_factory=dict)

    def copy(self) -> ConcreteObject:
        return ConcreteObject(self.class_name, dict(self.fields), self.length, dict(self.elements))


class Numbers:
    """The numbers of new objects, counted away from zero: -1, -2, ..., or up from a positive first number."""

    __slots__ = ("_next",)

    def __init__(self, first: int = -1) -> None:
        self._next = first

    def take(self) -> int:
        number = self._next
        self._next = number + 1 if number > 0 else number - 1
        return number

    def copy(self) -> Numbers:
        return Numbers(self._next)


@dataclass(slots=True)
class ConcreteHeap:
    """Roots and objects. Input objects have positive numbers, objects made by the run negative ones.

    `base` are objects shared with other heaps: they are read in place, and copied to `objects` when first written.
    `base` may grow meanwhile, but its objects never change.

    A field without a value has the default of its type: no predicted run reads it.
    """

    table: ClassTable
    roots: dict[str, Plain] = field(default_factory=dict)
    objects: dict[int, ConcreteObject] = field(default_factory=dict)
    base: Mapping[int, ConcreteObject] = field(default_factory=dict, compare=False, repr=False)
    numbers: Numbers = field(default_factory=Numbers, compare=False, repr=False)

    def copy(self) -> ConcreteHeap:
        """Return an independent heap over the same base."""
        objects = {n: o.copy() for n, o in self.objects.items()}
        return ConcreteHeap(self.table, dict(self.roots), objects, self.base, self.numbers.copy())

    def shared(self) -> Mapping[int, ConcreteObject]:
        """Return all objects, as the base of other heaps."""
        return ChainMap(self.objects, cast("dict[int, ConcreteObject]", self.base)) if self.base else self.objects

    def completed_by(self, initial: ConcreteHeap) -> ConcreteHeap:
        """Return this final heap, with missing fields and elements taken from `initial`."""
        result = self.copy()
        for number, obj in initial.objects.items():
            known = result.objects.setdefault(number, ConcreteObject(obj.class_name, length=obj.length))
            known.fields.update({name: value for name, value in obj.fields.items() if name not in known.fields})
            known.elements.update({at: value for at, value in obj.elements.items() if at not in known.elements})
            known.length = obj.length if known.length is None else known.length
        return result

    # Objects ----------------------------------------------------------------------------------------------------------

    def find(self, number: int) -> ConcreteObject:
        """Return an object for reading."""
        obj = self.objects.get(number)
        return obj if obj is not None else self.base[number]

    def own(self, number: int) -> ConcreteObject:
        """Return an object for writing."""
        obj = self.objects.get(number)
        if obj is None:
            obj = self.objects[number] = self.base[number].copy()
        return obj

    def class_of(self, number: int) -> str:
        return self.find(number).class_name

    def is_instance(self, number: int, types: TypeSet) -> bool:
        """Whether an object has one of `types`. Besides `ClassOf`, a run asks no other question about classes."""
        return types.contains(self.class_of(number))

    def get(self, number: int, f: Field) -> Plain:
        value = self.find(number).fields.get(f.name)
        return value if value is not None else default_of(f)

    def put(self, number: int, f: Field, value: Plain) -> None:
        self.own(number).fields[f.name] = value

    def new(self, class_name: str) -> int:
        return self._add(ConcreteObject(class_name))

    def _add(self, obj: ConcreteObject) -> int:
        number = self.numbers.take()
        while number in self.objects or number in self.base:  # some were added by hand
            number = self.numbers.take()
        self.objects[number] = obj
        return number

    # Arrays -----------------------------------------------------------------------------------------------------------

    def new_array(self, class_name: str, length: int) -> int:
        return self._add(ConcreteObject(class_name, length=length))

    def length(self, number: int) -> int | None:
        """Return the length of an array, or None for any other object."""
        return self.find(number).length

    def element(self, number: int, index: int, kind: Sort) -> Plain:
        value = self.find(number).elements.get(index)
        return value if value is not None else default_of_sort(kind)

    def set_element(self, number: int, index: int, value: Plain) -> None:
        self.own(number).elements[index] = value

    def copy_elements(self, source: int, start: int, target: int, at: int, count: int) -> None:
        """Copy a range, within bounds, as if through a temporary array.

        The time depends on the elements that are set: arrays of any length can be copied.
        """
        known = self.find(source).elements
        copied = {k + at - start: known[k] for k in _set_within(known, start, count)}
        self.clear_elements(target, at, count)
        self.own(target).elements.update(copied)

    def clear_elements(self, number: int, at: int, count: int) -> None:
        """Reset the elements of a range to their default."""
        elements = self.own(number).elements
        for k in _set_within(elements, at, count):
            del elements[k]

    # Access paths -----------------------------------------------------------------------------------------------------

    def follow(self, origin: Origin, evaluate: Callable[[Term], Plain | None] | None = None) -> Plain | None:
        """Return the value at the end of an access path, or None if the path leads through null or a missing place.

        `evaluate` gives the value of a symbolic index; without it, paths with such an index have no value.
        """
        root, steps = origin.steps()
        value = self.roots.get(root)
        for step in steps:
            if value is None or value == 0:
                return None
            name: object = step
            value = (
                self._field_at(int(value), name)
                if isinstance(name, str)
                else self._element_at(int(value), getattr(name, "index", None), evaluate)
            )
        return value

    def _field_at(self, number: int, name: str) -> Plain | None:
        if name == LENGTH.name and self.length(number) is not None:
            return self.length(number)
        declared = (f for f in self.table.declaring(name) if self.is_instance(number, self.table.holders(f)))
        declared_field = next(declared, None)
        return None if declared_field is None else self.get(number, declared_field)

    def _element_at(
        self, number: int, index: Value | None, evaluate: Callable[[Term], Plain | None] | None
    ) -> Plain | None:
        at = evaluate(index) if isinstance(index, Term) and evaluate is not None else index
        length = self.length(number)
        if at is None or isinstance(at, Term) or length is None or not 0 <= at < length:
            return None
        return self.element(number, int(at), self.table.fields(self.class_of(number))[-1].type.sort.element or BOOL)


def default_of(f: Field) -> Plain:
    return default_of_sort(f.type.sort)


def default_of_sort(sort: Sort) -> Plain:
    return False if sort is BOOL else 0


def _set_within(elements: Mapping[int, Plain], start: int, count: int) -> list[int]:
    """Return the indices of a range that have an element. The shorter of the two is searched."""
    if count < len(elements):
        return [k for k in range(start, start + count) if k in elements]
    return [k for k in elements if start <= k < start + count]
