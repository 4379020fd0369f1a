"""The place of an input."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symheap.lang.c.front.types import Record


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of an input: a parameter (`depth` 0), or a member `depth` objects behind it, in structs `inside`."""

    path: str
    depth: int = 0
    inside: frozenset[Record] = frozenset()

    def member(self, name: str | None) -> Spot:
        return replace(self, path=f"{self.path}->{name or '?'}")

    def within(self, record: Record) -> Spot:
        return replace(self, depth=self.depth + 1, inside=self.inside | {record})
