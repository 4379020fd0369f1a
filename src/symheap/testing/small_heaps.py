"""All small initial heaps of a program, up to what can be told apart.

A heap decides what a field holds when somebody first asks.  Two heaps that differ only in what nobody asked are one
leaf of the search, so the leaves cover *every* heap of up to `max_objects` objects and integers 0 to `max_int`, and
each behaves like all the heaps that it stands for.  The class of an object is decided the same way, as far as a type
test, a field or a call asks.  Objects are numbered in the order in which they are met, so heaps
that differ in names only occur once.
"""

from __future__ import annotations

from symheap.core.model import Model, Plain
from symheap.core.terms import BOOL, REF, Term
from symheap.core.types import Field, Type
from symheap.core.typeset import TypeSet
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.ir import Program
from symheap.testing.choice import Chooser


class UndecidedHeap(ConcreteHeap):
    """An initial heap that is decided where it is looked at."""

    def __init__(self, program: Program, chooser: Chooser, max_objects: int = 3, max_int: int = 2) -> None:
        super().__init__(program.table)
        self._chooser = chooser
        self._max_objects = max_objects
        self._max_int = max_int
        self._classes: dict[int, TypeSet] = {}
        for declared in program.inputs:
            self.roots[declared.name] = self._value(declared.type, declared.types, declared.nullable)

    def class_of(self, number: int) -> str:
        return self._classes[number].first

    def is_instance(self, number: int, types: TypeSet) -> bool:
        classes = self._classes[number]
        inside, outside = classes & types, classes - types
        if inside and outside and self._chooser.choose(2):
            inside = outside
        self._narrow(number, inside or outside)
        return bool(self._classes[number].mask & types.mask)

    def _narrow(self, number: int, classes: TypeSet) -> None:
        self._classes[number] = classes
        self.objects[number].class_name = classes.first

    def get(self, number: int, f: Field) -> Plain:
        fields = self.objects[number].fields
        if f.name not in fields:
            types = self.table.subtypes(f.type.class_name) if f.type.sort is REF else self.table.everything()
            fields[f.name] = self._value(f.type, types, True)
        return fields[f.name]

    def _value(self, kind: Type, types: TypeSet, nullable: bool) -> Plain:
        if kind.sort is BOOL:
            return bool(self._chooser.choose(2))
        if kind.sort is not REF:
            return self._chooser.choose(self._max_int + 1)
        options = [0] if nullable else []
        options += [n for n in self.objects if self._classes[n].mask & types.mask]
        fresh = len(self.objects) + 1
        if fresh <= self._max_objects:
            options.append(fresh)
        if not options:
            raise NoSuchHeap
        number = options[self._chooser.choose(len(options))]
        if number == fresh:
            self._classes[number] = types
            self.objects[number] = ConcreteObject(types.first)
        elif number:
            self._narrow(number, self._classes[number] & types)
        return number

    def copy(self) -> ConcreteHeap:
        return RunningHeap(self)


class NoSuchHeap(Exception):
    """The choices so far leave no heap of that size."""


class RunningHeap(ConcreteHeap):
    """The heap of a run that started from an undecided one: its writes, over an initial heap that stays as it was."""

    def __init__(self, initial: UndecidedHeap) -> None:
        super().__init__(initial.table, initial.roots)
        self._initial = initial
        self._written: dict[tuple[int, str], Plain] = {}
        self._made = 0

    def class_of(self, number: int) -> str:
        return self.objects[number].class_name if number < 0 else self._initial.class_of(number)

    def is_instance(self, number: int, types: TypeSet) -> bool:
        return super().is_instance(number, types) if number < 0 else self._initial.is_instance(number, types)

    def get(self, number: int, f: Field) -> Plain:
        value = self._written.get((number, f.name))
        if value is not None:
            return value
        return super().get(number, f) if number < 0 else self._initial.get(number, f)

    def put(self, number: int, f: Field, value: Plain) -> None:
        self._written[number, f.name] = value

    def new(self, class_name: str) -> int:
        self._made += 1
        self.objects[-self._made] = ConcreteObject(class_name)
        return -self._made


class NaturalModel(Model):
    """The values that an initial heap gives to all symbols: a symbol is what its access path leads to.

    Where a path leads through null or to a field that is not there, the symbol names nothing, and may have any value.
    """

    def __init__(self, heap: ConcreteHeap) -> None:
        super().__init__({}, {})
        self._heap = heap

    def __getitem__(self, symbol: Term) -> Plain:
        value = self._heap.follow(symbol.origin)
        if value is None or (symbol.sort is BOOL) is not isinstance(value, bool):
            return False if symbol.sort is BOOL else 0
        return value

    def class_index(self, object_number: int, classes: int) -> int:
        return self._heap.table.universe.index(self._heap.class_of(object_number))

    def is_instance(self, object_number: int, types: TypeSet) -> bool:
        return self._heap.is_instance(object_number, types)
