"""Guess the names of struct members for offsets, from the size and the contents of an object.

The analysis knows bytes, not types.  An object is shown as a struct if exactly one *linked* struct of the program (one
with a pointer to a struct) has its size, and members for all of its known words.  If several fit, the one that links to
itself is taken.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from symheap.lang.c.client.exports import Library
from symheap.lang.c.front.types import Pointer, Record, Types
from symheap.separation.heaps.formula import Object

Members = Mapping[tuple[int, int], str]


class Fields:
    """The members of the structs of a program, by offset and size."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def __call__(self, thing: Object) -> Mapping[int, str]:
        """Return the names of the members at the offsets of `thing`; empty if it is not known to be a struct."""
        if not isinstance(thing.size, int):
            return {}
        words = [(offset, cell.size) for offset, cell in thing.cells.items()]
        return {offset: name for (offset, _), name in self.members(thing.size, words).items()}

    def members(self, size: int, words: Collection[tuple[int, int]]) -> Members:
        """Return the members of the struct that has `size` bytes and these words; empty if it is not known."""
        records = self._linked.get(size, {})
        fitting = {record: members for record, members in records.items() if all(word in members for word in words)}
        own = [record for record in fitting if record in _targets(self._library.types, record)]
        chosen = own or list(fitting)
        return fitting[chosen[0]] if len(chosen) == 1 else {}

    @cached_property
    def _linked(self) -> Mapping[int, Mapping[Record, Members]]:
        """The linked structs by size, with their members; private structs of headers are left out."""
        linked: dict[int, dict[Record, Members]] = {}
        types = self._library.types
        for record in self._library.records:
            if not record.union and not record.tag.startswith("_") and any(_targets(types, record)):
                linked.setdefault(types.size(record), {})[record] = dict(_members(types, record, 0, ""))
        return linked


def _members(types: Types, record: Record, base: int, prefix: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield offset, size and name of every scalar member, including members of inner structs; unions are left out."""
    for field in types.layout(record).fields:
        offset, name = base + field.offset, f"{prefix}{field.name or ''}"
        if isinstance(field.type, Record):
            if not field.type.union:
                yield from _members(types, field.type, offset, f"{name}." if field.name is not None else prefix)
        elif field.bits is None and types.is_complete(field.type):
            yield (offset, types.size(field.type)), name


def _targets(types: Types, record: Record) -> Iterator[Record]:
    """Yield the structs that the struct's pointers lead to, including pointers in inner structs."""
    for field in types.layout(record).fields:
        if isinstance(field.type, Pointer) and isinstance(field.type.target, Record):
            yield field.type.target
        elif isinstance(field.type, Record):
            yield from _targets(types, field.type)
