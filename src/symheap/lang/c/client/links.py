"""The members of structs that may link list nodes: pointers to a struct of the same type, or to a part of it.

The analysis knows bytes, not types, and structs of different types may have the same size.  A box on a shelf is no
shelf, although both have 16 bytes and a pointer at offset 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from symheap.lang.c.front.types import Array, CType, Pointer, Record, Types, Void

_MOST_ELEMENTS: Final = 16
"""Largest number of elements of an array of pointers that may be links."""


def links(types: Types) -> Mapping[int, frozenset[int]]:
    """Return the offsets of members that may be links, by the size of a struct that the program accesses.

    A size at which no struct has a link is missing: nodes of that size are linked in a way that types do not show.
    """
    offsets_of_size: dict[int, set[int]] = {}
    for key in types.accessed & types.layouts.keys():
        inside = {key} | {record.key for record in _inner(types, key)}
        offsets = {at for at, target in _pointers(types, key, 0) if _may_be(target, inside)}
        offsets_of_size.setdefault(types.layouts[key].size, set()).update(offsets)
    return {size: frozenset(offsets) for size, offsets in offsets_of_size.items() if offsets}


def _may_be(target: CType, inside: set[int]) -> bool:
    return isinstance(target, Void) or (isinstance(target, Record) and target.key in inside)


def _inner(types: Types, key: int) -> Iterator[Record]:
    """Yield the structs and unions inside a struct."""
    for _, each in _members(types, key, 0):
        if isinstance(each, Record) and each.key in types.layouts:
            yield each
            yield from _inner(types, each.key)


def _pointers(types: Types, key: int, base: int) -> Iterator[tuple[int, CType]]:
    """Yield the offset and the target type of each pointer inside a struct."""
    for offset, each in _members(types, key, base):
        if isinstance(each, Pointer):
            yield offset, each.target
        elif isinstance(each, Record) and each.key in types.layouts:
            yield from _pointers(types, each.key, offset)


def _members(types: Types, key: int, base: int) -> Iterator[tuple[int, CType]]:
    """Yield the members of a struct with their offsets; of arrays, the elements."""
    for field in types.layouts[key].fields:
        at, each = base + field.offset, field.type
        if isinstance(each, Array) and types.is_complete(each.element):
            size = types.size(each.element)
            yield from ((at + size * number, each.element) for number in range(min(each.length or 0, _MOST_ELEMENTS)))
        else:
            yield at, each
