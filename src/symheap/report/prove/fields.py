"""The names of struct members, for offsets: a guess for reading, by the size of an object and what it holds.

The analysis knows bytes, not types.  An object is shown as a struct if exactly one *linked* struct of the program, one
that has a pointer to a struct, is as large, and has members for all that is known of it.  Of several, the one counts
that links to itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from symheap.lang.c.client.exports import Library
from symheap.lang.c.front.types import Pointer, Record, Types
from symheap.separation.formula import Object

Members = Mapping[tuple[int, int], str]


class Fields:
    """The members of the structs of a program, by offset and size."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def __call__(self, thing: Object) -> Mapping[int, str]:
        """The names of the members at the offsets of `thing`; empty if it is not known to be a struct."""
        if not isinstance(thing.size, int):
            return {}
        words = [(offset, cell.size) for offset, cell in thing.cells.items()]
        return {offset: name for (offset, _), name in self.members(thing.size, words).items()}

    def members(self, size: int, words: Collection[tuple[int, int]]) -> Members:
        """The members of the struct that an object of `size` bytes is, which has these words; empty if not known."""
        records = self._linked.get(size, {})
        fitting = {record: members for record, members in records.items() if all(word in members for word in words)}
        own = [record for record in fitting if record in _targets(self._library.types, record)]
        chosen = own or list(fitting)
        return fitting[chosen[0]] if len(chosen) == 1 else {}

    @cached_property
    def _linked(self) -> Mapping[int, Mapping[Record, Members]]:
        """By size, with their members; what headers keep to themselves is left out."""
        found: dict[int, dict[Record, Members]] = {}
        types = self._library.types
        for record in self._library.records:
            if not record.union and not record.tag.startswith("_") and any(_targets(types, record)):
                found.setdefault(types.size(record), {})[record] = dict(_members(types, record, 0, ""))
        return found


def _members(types: Types, record: Record, base: int, prefix: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Offset, size and name of every scalar member, those of inner structs with a dot; unions are left out."""
    for field in types.layout(record).fields:
        offset, name = base + field.offset, f"{prefix}{field.name or ''}"
        if isinstance(field.type, Record):
            if not field.type.union:
                yield from _members(types, field.type, offset, f"{name}." if field.name is not None else prefix)
        elif field.bits is None and types.is_complete(field.type):
            yield (offset, types.size(field.type)), name


def _targets(types: Types, record: Record) -> Iterator[Record]:
    """The structs that its pointers lead to, those of inner structs as well."""
    for field in types.layout(record).fields:
        if isinstance(field.type, Pointer) and isinstance(field.type.target, Record):
            yield field.type.target
        elif isinstance(field.type, Record):
            yield from _targets(types, field.type)
