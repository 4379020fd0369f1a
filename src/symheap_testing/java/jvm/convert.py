"""Conversion between concrete heaps and the heaps of the JVM driver.

In a concrete heap a string is an object with a `value` array and a `coder`, for the driver it is its units: the
identity of the array is not observable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count

from symheap.core.model import Plain
from symheap.core.terms import wrap
from symheap.core.types import ClassTable
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject
from symheap_testing.java.jvm.call import KINDS, HeapObject, Kind, Value

KindOf = Callable[[str, str], str]
"""The kind of a field, by the names of its class and the field."""

STRING = "java.lang.String"
_ELEMENT_KINDS: dict[str, Kind] = {
    "Z": "boolean",
    "B": "byte",
    "S": "short",
    "C": "char",
    "I": "int",
    "J": "long",
    "F": "float",
    "D": "double",
}
_WIDTHS: dict[Kind, int] = {"byte": 8, "short": 16, "int": 32, "long": 64, "float": 32, "double": 64}
_LATIN1, _UTF16 = 0, 1


class NoNameOnTheJvm(Exception):
    """Raised for an object that exists before the call and has no given name on the JVM."""

    def __init__(self, number: int) -> None:
        super().__init__(f"object {number} exists before the call but has no name on the JVM")
        self.number = number


def element_kind(array_class: str) -> Kind:
    """Return the kind of array elements: `[I` holds ints, `[[I` and `[Ljava.lang.String;` references."""
    return _ELEMENT_KINDS.get(array_class[1:], "ref")


def value_of(kind: str, plain: Plain) -> Value:
    """Return a plain value, in any range of its sort, in the driver's form."""
    known = kind_named(kind)
    if known == "boolean":
        return Value(known, int(bool(plain)))
    if known == "ref":
        return Value(known, int(plain))
    return Value(known, int(plain) & 0xFFFF if known == "char" else wrap(int(plain), _WIDTHS[known]))


def plain_of(value: Value) -> Plain:
    """Return the value as in concrete heaps: booleans as such, all numbers signed in their width, even a char."""
    if value.kind == "boolean":
        return bool(value.bits)
    return wrap(value.bits, 16) if value.kind == "char" else value.bits


def kind_named(name: str) -> Kind:
    return next(kind for kind in KINDS if kind == name)


def to_driver(
    heap: ConcreteHeap, kind_of: KindOf, known: Mapping[int, HeapObject] | None = None
) -> dict[int, HeapObject]:
    """Return the input objects of a heap, and the objects from before the call that they refer to.

    `known` gives the names of the latter on the JVM, also where a root refers to them. A string that exists before the
    call is a literal unless it is known.
    """
    names = known or {}
    result: dict[int, HeapObject] = {}
    pending = [number for number in heap.objects if 0 < number < INITIAL]
    pending += [int(n) for n in heap.roots.values() if n in names]
    while pending:
        number = pending.pop()
        if number in result:
            continue
        result[number] = names[number] if number in names else _object(heap, number, kind_of)
        pending += [n for n in _references(result[number]) if n not in result]
    return result


def _references(obj: HeapObject) -> list[int]:
    numbers = [value.bits for value in obj.fields.values() if value.kind == "ref" and value.bits]
    if obj.elements is not None and element_kind(obj.class_name) == "ref":
        numbers += [number for number in obj.elements if number]
    return numbers


def _object(heap: ConcreteHeap, number: int, kind_of: KindOf) -> HeapObject:
    obj = heap.objects.get(number)
    if obj is not None and obj.class_name == STRING:
        return HeapObject(STRING, string=_units(heap, obj), interned=number >= INITIAL)
    if obj is None or number >= INITIAL:
        raise NoNameOnTheJvm(number)
    name = obj.class_name
    if name.startswith("["):
        kind = element_kind(name)
        length = obj.length or 0
        return HeapObject(name, elements=tuple(value_of(kind, obj.elements.get(i, 0)).bits for i in range(length)))
    return HeapObject(name, {f: value_of(kind_of(name, f), plain) for f, plain in obj.fields.items()})


def _units(heap: ConcreteHeap, string: ConcreteObject) -> tuple[int, ...]:
    at = int(string.fields.get("value", 0))
    if at == 0:
        return ()
    array = heap.objects[at]
    data = [int(array.elements.get(i, 0)) & 0xFF for i in range(array.length or 0)]
    if int(string.fields.get("coder", _LATIN1)) == _LATIN1:
        return tuple(data)
    return tuple(data[i] | data[i + 1] << 8 for i in range(0, len(data) - 1, 2))


def from_driver(objects: Mapping[int, HeapObject], table: ClassTable) -> ConcreteHeap:
    """Return a final heap of the driver; arrays of strings get new negative numbers. An opaque object has no fields."""
    heap = ConcreteHeap(table)
    fresh = count(min([0, *objects]) - 1, -1)
    for number, obj in objects.items():
        fields = {name: plain_of(value) for name, value in obj.fields.items()}
        made = ConcreteObject(obj.class_name, fields)
        heap.objects[number] = made
        if obj.string is not None:
            at = next(fresh)
            heap.objects[at], coder = _string_array(obj.string)
            made.fields.update(value=at, coder=coder)
        elif obj.elements is not None:
            kind = element_kind(obj.class_name)
            made.length = len(obj.elements)
            made.elements = {i: plain_of(Value(kind, bits)) for i, bits in enumerate(obj.elements)}
    return heap


def _string_array(string: tuple[int, ...]) -> tuple[ConcreteObject, int]:
    """Return a string's bytes and coder: one byte per unit if all units fit, as in every string of the JDK."""
    if all(unit < 0x100 for unit in string):
        data, coder = list(string), _LATIN1
    else:
        data, coder = [byte for unit in string for byte in (unit & 0xFF, unit >> 8)], _UTF16
    elements: dict[int, Plain] = {i: value_of("byte", byte).bits for i, byte in enumerate(data)}
    return ConcreteObject("[B", length=len(data), elements=elements), coder
