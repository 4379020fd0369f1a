"""Compares the two heaps of one Java call, here and on the JVM, in one simultaneous walk."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symheap.core.model import Plain
from symheap.core.terms import BV8, F32, F64, REF, Sort
from symheap.core.types import Field
from symheap.lang.java.lower.lambdas import MARK
from symheap.lang.java.natives import SERVICES
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.lang.java.values.types import element_sort
from symheap.objects.concrete import ConcreteHeap
from symheap_testing.java.jvm.call import HeapObject, Value, text_of
from symheap_testing.java.jvm.convert import element_kind, plain_of
from symheap_testing.java.principles import SALTED, SHARED

_BUILDER = "java.lang.AbstractStringBuilder"
Fields = Callable[[str], Mapping[str, Field]]


def text_here(heap: ConcreteHeap, number: int) -> str:
    """Return the text of a String, one character for each UTF-16 code unit: empty if it was never read."""
    string = heap.find(number)
    contents = int(string.fields.get("value", 0))
    if not contents:
        return ""
    array = heap.find(contents)
    raw = bytes(int(array.elements.get(i, 0)) & 0xFF for i in range(array.length or 0))
    if not string.fields.get("coder"):
        return raw.decode("latin-1")
    return raw.decode("utf-16-le", "surrogatepass")


def same_value(mine: Plain, there: Plain, sort: Sort | None) -> bool:
    """Whether two values are equal bit by bit, with all NaNs equal: the JVM does not specify which NaN results."""
    if mine == there:
        return True
    if sort is F32:
        return int(mine) & 0x7FFFFFFF > 0x7F800000 and int(there) & 0x7FFFFFFF > 0x7F800000
    if sort is F64:
        infinite = 0x7FF0000000000000
        return int(mine) & (2**63 - 1) > infinite and int(there) & (2**63 - 1) > infinite
    return False


class Walk:
    """Two heaps, walked simultaneously from pairs of references: they must agree up to the numbers of objects."""

    def __init__(
        self, here: ConcreteHeap, there: Mapping[int, HeapObject], fields: Fields, class_named: Callable[[int], str]
    ) -> None:
        """`fields` returns those of a class by the driver's names, `class_named` the class of a class object here."""
        self.pending: list[tuple[str, int, int]] = []
        self._fields_there = fields
        self._class_named = class_named
        self._here = here
        self._there = there
        self._paired: dict[int, int] = {0: 0}
        self._taken: dict[int, int] = {0: 0}

    def difference(self) -> str | None:
        while self.pending:
            name, a, b = self.pending.pop()
            if a in self._paired or b in self._taken:
                if self._paired.get(a) != b or self._taken.get(b) != a:
                    return f"{name} is another object: {a} is {self._paired.get(a)}, {b} is {self._taken.get(b)}"
                continue
            self._paired[a], self._taken[b] = b, a
            problem = self._object(name, a, b)
            if problem is not None:
                return f"{name} {problem}"
        return None

    def _object(self, name: str, a: int, b: int) -> str | None:
        mine, there = self._here.find(a), self._there[b]
        if MARK in mine.class_name and "$$Lambda" in there.class_name:
            return None
        if mine.class_name == DEFERRED and there.string is not None:
            return None
        if mine.class_name != there.class_name:
            return f"is a {mine.class_name}, not a {there.class_name}"
        if there.known == "classObject":
            return None if self._class_named(a) == there.name else f"is not the class {there.name}"
        if there.opaque or there.class_name in SALTED or there.class_name in SERVICES:
            return None
        if there.string is not None:
            text, expected = text_here(self._here, a), text_of(there.string)
            return None if text == expected else f"is {text!r}, not {expected!r}"
        return self._array(name, a, there) if there.elements is not None else self._fields(name, a, there)

    def _array(self, name: str, a: int, there: HeapObject) -> str | None:
        elements = there.elements or ()
        length = self._here.length(a)
        if length != len(elements):
            return f"has length {length}, not {len(elements)}"
        sort, kind = element_sort(there.class_name), element_kind(there.class_name)
        for i, bits in enumerate(elements):
            mine, expected = self._here.element(a, i, sort), plain_of(Value(kind, bits))
            if sort is REF:
                self.pending.append((f"{name}[{i}]", int(mine), bits))
            elif not same_value(mine, expected, sort):
                return f"[{i}] is {mine}, not {expected}"
        return None

    def _text(self, a: int, there: HeapObject) -> str | None:
        """Compare builders: text and capacity. The content after the end of the text is unspecified.

        A builder that was an input and was never read has no array, or one that is too short.
        """
        mine = self._here.find(a).fields
        own, other = int(mine.get("value", 0)), there.fields["value"].bits
        if not own or not other:
            return None if own == other else f".value is {own or None}, not {other or None}"
        array = self._there[other].elements or ()
        expected = (there.fields["coder"].bits, there.fields["count"].bits, len(array))
        actual = (int(mine.get("coder", 0)), int(mine.get("count", 0)), self._here.length(own))
        if actual != expected:
            return f"has coder, count and capacity {actual}, not {expected}"
        end = min(max(actual[1], 0) << (actual[0] & 31), len(array))
        bytes_here = tuple(self._here.element(own, i, BV8) for i in range(end))
        return None if bytes_here == array[:end] else f"is {bytes_here}, not {array[:end]}"

    def _fields(self, name: str, a: int, there: HeapObject) -> str | None:
        named = self._fields_there(there.class_name)
        for driver, value in there.fields.items():
            field = named[driver]
            if (field.owner, field.name) in SHARED:
                continue
            mine = self._here.get(a, field)
            if field.owner == _BUILDER and field.name == "value":
                problem = self._text(a, there)
                if problem is not None:
                    return problem
                continue
            if field.type.sort is REF:
                self.pending.append((f"{name}.{field.name}", int(mine), value.bits))
            elif not same_value(mine, plain_of(value), field.type.sort):
                return f".{field.name} is {mine}, not {plain_of(value)}"
        return None
