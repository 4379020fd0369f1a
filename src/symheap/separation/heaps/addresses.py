"""Targets of addresses, as far as the atoms of a symbolic heap determine them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from symheap.core.terms import Term, Value
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap, split
from symheap.separation.heaps.pattern import Pattern


class Which(Enum):
    """The node of an atom that contains an address; an object has only one node."""

    OBJECT = "object"
    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place `offset` bytes into a node of `atom`, if the atom has that node at all."""

    atom: Atom
    which: Which
    offset: int

    @property
    def exists(self) -> bool:
        """Whether the node certainly exists."""
        if isinstance(self.atom, Segment):
            return self.atom.least > 0
        return not self.atom.optional


def node_of(pattern: Pattern) -> Object:
    """Return the node itself, the first atom of a pattern."""
    node = pattern.atoms[0]
    assert isinstance(node, Object)
    return node


def node_size(pattern: Pattern) -> int:
    size = node_of(pattern).size
    assert isinstance(size, int)
    return size


def spots(heap: SymbolicHeap, address: Value) -> list[Spot]:
    """Return the places that an address may point to, those that certainly exist first.

    An object counts whatever the offset from its base; a segment only if the address is strictly inside its first node
    or, with back links, its last one.
    """
    symbol, number = split(address)
    if symbol is None:
        return []
    result: list[Spot] = []
    for atom in heap.atoms:
        if isinstance(atom, Object):
            if atom.base is symbol:
                result.append(Spot(atom, Which.OBJECT, number))
            continue
        result += _spots_of_segment(atom, symbol, number)
    return sorted(result, key=lambda spot: not spot.exists)


def _spots_of_segment(segment: Segment, symbol: Term, number: int) -> list[Spot]:
    pattern = segment.pattern
    result: list[Spot] = []
    front, from_front = split(segment.front)
    if front is symbol:
        offset = number - from_front + pattern.entry
        if 0 <= offset < node_size(pattern):
            result.append(Spot(segment, Which.FIRST, offset))
    if segment.back is not None:
        back, from_back = split(segment.back)
        offset = number - from_back + pattern.back_entry
        if back is symbol and 0 <= offset < node_size(pattern):
            result.append(Spot(segment, Which.LAST, offset))
    return result


def inside(heap: SymbolicHeap, address: Value) -> Spot | None:
    """Return the node that certainly exists and has `address` strictly inside it, or None.

    The base of an object counts, whatever its size: allocated addresses differ, even those of objects without bytes.
    """
    for spot in spots(heap, address):
        if not spot.exists:
            return None
        size = spot.atom.size if isinstance(spot.atom, Object) else node_size(spot.atom.pattern)
        if spot.which is Which.OBJECT and spot.offset == 0:
            return spot
        if isinstance(size, int) and 0 <= spot.offset < size:
            return spot
    return None


def is_apart(heap: SymbolicHeap, a: Value, b: Value) -> bool:
    """Whether `*` implies that two addresses differ: they are inside different nodes, or one is null."""
    if a == 0 or b == 0:
        other = b if a == 0 else a
        return inside(heap, other) is not None or _is_end(heap, other) or _leads_somewhere(heap, other)
    here, there = inside(heap, a), inside(heap, b)
    if here is None or there is None:
        return False
    if here.atom is not there.atom:
        return True
    return here.which is not there.which and isinstance(here.atom, Segment) and here.atom.least > 1


def _leads_somewhere(heap: SymbolicHeap, address: Value) -> bool:
    """Whether an address is the front of a list whose end is not null: it is that end or the address of a node."""
    for _ in heap.atoms:
        segment = next((atom for atom in heap.atoms if isinstance(atom, Segment) and atom.front is address), None)
        if segment is None:
            return False
        address = segment.next
        if inside(heap, address) is not None:
            return True
    return False


def _is_end(heap: SymbolicHeap, address: Value) -> bool:
    """Whether an address is just behind an object: it is not null then, since no object wraps around."""
    return any(
        spot.exists and isinstance(spot.atom, Object) and spot.offset == spot.atom.size for spot in spots(heap, address)
    )
