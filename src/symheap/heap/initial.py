"""The objects that exist before the run, as a heap model reads them: where they stand, and only when asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from symheap.core.arrays import filled, store, table
from symheap.core.terms import BOOL, NULL, REF, Op, Sort, Term, Value, eq, isa, location, not_, or_
from symheap.core.types import LENGTH, ClassTable, Field, default_of
from symheap.core.typeset import TypeSet
from symheap.objects.concrete import ConcreteHeap, ConcreteObject


class Initial:
    """A concrete heap that does not change, but may grow; the contents of arrays are remembered once read."""

    def __init__(self, heap: ConcreteHeap) -> None:
        self.heap = heap
        self._contents: dict[int, Term] = {}

    def value(self, ref: Term, field: Field) -> Value | None:
        """What a field of an initial object holds before the run; None if its class has no such field."""
        if not self.heap.table.holders(field).contains(ref.location.class_name):
            return None
        obj = self.heap.find(ref.location.number)
        if field is LENGTH:
            assert obj.length is not None
            return obj.length
        if field.type.sort.element is not None:
            return self._array(ref.location.number, obj, field.type.sort.element)
        held = obj.fields.get(field.name)
        return field.type.default if held is None else self._term(held, field.type.sort)

    def reference(self, number: int) -> Term:
        return location(number, self.heap.class_of(number), initial=True)

    def has(self, number: int) -> bool:
        return number in self.heap.objects or number in self.heap.base

    def object(self, number: int) -> ConcreteObject:
        """A copy, to be changed at will."""
        return self.heap.find(number).copy()

    def _array(self, number: int, obj: ConcreteObject, kind: Sort) -> Term:
        found = self._contents.get(number)
        if found is None:
            found = self._contents[number] = contents_of(obj, kind, self._term)
        return found

    def _term(self, value: int | bool, sort: Sort) -> Value:
        if sort is REF:
            return NULL if value == 0 else self.reference(value)
        return bool(value) if sort is BOOL else value


def contents_of(obj: ConcreteObject, kind: Sort, term: Callable[[int | bool, Sort], Value]) -> Term:
    """The contents of a concrete array, whose elements are `term` of what it holds."""
    elements = {at: term(value, kind) for at, value in sorted(obj.elements.items())}
    if len(elements) == obj.length:
        return table(tuple(elements.values()), default_of(kind), kind)
    found = filled(default_of(kind), kind)
    for at, value in elements.items():
        found = store(found, at, value)
    return found


def is_initial(ref: Term) -> bool:
    return ref.op is Op.LOC and ref.location.initial


# Classes --------------------------------------------------------------------------------------------------------------

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def of_table(function: Callable[[ClassTable, K], V]) -> Callable[[ClassTable, K], V]:
    """The function, which asks each table once, and keeps no table alive that nobody else has."""
    known: WeakKeyDictionary[ClassTable, dict[K, V]] = WeakKeyDictionary()

    @wraps(function)
    def ask(classes: ClassTable, about: K) -> V:
        answers = known.setdefault(classes, {})
        if about not in answers:
            answers[about] = function(classes, about)
        return answers[about]

    return ask


@of_table
def exactly(classes: ClassTable, name: str) -> TypeSet:
    """The set of one class, without those below it; empty if no input can have that class."""
    universe = classes.universe
    return TypeSet(1 << universe.index(name) if name in universe else 0, universe, name)


@of_table
def constants_of(classes: ClassTable, types: TypeSet) -> tuple[tuple[str, tuple[Term, ...]], ...]:
    """The classes in `types` whose objects all exist before the run, with these objects."""
    found = []
    for name in types.names():
        constants = classes.constants(name)
        if constants is not None:
            found.append((name, tuple(c for c in constants if c.location.class_name == name)))
    return tuple(found)


def only_constants(classes: ClassTable, types: TypeSet) -> bool:
    """Whether an object of one of `types` always is one that exists before the run."""
    known = constants_of(classes, types)
    return bool(known) and len(known) == types.mask.bit_count()


def among_constants(classes: ClassTable, ref: Term, types: TypeSet) -> tuple[Value, ...]:
    """That an input of a class like an enum is null or one of its constants."""
    known = constants_of(classes, types)
    if not known:
        return ()
    if only_constants(classes, types):
        return (or_(eq(ref, NULL), *(eq(ref, constant) for _, constants in known for constant in constants)),)
    return tuple(
        or_(not_(isa(ref, exactly(classes, name))), *(eq(ref, constant) for constant in constants))
        for name, constants in known
    )
