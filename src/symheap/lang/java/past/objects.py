"""Objects that initialisers create and change: their differences, and the objects they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from symheap.core.terms import REF
from symheap.core.types import LENGTH, Field
from symheap.lang.java.natives import SERVICES
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.pseudo import PSEUDO
from symheap.lang.java.values.types import OBJECT, STRING
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.past import Prior, Stored


def plain(obj: ConcreteObject) -> ConcreteObject:
    return ConcreteObject(obj.class_name, dict(obj.fields), obj.length, dict(obj.elements))


def forget_hashes(objects: Iterable[ConcreteObject]) -> None:
    for obj in objects:
        if obj.class_name == STRING:
            obj.fields.pop("hash", None)
            obj.fields.pop("hashIsZero", None)


def differs(a: ConcreteObject, b: ConcreteObject) -> bool:
    names, indices = a.fields.keys() | b.fields.keys(), a.elements.keys() | b.elements.keys()
    return any(a.fields.get(n, 0) != b.fields.get(n, 0) for n in names) or any(
        a.elements.get(i, 0) != b.elements.get(i, 0) for i in indices
    )


def changes(table: JavaTable, number: int, old: ConcreteObject, new: ConcreteObject) -> Iterator[Stored]:
    """Yield the slots of an object whose value has changed."""
    for field in table.fields(new.class_name):
        kind = field.type.sort.element
        if kind is not None:
            for at in sorted(new.elements.keys() | old.elements.keys()):
                if new.elements.get(at, 0) != old.elements.get(at, 0):
                    yield Stored(number, field, at, new.elements.get(at, 0))
        elif field is not LENGTH and new.fields.get(field.name, 0) != old.fields.get(field.name, 0):
            yield Stored(number, field, None, new.fields.get(field.name, 0))


def apply(prior: Prior, objects: dict[int, ConcreteObject], heap: ConcreteHeap) -> None:
    for number, field, index, value in prior.stores:
        if number not in objects:
            objects[number] = heap.find(number).copy()
        if index is None:
            objects[number].fields[field.name] = value
        else:
            objects[number].elements[index] = value


def references(table: JavaTable, obj: ConcreteObject) -> Iterator[tuple[Field, int | None, int]]:
    """Yield the slots of an object that hold references, each with its place."""
    for field in table.fields(obj.class_name):
        if field.type.sort is REF:
            yield field, None, int(obj.fields.get(field.name, 0))
        elif field.type.sort.element is REF:
            yield from ((field, at, int(value)) for at, value in sorted(obj.elements.items()))


def renumber(table: JavaTable, obj: ConcreteObject, numbers: Mapping[int, int]) -> None:
    for field, index, number in tuple(references(table, obj)):
        if number in numbers and index is None:
            obj.fields[field.name] = numbers[number]
        elif number in numbers and index is not None:
            obj.elements[index] = numbers[number]


def reached(table: JavaTable, heap: ConcreteHeap, start: int, first: int) -> set[int]:
    """Return the user's objects that an object leads to."""
    pending, reached_objects = [start], set[int]()
    while pending:
        number = pending.pop()
        if number >= first and number not in reached_objects:
            reached_objects.add(number)
            pending += [held for _, _, held in references(table, heap.find(number)) if held]
    return reached_objects


def line_of(table: JavaTable, obj: ConcreteObject, seen: Callable[[int], int]) -> tuple[object, ...]:
    """Return the contents of an object, with references as `seen` names them. Cached hash codes are left out."""
    places = tuple((field.name, at, seen(number)) for field, at, number in references(table, obj) if number)
    scalars = (f for f in table.fields(obj.class_name) if f.type.sort is not REF and f.type.sort.element is None)
    held = tuple((f.name, obj.fields.get(f.name, 0)) for f in scalars if f is not LENGTH and not _is_cache(obj, f))
    numbers = any(f.type.sort.element not in (None, REF) for f in table.fields(obj.class_name))
    elements = tuple(sorted((at, value) for at, value in obj.elements.items() if value)) if numbers else ()
    return obj.class_name, obj.length, places, held, elements


def _is_cache(obj: ConcreteObject, field: Field) -> bool:
    return obj.class_name == STRING and field.name in ("hash", "hashIsZero")


def strangers(table: JavaTable, first: int) -> dict[str, tuple[int, ...]]:
    """Objects of classes that inputs do not have, by these, that static fields or objects of the user's hold.

    An input may be one of them, such as a lambda or an unmodifiable list in a constant. Opaque services are left out.
    """
    heap, universe = table.initial.heap, frozenset(table.universe)
    left_out = PSEUDO | SERVICES
    by_class: dict[str, dict[int, None]] = {}
    pending = [*_held_by_statics(table)]
    for n in sorted(heap.objects):
        if n >= first and heap.class_of(n) in universe:
            pending += [number for _, _, number in references(table, heap.find(n))]
    while pending:
        number = pending.pop()
        name = heap.class_of(number) if number else OBJECT
        if name in universe or name in left_out or number in by_class.get(name, ()):
            continue
        by_class.setdefault(name, {})[number] = None
        if number >= first:
            pending += [held for _, _, held in references(table, heap.find(number))]
    return {name: tuple(sorted(numbers)) for name, numbers in sorted(by_class.items())}


def _held_by_statics(table: JavaTable) -> Iterator[int]:
    """Yield what the user's static fields hold before the call, or may hold if a contested class was initialised."""
    initial = table.initial
    for class_name, holder in initial.interned.holders.items():
        if table.world.find(class_name).is_user:
            yield from (number for _, _, number in references(table, initial.heap.find(holder)))
    for own in table.contested.values():
        yield from own.values()
    for others in table.elsewhere.values():
        yield from others.values()


def left(
    table: JavaTable, heap: ConcreteHeap, changed: Mapping[int, ConcreteObject], before: Mapping[int, ConcreteObject]
) -> dict[int, ConcreteObject]:
    """Return the new objects reachable from old ones: no others outlive an initialiser."""
    pending, survivors = list(changed.values()), dict[int, ConcreteObject]()
    while pending:
        for _, _, number in references(table, pending.pop()):
            if number and number not in before and number not in survivors:
                survivors[number] = heap.objects[number]
                pending.append(survivors[number])
    return dict(sorted(survivors.items()))
