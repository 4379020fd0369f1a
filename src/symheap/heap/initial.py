"""The objects from before the run, read in place and on demand."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from symheap.core.terms import BOOL, NULL, REF, Op, Sort, Term, Value, eq, isa, location, not_, or_
from symheap.core.theories.arrays import filled, store, table
from symheap.core.types import LENGTH, ClassTable, Field, default_of
from symheap.core.typeset import TypeSet
from symheap.objects.concrete import ConcreteHeap, ConcreteObject


class Initial:
    """A concrete heap that may grow but does not change. The contents of arrays are cached when first read."""

    def __init__(self, heap: ConcreteHeap) -> None:
        self.heap = heap
        self._contents: dict[int, Term] = {}

    def value(self, ref: Term, field: Field) -> Value | None:
        """Return the value of a field of an initial object before the run; None if its class has no such field."""
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
        """Return a copy of an object, free to change."""
        return self.heap.find(number).copy()

    def _array(self, number: int, obj: ConcreteObject, kind: Sort) -> Term:
        contents = self._contents.get(number)
        if contents is None:
            contents = self._contents[number] = contents_of(obj, kind, self._term)
        return contents

    def _term(self, value: int | bool, sort: Sort) -> Value:
        if sort is REF:
            return NULL if value == 0 else self.reference(value)
        return bool(value) if sort is BOOL else value


def contents_of(obj: ConcreteObject, kind: Sort, term: Callable[[int | bool, Sort], Value]) -> Term:
    """Return the contents of a concrete array, with elements converted by `term`."""
    elements = {at: term(value, kind) for at, value in sorted(obj.elements.items())}
    if len(elements) == obj.length:
        return table(tuple(elements.values()), default_of(kind), kind)
    result = filled(default_of(kind), kind)
    for at, value in elements.items():
        result = store(result, at, value)
    return result


def is_initial(ref: Term) -> bool:
    return ref.op is Op.LOC and ref.location.initial


# Classes --------------------------------------------------------------------------------------------------------------

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def of_table(function: Callable[[ClassTable, K], V]) -> Callable[[ClassTable, K], V]:
    """Cache a function per class table and argument, without keeping a table alive."""
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
    """Return the set of one class, without its subclasses; empty if no input can have that class."""
    universe = classes.universe
    return TypeSet(1 << universe.index(name) if name in universe else 0, universe, name)


@of_table
def constants_of(classes: ClassTable, types: TypeSet) -> tuple[tuple[str, tuple[Term, ...]], ...]:
    """Return the classes in `types` whose objects all exist before the run, with these objects."""
    pairs = []
    for name in types.names():
        constants = classes.constants(name)
        if constants is not None:
            pairs.append((name, tuple(c for c in constants if c.location.class_name == name)))
    return tuple(pairs)


def only_constants(classes: ClassTable, types: TypeSet) -> bool:
    """Whether every object of one of `types` exists before the run."""
    known = constants_of(classes, types)
    return bool(known) and len(known) == types.mask.bit_count()


def among_constants(classes: ClassTable, ref: Term, types: TypeSet) -> tuple[Value, ...]:
    """Return the fact that an input of a class like an enum is null or one of its constants."""
    known = constants_of(classes, types)
    if not known:
        return ()
    if only_constants(classes, types):
        return (or_(eq(ref, NULL), *(eq(ref, constant) for _, constants in known for constant in constants)),)
    return tuple(
        or_(not_(isa(ref, exactly(classes, name))), *(eq(ref, constant) for constant in constants))
        for name, constants in known
    )
