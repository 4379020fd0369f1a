"""Enumerate all small initial heaps of a program, up to behaviour.

The value of a field is chosen when it is first read.  Two heaps that differ only in values that are never read are one
leaf of the search.  So the leaves cover *every* heap of up to `max_objects` objects, integers 0 to `max_int` (and -1 if
they have a width), the floats of `FLOATS` and arrays of up to `MAX_LENGTH` elements, and a leaf behaves like all heaps
that it represents.  The class of an object is chosen in the same way, as far as a type test, a field or a call needs
it. Objects are numbered in the order of first access, so heaps that differ only in names occur once.

An input may be one of the `known` objects that exist before the run, and must be one if its class is like an enum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from symheap.core.model import INITIAL, Model, Plain, object_number
from symheap.core.terms import BOOL, F32, F64, INT, NULL, REF, Sort, Term, location
from symheap.core.types import ARRAY, ELEMENTS, Field, Known
from symheap.core.typeset import TypeSet
from symheap.heap.initial import constants_of, exactly
from symheap.laws.choice import Chooser
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.ir import Program

MAX_LENGTH: Final = 2
FLOATS: Final[dict[Sort, tuple[int, ...]]] = {
    F32: (0, 0x3F80_0000, -0x8000_0000, 0x7FC0_0000),
    F64: (0, 0x3FF0_0000_0000_0000, -0x8000_0000_0000_0000, 0x7FF8_0000_0000_0000),
}
"""Zero, one, minus zero and not a number."""
_ANYTHING: Final = Known()


class NoSuchHeap(Exception):
    """The choices so far lead to no heap of that size."""


class UndecidedHeap(ConcreteHeap):
    """An initial heap whose contents are chosen on first access."""

    def __init__(
        self, program: Program, chooser: Chooser, max_objects: int = 3, max_int: int = 2, known: Iterable[Term] = ()
    ) -> None:
        super().__init__(program.table, base=program.initial.shared() if program.initial is not None else {})
        self._chooser = chooser
        self._max_objects = max_objects
        self._max_int = max_int
        self._known = tuple(known)
        self._classes: dict[int, TypeSet] = {}
        self._owned: set[int] = set()
        for declared in program.inputs:
            possible = Known(not_null=not declared.nullable)
            self.roots[declared.name] = self._value(declared.type.sort, declared.types, possible)

    # Classes ----------------------------------------------------------------------------------------------------------

    def class_of(self, number: int) -> str:
        if number not in self._classes:
            return super().class_of(number)
        names = self._classes[number].names()
        if len(names) > 1:
            self._narrow(number, self._classes[number] & exactly(self.table, names[self._chooser.choose(len(names))]))
        return self._classes[number].first

    def is_instance(self, number: int, types: TypeSet) -> bool:
        if number not in self._classes:
            return super().is_instance(number, types)
        classes = self._classes[number]
        inside, outside = classes & types, classes - types
        if inside and outside and self._chooser.choose(2):
            inside = outside
        self._narrow(number, inside or outside)
        return bool(self._classes[number].mask & types.mask)

    def _narrow(self, number: int, classes: TypeSet) -> None:
        self._classes[number] = classes
        self.objects[number].class_name = classes.first

    # Contents ---------------------------------------------------------------------------------------------------------

    def get(self, number: int, f: Field) -> Plain:
        if number not in self._classes:
            return super().get(number, f)
        fields = self.objects[number].fields
        if f.name not in fields:
            held = self.table.held(f, self._classes[number]) if f.type.sort is REF else self.table.everything()
            fields[f.name] = self._value(f.type.sort, held, self.table.known(f) or _ANYTHING)
        return fields[f.name]

    def length(self, number: int) -> int | None:
        if number not in self._classes or not self.is_instance(number, self.table.subtypes(ARRAY)):
            return super().length(number)
        obj = self.objects[number]
        if obj.length is None:
            obj.length = self._chooser.choose(MAX_LENGTH + 1)
        return obj.length

    def element(self, number: int, index: int, kind: Sort) -> Plain:
        if number not in self._classes:
            return super().element(number, index, kind)
        elements = self.objects[number].elements
        if index not in elements:
            component = self.table.component(self.class_of(number)) or ""
            classes = self._classes[number]
            held = self.table.held_element(component, classes) if kind is REF else self.table.everything()
            elements[index] = self._value(kind, held, self.table.known(ELEMENTS[kind]) or _ANYTHING)
        return elements[index]

    def _value(self, sort: Sort, types: TypeSet, known: Known) -> Plain:
        if known.value is not None:
            return 0 if known.value is NULL else _plain(known.value)
        if sort is BOOL:
            return bool(self._chooser.choose(2))
        return self._reference(types, known) if sort is REF else self._number(sort, known)

    def _number(self, sort: Sort, known: Known) -> Plain:
        values = FLOATS.get(sort) or (*range(self._max_int + 1), *(() if sort is INT else (-1,)))
        low, high = known.low, known.high
        options = [v for v in values if (low is None or low <= v) and (high is None or v <= high)]
        if not options:
            raise NoSuchHeap
        return options[self._chooser.choose(len(options))]

    def _reference(self, types: TypeSet, known: Known) -> int:
        """Choose null, an object met before, one that exists before the run, or a new one."""
        options = [] if known.not_null else [0]
        options += [n for n in self._classes if self._may_be(n, types) and (n in self._owned) is known.owned]
        options += [n for n in self._existing(types) if self._is_owned(n) is known.owned]
        free = self._without_constants(types)
        fresh = len(self._classes) + 1
        if fresh <= self._max_objects and free:
            options.append(fresh)
        if not options:
            raise NoSuchHeap
        number = options[self._chooser.choose(len(options))]
        if number == fresh:
            self._classes[number] = free
            self.objects[number] = ConcreteObject(free.first)
            self._owned |= {number} if known.owned else set()
        elif number in self._classes:
            classes = self._classes[number]
            declared = types.declared if classes.declared is None else classes.declared
            self._narrow(number, (classes & types).with_declared(declared))
        return number

    def _is_owned(self, number: int) -> bool:
        """Whether an object that exists before the run belongs to another object."""
        return self.table.is_owned(location(number, super().class_of(number), initial=True))

    def _may_be(self, number: int, types: TypeSet) -> bool:
        """Whether an object met before may be the target of a reference of `types`.

        A generic declaration restricts the fields of an object, and the fields chosen so far must satisfy it.  So it
        must agree with the earlier declaration, or be the first one while no field is chosen yet.
        """
        classes, obj = self._classes[number], self.objects[number]
        if types.declared is None or types.declared == classes.declared:
            return bool(classes.mask & types.mask)
        return bool(classes.mask & types.mask) and classes.declared is None and not obj.fields and not obj.elements

    def _existing(self, types: TypeSet) -> list[int]:
        constants = [c for _, constants_of_class in constants_of(self.table, types) for c in constants_of_class]
        others = [k for k in self._known if exactly(self.table, k.location.class_name).mask & types.mask]
        return list(dict.fromkeys(object_number(term) for term in (*constants, *others)))

    def _without_constants(self, types: TypeSet) -> TypeSet:
        for name, _ in constants_of(self.table, types):
            types = types - exactly(self.table, name)
        return types

    def copy(self) -> ConcreteHeap:
        return RunningHeap(self)


def _plain(value: object) -> Plain:
    assert isinstance(value, int)
    return value


class RunningHeap(ConcreteHeap):
    """The heap of a run that starts from an undecided heap.

    It keeps the writes and leaves the initial heap unchanged.
    """

    def __init__(self, initial: UndecidedHeap) -> None:
        super().__init__(initial.table, initial.roots, base=initial.base)
        self._initial = initial
        self._written: dict[tuple[int, str | int], Plain] = {}

    def class_of(self, number: int) -> str:
        return self._initial.class_of(number) if _is_input(number) else super().class_of(number)

    def is_instance(self, number: int, types: TypeSet) -> bool:
        return self._initial.is_instance(number, types) if _is_input(number) else super().is_instance(number, types)

    def get(self, number: int, f: Field) -> Plain:
        if not _is_input(number):
            return super().get(number, f)
        value = self._written.get((number, f.name))
        return self._initial.get(number, f) if value is None else value

    def put(self, number: int, f: Field, value: Plain) -> None:
        if _is_input(number):
            self._written[number, f.name] = value
        else:
            super().put(number, f, value)

    def length(self, number: int) -> int | None:
        return self._initial.length(number) if _is_input(number) else super().length(number)

    def element(self, number: int, index: int, kind: Sort) -> Plain:
        if not _is_input(number):
            return super().element(number, index, kind)
        value = self._written.get((number, index))
        return self._initial.element(number, index, kind) if value is None else value

    def set_element(self, number: int, index: int, value: Plain) -> None:
        if _is_input(number):
            self._written[number, index] = value
        else:
            super().set_element(number, index, value)


def _is_input(number: int) -> bool:
    return 0 < number < INITIAL


class NaturalModel(Model):
    """The values that an initial heap gives to all symbols: each symbol is evaluated along its access path.

    If the path leads through null or to a missing field, the symbol names nothing and may have any allowed value.
    """

    def __init__(self, heap: ConcreteHeap) -> None:
        super().__init__({}, {})
        self._heap = heap

    def __getitem__(self, symbol: Term) -> Plain:
        value = self._heap.follow(symbol.origin, self.evaluate)
        if value is None or (symbol.sort is BOOL) is not isinstance(value, bool):
            return False if symbol.sort is BOOL else 0
        return value

    def elements(self, owner: Term) -> Mapping[int, Plain]:
        number = int(self[owner])
        return self._heap.find(number).elements if number else {}

    def class_index(self, object_number: int, classes: int) -> int:
        return self._heap.table.universe.index(self._heap.class_of(object_number))

    def is_instance(self, object_number: int, types: TypeSet) -> bool:
        return self._heap.is_instance(object_number, types)
