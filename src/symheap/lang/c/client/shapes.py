"""Which structs are nodes of lists, as far as their declarations tell.

A *link* is a member that points to the struct it is in.  One link makes a list.  Of several, names decide which is the
link and which the back link; where they do not, nothing is decided.  A struct of links only, such as ``list_head``, is
meant to be embedded in others: with a back link, its lists are rings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from symheap.lang.c.front.types import Field, Pointer, Record, Types

_FORWARD: Final = re.compile(r"next|nxt|succ|forw|fwd|flink", re.IGNORECASE)
_HEAD: Final = re.compile(r"head|first|front|begin|top", re.IGNORECASE)
_TAIL: Final = re.compile(r"tail|last|rear|end|bottom", re.IGNORECASE)
_BACKWARD: Final = re.compile(r"prev|prv|pred|back|bwd|blink", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spine:
    """How nodes hang together: `link` and `back` are offsets from where links point, which is `entry` in a `node`."""

    node: Record
    link: int
    back: int | None = None
    entry: int = 0

    def offsets(self) -> frozenset[int]:
        """Where in a node the links are."""
        return frozenset(self.entry + offset for offset in (self.link, self.back) if offset is not None)


def self_links(types: Types, record: Record) -> tuple[Field, ...]:
    """The members of a struct that point to such a struct."""
    if record.union or not types.is_complete(record):
        return ()
    return tuple(field for field in types.layout(record).fields if _target(field) == record)


def _target(field: Field) -> Record | None:
    ctype = field.type
    return ctype.target if isinstance(ctype, Pointer) and isinstance(ctype.target, Record) else None


def spine_of(types: Types, record: Record) -> Spine | None:
    """The list that a struct is a node of, if there is one and the names of its links tell which is which."""
    links = self_links(types, record)
    backward = [field for field in links if _BACKWARD.search(field.name or "")]
    forward = [field for field in links if field not in backward]
    if len(forward) > 1:
        forward = [field for field in forward if _FORWARD.search(field.name or "")]
    if len(links) == 1:
        return Spine(record, links[0].offset)
    if len(forward) != 1 or len(backward) > 1:
        return None
    return Spine(record, forward[0].offset, backward[0].offset if backward else None)


def is_bare(types: Types, record: Record) -> bool:
    """Whether a struct has links and nothing else: it is embedded in what its lists are of."""
    links = self_links(types, record)
    return bool(links) and len(links) == len(types.layout(record).fields)


def is_ring(types: Types, record: Record) -> bool:
    """Whether lists of a struct are taken to be rings: it has a link, a back link, and nothing else."""
    spine = spine_of(types, record)
    return spine is not None and spine.back is not None and is_bare(types, record)


def embedded(types: Types, record: Record, inner: Record) -> tuple[Field, ...]:
    """The members of `record` that are an `inner`."""
    return tuple(field for field in types.layout(record).fields if field.type == inner)


def container(types: Types, records: Sequence[Record], bare: Record, without: Record | None = None) -> Spine | None:
    """The list of the only struct that embeds `bare`, and once; `without` is let out if there are others.

    None: there is none, or which one is meant cannot be told.
    """
    around = [record for record in records if embedded(types, record, bare)]
    others = [record for record in around if record != without]
    candidates = others or around
    spine = spine_of(types, bare)
    if len(candidates) != 1 or spine is None:
        return None
    members = embedded(types, candidates[0], bare)
    if len(members) != 1:
        return None
    return Spine(candidates[0], spine.link, spine.back, members[0].offset)


def nodes_of(types: Types, records: Sequence[Record], record: Record, without: Record | None = None) -> Spine | None:
    """The list of a struct; of a struct of links only, the list of what it is embedded in, if that is known."""
    around = container(types, records, record, without) if is_bare(types, record) else None
    return around or spine_of(types, record)


def last_members(types: Types, fields: Sequence[Field]) -> dict[str | None, Field]:
    """Members that are the last node of a list, by the name of the member that is its front; their names tell."""
    found: dict[str | None, Field] = {}
    for front in fields:
        record = _target(front)
        if record is None or not _HEAD.search(front.name or "") or is_ring(types, record):
            continue
        ends = [field for field in fields if _target(field) == record and _TAIL.search(field.name or "")]
        if spine_of(types, record) is not None and len(ends) == 1 and ends[0] != front:
            found[front.name] = ends[0]
    return found
