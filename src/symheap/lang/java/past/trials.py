"""Trial runs of initialisers on a heap of their own, with a record of their reads, writes and allocations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from symheap.core.model import Plain
from symheap.core.outcome import Returned
from symheap.core.terms import REF
from symheap.core.types import LENGTH
from symheap.lang.java.classes import held_class
from symheap.lang.java.past.objects import (
    references,
)
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.pseudo import PSEUDO
from symheap.lang.java.values.types import is_array
from symheap.objects.concrete import ConcreteObject
from symheap.objects.initialization import Progress
from symheap.objects.steps.machine import End


@dataclass(frozen=True, slots=True)
class Trial:
    """One initialisation, run on a heap of its own.

    `marks` are the classes that it has marked; `made` the surviving new objects; `changed` the old objects in their new
    state; `read` the objects that it read, and `fields` the static fields, by their holders; `over` has all these in
    their old state. `told`: it depends on more than the heap.
    """

    end: End
    marks: Mapping[str, Progress]
    made: Mapping[int, ConcreteObject]
    changed: Mapping[int, ConcreteObject]
    read: frozenset[int]
    fields: Mapping[int, frozenset[str]]
    over: Mapping[int, ConcreteObject]
    told: bool


def is_done(trial: Trial) -> bool:
    return isinstance(trial.end, Returned) and all(mark is Progress.DONE for mark in trial.marks.values())


class _Fields(dict[str, Plain]):
    """The static fields of a class, with a record of those that were read."""

    def __init__(self, held: Mapping[str, Plain], seen: set[str]) -> None:
        super().__init__(held)
        self.seen = seen

    def get(self, name: str, default: Plain | None = None) -> Plain | None:  # type: ignore[override]
        self.seen.add(name)
        return super().get(name, default)


class _Statics(ConcreteObject):
    """The holder of the static fields of a class, with a record of the reads of it and its copies."""

    __slots__ = ()

    @staticmethod
    def of(held: ConcreteObject, seen: set[str]) -> _Statics:
        return _Statics(held.class_name, _Fields(held.fields, seen))

    def copy(self) -> _Statics:
        assert isinstance(self.fields, _Fields)
        return _Statics.of(self, self.fields.seen)


class Watched(dict[int, ConcreteObject]):
    """The objects before an initialisation, with a record of those that were read."""

    def __init__(self, objects: Mapping[int, ConcreteObject]) -> None:
        super().__init__()
        self._objects = objects
        self.seen: set[int] = set()
        self.fields: dict[int, set[str]] = {}

    def __missing__(self, number: int) -> ConcreteObject:
        obj = self._objects[number]
        self.seen.add(number)
        if held_class(obj.class_name) is None:
            return obj
        seen = self.fields.setdefault(number, set())
        watched = self[number] = _Statics.of(obj, seen)
        return watched

    def __contains__(self, number: object) -> bool:
        return number in self._objects

    def __bool__(self) -> bool:
        return True


def is_like(a: Trial, b: Trial, table: JavaTable) -> bool:
    """Whether two trials had the same effects, except for the numbers of new objects."""
    if a.marks != b.marks or a.changed.keys() != b.changed.keys():
        return False
    same = dict[int, int]()
    pending = [(n, a.changed[n], b.changed[n]) for n in a.changed]
    while pending:
        _, left, right = pending.pop()
        if left.class_name != right.class_name or left.length != right.length:
            return False
        theirs = {(f, at): number for f, at, number in references(table, right)}
        for field, at, number in references(table, left):
            other = theirs.pop((field, at), 0)
            if number in a.made and other in b.made:
                if number not in same:
                    same[number] = other
                    pending.append((number, a.made[number], b.made[other]))
                elif same[number] != other:
                    return False
            elif number != other:
                return False
        if any(theirs.values()) or not _same_scalars(table, left, right):
            return False
    return True


def _same_scalars(table: JavaTable, a: ConcreteObject, b: ConcreteObject) -> bool:
    for field in table.fields(a.class_name):
        sort = field.type.sort
        if sort is REF or sort.element is REF or field is LENGTH:
            continue
        if sort.element is not None:
            if {k: v for k, v in a.elements.items() if v} != {k: v for k, v in b.elements.items() if v}:
                return False
        elif a.fields.get(field.name, 0) != b.fields.get(field.name, 0):
            return False
    return True


def is_deferred(made: Iterable[ConcreteObject]) -> bool:
    """Whether some object is a text that is not written out, which no input can be compared with."""
    return any(obj.class_name in PSEUDO for obj in made)


def has_tables(trial: Trial) -> bool:
    """Whether an initialiser creates arrays of numbers. The JDK does not share its tables, so no input is one.

    If such an array could be the contents of a text, every character of an input might be read from it.
    """
    return any(len(made.class_name) == 2 and is_array(made.class_name) for made in trial.made.values())


@dataclass(frozen=True, slots=True)
class Contested:
    """A contested class: its initialisation after that of the contested classes that it `needs`.

    `variants` are its initialisations after other contested classes that write what it reads.
    """

    trial: Trial
    needs: tuple[str, ...]
    variants: tuple[Trial, ...] = ()

    @property
    def trials(self) -> tuple[Trial, ...]:
        return (self.trial, *self.variants)
