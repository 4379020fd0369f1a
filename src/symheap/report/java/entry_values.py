"""Values of expressions at the call of a method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from symheap.core.model import Plain
from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.values.types import STRING, is_array
from symheap.lang.java.words.expression import (
    FIELD,
    INT,
    LOCAL,
    NAME,
    THIS,
    Expression,
)
from symheap.lang.java.words.operands import simple_name
from symheap.lang.java.world import World
from symheap.objects.concrete import ConcreteHeap
from symheap.report.formats.notation import quoted, written
from symheap.report.words import a


@dataclass(frozen=True, slots=True)
class MethodEntry:
    """A call of a method: the heap before it, and the values of its receiver and parameters by name."""

    method: JavaMethod
    heap: ConcreteHeap
    values: Mapping[str, Plain] = field(default_factory=dict)


def access_paths(value: Expression) -> Iterator[Expression]:
    """Yield the largest parts of an expression that consist of variables, fields and elements only."""
    if value.op in (NAME, LOCAL) or _is_path(value):
        yield value
        return
    for part in value.parts:
        yield from access_paths(part)


def _is_path(value: Expression) -> bool:
    if value.op == FIELD:
        return value.parts[0] == THIS or value.parts[0].op == NAME or _is_path(value.parts[0])
    return False


class EntryValues:
    """Reads the values of expressions from the heap before a call."""

    def __init__(self, world: World) -> None:
        self._world = world

    def of(self, path: Expression, entry: MethodEntry, *, classes: bool = False) -> str | None:
        """Return a value as Java writes it, or None if it is not known or cannot be written in a word.

        With `classes`, an object that cannot is described by its class.
        """
        typed_value = self._read(path, entry)
        if typed_value is None:
            return None
        value, kind = typed_value
        if kind[:1] in ("L", "["):
            return self._object(int(value), entry.heap, classes)
        return written(kind, value).partition(" (")[0]

    def _object(self, number: int, heap: ConcreteHeap, classes: bool) -> str | None:
        if not number:
            return "null"
        obj = heap.objects.get(number) or heap.base.get(number)
        if obj is None:
            return None
        if obj.class_name == STRING:
            from symheap.report.java.notation import string_of

            text = string_of(heap, obj)
            return None if text is None else quoted(text)
        if is_array(obj.class_name):
            return "empty" if obj.length == 0 else f"of length {obj.length}"
        return a(simple_name(obj.class_name)) if classes else None

    def _read(self, path: Expression, entry: MethodEntry) -> tuple[Plain, str] | None:
        if path == THIS or path.op == NAME:
            value = entry.values.get(path.text)
            return None if value is None or (not path.type and path != THIS) else (value, path.type or "L")
        if path.op != FIELD:
            return None
        holder = self._read(path.parts[0], entry)
        if holder is None or not holder[0] or holder[1][:1] not in ("L", "["):
            return None
        number = int(holder[0])
        obj = entry.heap.objects.get(number) or entry.heap.base.get(number)
        if obj is None:
            return None
        if is_array(obj.class_name):
            return None if obj.length is None else (obj.length, INT)
        return self._field(entry.heap, number, path)

    def _field(self, heap: ConcreteHeap, number: int, path: Expression) -> tuple[Plain, str] | None:
        for java_class in self._world.chain(heap.class_of(number)):
            declared = java_class.fields.get((path.text, path.type))
            if declared is not None and not declared.is_static:
                return heap.get(number, declared.field), path.type
        return None
