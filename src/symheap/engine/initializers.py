"""Initialisers with the same effect on every path are run once, by the concrete interpreter, and shared.

An initialiser is code without inputs: its effect depends on the heap before the call, on the writes of the path since,
and on the classes that the path has initialised. It is recorded for a path without either
(`symheap.objects.recording`). A path that has written nothing the initialiser reads, and has begun none of the classes
that it initialises, would do exactly the same, step by step: the objects and the decisions are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import immutables

from symheap.core.model import Plain
from symheap.core.terms import BOOL, NULL, REF, Sort, Term, Value, location
from symheap.core.types import LENGTH, ClassTable, Field
from symheap.engine.bounds import Bounds
from symheap.heap.api import Index, Slot
from symheap.heap.effect import Effect
from symheap.heap.initial import contents_of, exactly
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.decisions import Bundle
from symheap.objects.initialization import Progress
from symheap.objects.ir import Program
from symheap.objects.recording import Recorded, record

FIRST = 1 << 24
"""Objects of a shared initialiser have the same numbers on all paths, from this one on.  No trace gets that far."""

STEPS = 300_000
"""The largest number of steps of a recorded initialiser."""


class Shared(NamedTuple):
    """The effect of an initialiser, for all paths.

    `stores` are writes to objects from before the call that inputs may alias; `calls` is its deepest nesting of calls;
    `created` are the classes of all objects that it creates.
    """

    done: Mapping[str, Progress]
    decisions: Bundle
    effect: Effect
    stores: tuple[tuple[Term, Slot, Value], ...]
    arrays: frozenset[str]
    calls: int
    created: frozenset[str]


class Initializers:
    """The effects of a program's initialisers, each recorded on demand."""

    def __init__(self, program: Program, bounds: Bounds) -> None:
        self._program = program
        self._bounds = bounds
        self._calls = bounds.max_calls // 2
        self._known: dict[str, Shared | None] = {}
        self._next = FIRST

    def of(self, class_name: str) -> Shared | None:
        if class_name not in self._known:
            loop = self._bounds.max_loop
            recorded = record(self._program, class_name, max_calls=self._calls, max_loop=loop, max_steps=STEPS)
            self._known[class_name] = None if recorded is None else self._shared(recorded)
        return self._known[class_name]

    @property
    def created(self) -> frozenset[str]:
        """The classes of which some recorded initialiser creates an object, however short-lived."""
        return frozenset().union(*(each.created for each in self._known.values() if each is not None))

    def _shared(self, recorded: Recorded) -> Shared:
        initial = self._program.initial
        assert initial is not None
        table, first = self._program.table, self._next
        self._next += 1 - min(recorded.made, default=0)

        def at(number: int) -> Term:
            if number < 0:
                return location(first - number, recorded.made[number].class_name)
            return location(number, initial.class_of(number), initial=True)

        def term(value: Plain, sort: Sort) -> Value:
            if sort is REF:
                return at(int(value)) if value else NULL
            return bool(value) if sort is BOOL else int(value)

        objects = {at(n): immutables.Map(_fields(table, obj, term)) for n, obj in recorded.made.items()}
        stores: list[tuple[Term, Slot, Value]] = []
        for number, obj in recorded.changed.items():
            changes = dict(_changes(table, initial, number, obj, term))
            if exactly(table, obj.class_name) or not all(isinstance(slot, Field) for slot in changes):
                stores += [(at(number), slot, value) for slot, value in changes.items()]
            elif changes:
                objects[at(number)] = immutables.Map(changes)  # type: ignore[arg-type]
        return Shared(
            dict.fromkeys(recorded.done, Progress.DONE),
            Bundle(recorded.decisions),
            Effect(frozenset(map(at, recorded.read)), objects),
            tuple(stores),
            frozenset(obj.class_name for obj in recorded.made.values() if obj.length is not None),
            self._calls + 1,
            recorded.created,
        )


Terms = Callable[[Plain, Sort], Value]


def _fields(table: ClassTable, obj: ConcreteObject, term: Terms) -> Iterator[tuple[Field, Value]]:
    """Yield all fields of a new object, with their values."""
    for field in table.fields(obj.class_name):
        kind = field.type.sort.element
        if field is LENGTH:
            assert obj.length is not None
            yield field, obj.length
        elif kind is not None:
            yield field, contents_of(obj, kind, term)
        else:
            held = obj.fields.get(field.name)
            yield field, field.type.default if held is None else term(held, field.type.sort)


def _changes(
    table: ClassTable, before: ConcreteHeap, number: int, obj: ConcreteObject, term: Terms
) -> Iterator[tuple[Slot, Value]]:
    """Yield the slots of an object from before the call whose value has changed."""
    old = before.find(number)
    for field in table.fields(obj.class_name):
        kind = field.type.sort.element
        if kind is not None:
            for at in sorted(obj.elements.keys() | old.elements.keys()):
                if obj.elements.get(at, 0) != old.elements.get(at, 0):
                    yield Index(kind, at), term(obj.elements.get(at, 0), kind)
        elif obj.fields.get(field.name, 0) != old.fields.get(field.name, 0):
            yield field, term(obj.fields.get(field.name, 0), field.type.sort)
