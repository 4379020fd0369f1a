"""The texts of Strings in a concrete heap."""

from __future__ import annotations

from typing import Final

from symheap.lang.java.values.pseudo import DEFERRED, JOINED
from symheap.lang.java.values.types import STRING
from symheap.objects.concrete import ConcreteHeap

LONGEST: Final = 200
"""A longer text is too long for a test."""


def is_string(class_name: str) -> bool:
    return class_name in (STRING, JOINED, DEFERRED)


def text_of(heap: ConcreteHeap, number: int, longest: int = LONGEST) -> str | None:
    """Return the characters of a String; None if they are unknown or too many.  Rule: JEP 254"""
    string = heap.find(number)
    if string.class_name == DEFERRED or "value" not in string.fields:
        return None
    array = heap.find(int(string.fields["value"]))
    if array.length is None or array.length > longest * 2:
        return None
    units = [int(array.elements.get(i, 0)) for i in range(array.length)]
    if array.class_name == "[C":
        text = "".join(chr(unit & 0xFFFF) for unit in units)
    else:
        raw = bytes(unit & 0xFF for unit in units)
        text = raw.decode("utf-16-le", "surrogatepass") if string.fields.get("coder") else raw.decode("latin-1")
    return text if len(text) <= longest else None
