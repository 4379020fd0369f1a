"""Determine contents and texts of JDK objects, by running their methods on the heap of the path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from symheap.core.outcome import Returned
from symheap.lang.java.values.types import OBJECT, is_array
from symheap.objects import interpreter, ir
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import Pointer
from symheap.testgen.building.members import AT, straight
from symheap.testgen.building.strings import text_of
from symheap.testgen.building.target import Target, is_value

COLLECTION: Final = "java.util.Collection"
MAP: Final = "java.util.Map"
MOST = 16
"""A test with more elements to add would be too long."""

_CHARACTERS: Final = "java.lang.CharSequence"
_BUILDER: Final = "java.lang.AbstractStringBuilder"
_LONGEST: Final = 200
_STEPS: Final = 50_000
_TO_ARRAY: Final = "toArray()[Ljava/lang/Object;"
_VIEWS: Final = ("keySet()Ljava/util/Set;", "values()Ljava/util/Collection;")
_TO_STRING: Final = "toString()Ljava/lang/String;"
_ENTRY: Final = "java.util.Map$Entry"
_ADDING: Final = "add(Ljava/lang/Object;)Z"
_PUTTING: Final = "put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a collection: `method` must be called with each row.

    Rows contain references, as numbers of the target.
    """

    method: str
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class LibraryObjects:
    """Queries objects of the target."""

    target: Target
    program: ir.Program

    def is_told(self, class_name: str) -> bool:
        """Whether objects of a class are determined by their contents or text."""
        return any(self.target.table.world.is_subtype(class_name, name) for name in (COLLECTION, MAP, _CHARACTERS))

    def contents(self, number: int, *, by_scan: bool) -> Contents | None:
        """Return the contents of a collection; None for other objects, and for a collection in an inconsistent state.

        `by_scan` collects everything found inside, even if the collection itself would not find it.
        """
        world, class_name = self.target.table.world, self.target.class_of(number)
        if world.is_subtype(class_name, COLLECTION):
            held = self._inside(number) if by_scan else self._listed(number, None)
            return None if held is None else Contents(_ADDING, tuple((each,) for each in held))
        if world.is_subtype(class_name, MAP):
            if by_scan:
                return Contents(_PUTTING, tuple(self._entries(number)))
            keys, values = (self._listed(number, view) for view in _VIEWS)
            if keys is not None and values is not None and len(keys) == len(values):
                return Contents(_PUTTING, tuple(zip(keys, values, strict=True)))
        return None

    def text(self, heap: ConcreteHeap, number: int) -> str | None:
        """Return the text of an object; of a string builder, its characters."""
        if self.target.table.world.is_subtype(heap.class_of(number), _BUILDER):
            return self._built(heap, number)
        run = self._ask(heap, number, (_TO_STRING,))
        string = int(run.end.value) if isinstance(run.end, Returned) else 0
        return text_of(run.heap, string) if string else None

    def _built(self, heap: ConcreteHeap, number: int) -> str:
        """Return the characters of a string builder.  Rule: JEP 254 (a byte or two a character)"""
        fields = heap.find(number).fields
        array = int(fields.get("value", 0))
        known = heap.find(array).elements if array else {}
        width = 1 + int(fields.get("coder", 0))
        count = max(0, min(int(fields.get("count", 0)), _LONGEST))
        raw = bytes(int(known.get(i, 0)) & 0xFF for i in range(count * width))
        return raw.decode("latin-1") if width == 1 else raw.decode("utf-16-le", "surrogatepass")

    def _listed(self, number: int, view: str | None) -> list[int] | None:
        run = self._ask(self.target.heap, number, (_TO_ARRAY,) if view is None else (view, _TO_ARRAY))
        if not isinstance(run.end, Returned) or not run.end.value:
            return None
        array = run.heap.find(int(run.end.value))
        elements = [int(array.elements.get(i, 0)) for i in range(min(array.length or 0, MOST + 1))]
        return None if len(elements) > MOST or any(each < 0 for each in elements) else elements

    def _inside(self, number: int) -> list[int] | None:
        """Return the objects that the internals of a collection refer to and that are not internals themselves."""
        inside = [number, *(n for n in self.target.reachable(number) if self._is_inside(number, n))]
        mentions = [m for n in inside for m in self.target.mentions(n) if m.is_reference and m.value]
        references = [int(m.value) for m in mentions if int(m.value) not in inside]
        return None if len(references) > MOST else references

    def _entries(self, number: int) -> Iterator[tuple[int, int]]:
        for at in self.target.reachable(number):
            if self.target.table.world.is_subtype(self.target.class_of(at), _ENTRY):
                fields = self.target.find(at).fields
                yield int(fields.get("key", 0)), int(fields.get("value", fields.get("val", 0)))

    def _is_inside(self, number: int, other: int) -> bool:
        class_name = self.target.class_of(other)
        closed = is_array(class_name) or not (is_value(class_name) or self.target.is_user(class_name))
        return closed and class_name != OBJECT and other in self.target.dominated(number)

    def _ask(self, heap: ConcreteHeap, number: int, keys: Sequence[str]) -> interpreter.ConcreteRun:
        calls = [ir.Call(i + 1, key, i, (), AT) for i, key in enumerate(keys)]
        body = straight(len(keys) + 1, *calls, ir.Return(len(keys), AT))
        return interpreter.call(self.program, heap, body, [Pointer(number)], max_calls=100, max_steps=_STEPS)
