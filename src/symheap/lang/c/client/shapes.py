"""Recognise list nodes by the declarations of structs.

A *link* is a member that points to the struct it is in.  One link makes a list.  If there are several, their names
decide which is the link and which the back link; if the names do not tell, the struct is not taken for a list node.  A
struct of links only, such as ``list_head``, is meant to be embedded in others: with a back link, its lists are rings.
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
    """How list nodes are linked.

    `link` and `back` are offsets from the place that links point to; that place is at offset `entry` in a `node`.
    """

    node: Record
    link: int
    back: int | None = None
    entry: int = 0

    def offsets(self) -> frozenset[int]:
        """Return the offsets of the links in a node."""
        return frozenset(self.entry + offset for offset in (self.link, self.back) if offset is not None)


def self_links(types: Types, record: Record) -> tuple[Field, ...]:
    """Return the members of a struct that point to a struct of the same type."""
    if record.union or not types.is_complete(record):
        return ()
    return tuple(field for field in types.layout(record).fields if _target(field) == record)


def _target(field: Field) -> Record | None:
    ctype = field.type
    return ctype.target if isinstance(ctype, Pointer) and isinstance(ctype.target, Record) else None


def spine_of(types: Types, record: Record) -> Spine | None:
    """Return the list that a struct is a node of; None if it has no links or their names do not tell which is which."""
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
    """Whether a struct has links and no other members: it is embedded in the real nodes of its lists."""
    links = self_links(types, record)
    return bool(links) and len(links) == len(types.layout(record).fields)


def is_ring(types: Types, record: Record) -> bool:
    """Whether lists of a struct are assumed to be rings: it has a link, a back link, and nothing else."""
    spine = spine_of(types, record)
    return spine is not None and spine.back is not None and is_bare(types, record)


def embedded(types: Types, record: Record, inner: Record) -> tuple[Field, ...]:
    """Return the members of `record` that have type `inner`."""
    return tuple(field for field in types.layout(record).fields if field.type == inner)


def container(types: Types, records: Sequence[Record], bare: Record, without: Record | None = None) -> Spine | None:
    """Return the list of the only struct that embeds `bare` exactly once, or None if no single one does.

    `without` is a candidate only if no other struct embeds `bare`.
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
    """Return the list of a struct; for a struct of links only, the list of the struct that embeds it."""
    around = container(types, records, record, without) if is_bare(types, record) else None
    return around or spine_of(types, record)


def last_members(types: Types, fields: Sequence[Field]) -> dict[str | None, Field]:
    """Map members that point to the front of a list to members that point to its last node, by their names."""
    lasts: dict[str | None, Field] = {}
    for front in fields:
        record = _target(front)
        if record is None or not _HEAD.search(front.name or "") or is_ring(types, record):
            continue
        ends = [field for field in fields if _target(field) == record and _TAIL.search(field.name or "")]
        if spine_of(types, record) is not None and len(ends) == 1 and ends[0] != front:
            lasts[front.name] = ends[0]
    return lasts
