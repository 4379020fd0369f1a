"""How many items a list has: at least some number, and just as many as a term says, if the segment has one.

A length is an unsigned number of the size of a pointer.  It never wraps: the nodes of a list are apart from each other,
and none has fewer bytes than one, so that there are fewer of them than addresses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from symheap.core.bitvectors import bitvector
from symheap.core.terms import Op, Term, Value, not_
from symheap.core.walk import symbols
from symheap.separation.addresses import node_size
from symheap.separation.formula import Atom, Segment, SymbolicHeap, split

_EXTENSIONS: Final = (Op.SIGNEXT, Op.ZEROEXT)


@dataclass(frozen=True, slots=True)
class Count:
    """A number of items: `least` or more, and `length`, unless that is None."""

    least: int = 0
    length: Value | None = 0

    def and_more(self, other: Count, pointer: int) -> Count:
        """The items of two lists, one behind the other."""
        if self.length is None or other.length is None:
            return Count(self.least + other.least, None)
        return Count(self.least + other.least, added(self.length, other.length, pointer))


ONE = Count(1, 1)


def count_of(segment: Segment) -> Count:
    return Count(segment.least, segment.length)


def added(a: Value, b: Value, pointer: int) -> Value:
    """The sum of two lengths, whose plain number stands last."""
    (x, c), (y, d) = split(a), split(b)
    if x is None or y is None:
        return bitvector(Op.BVADD, 8 * pointer, a, b)
    return bitvector(Op.BVADD, 8 * pointer, bitvector(Op.BVADD, 8 * pointer, x, y), c + d)


def without_one(segment: Segment) -> Value | None:
    """The length of a segment that is not empty, without one of its items."""
    return None if segment.length is None else added(segment.length, -1, segment.pattern.pointer)


def most_items(segment: Segment) -> int:
    """So many nodes fit into the memory."""
    return int(((1 << 8 * segment.pattern.pointer) - 1) // max(node_size(segment.pattern), 1))


def lasting_facts(segment: Segment) -> frozenset[Term]:
    """What a segment says of the number that its length is: that stays true when its nodes are taken apart."""
    is_plain = isinstance(segment.length, Term) and (segment.length.op in _EXTENSIONS or segment.length.op is Op.SYM)
    if not is_plain:
        return frozenset()
    return frozenset(length_facts(SymbolicHeap(atoms=(replace(segment, least=0),))))


def symbols_of_lengths(atoms: Iterable[Atom]) -> frozenset[Term]:
    """The symbols of lengths: where lists are matched, these get their values."""
    lengths = (atom.length for atom in atoms if isinstance(atom, Segment) and atom.length is not None)
    return frozenset(each for length in lengths for each in symbols(length))


def length_facts(heap: SymbolicHeap) -> list[Term]:
    """What the segments of a heap say of the symbols of their lengths."""
    found: list[Value] = []
    for atom in heap.atoms:
        if isinstance(atom, Segment) and isinstance(atom.length, Term):
            width = 8 * atom.pattern.pointer
            found.append(not_(bitvector(Op.BVULT, width, most_items(atom), atom.length)))
            if atom.least:
                found.append(not_(bitvector(Op.BVULT, width, atom.length, atom.least)))
    return [fact for fact in found if isinstance(fact, Term)]
