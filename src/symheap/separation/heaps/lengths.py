"""Numbers of items of a list: a lower bound and, if the segment has one, the exact length as a term.

A length is an unsigned number of the size of a pointer.  It never wraps: the nodes of a list do not overlap and have at
least one byte each, so there are fewer of them than addresses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from symheap.core.operators import EXTENSIONS
from symheap.core.terms import Op, Term, Value, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.walk import symbols
from symheap.separation.heaps.addresses import node_size
from symheap.separation.heaps.formula import Atom, Segment, SymbolicHeap, split


@dataclass(frozen=True, slots=True)
class Count:
    """A number of items: `least` or more, and exactly `length` unless that is None."""

    least: int = 0
    length: Value | None = 0

    def and_more(self, other: Count, pointer: int) -> Count:
        """Return the items of two lists, one behind the other."""
        if self.length is None or other.length is None:
            return Count(self.least + other.least, None)
        return Count(self.least + other.least, added(self.length, other.length, pointer))


ONE = Count(1, 1)


def count_of(segment: Segment) -> Count:
    return Count(segment.least, segment.length)


def added(a: Value, b: Value, pointer: int) -> Value:
    """Return the sum of two lengths, with the plain number last."""
    (x, c), (y, d) = split(a), split(b)
    if x is None or y is None:
        return bitvector(Op.BVADD, 8 * pointer, a, b)
    return bitvector(Op.BVADD, 8 * pointer, bitvector(Op.BVADD, 8 * pointer, x, y), c + d)


def without_one(segment: Segment) -> Value | None:
    """Return the length of a nonempty segment without one of its items."""
    return None if segment.length is None else added(segment.length, -1, segment.pattern.pointer)


def most_items(segment: Segment) -> int:
    """Return the largest number of nodes that fit into memory."""
    return int(((1 << 8 * segment.pattern.pointer) - 1) // max(node_size(segment.pattern), 1))


def lasting_facts(segment: Segment) -> frozenset[Term]:
    """Return the facts about a segment's length that remain true when its nodes are unfolded."""
    is_plain = isinstance(segment.length, Term) and (segment.length.op in EXTENSIONS or segment.length.op is Op.SYM)
    if not is_plain:
        return frozenset()
    return frozenset(length_facts(SymbolicHeap(atoms=(replace(segment, least=0),))))


def symbols_of_lengths(atoms: Iterable[Atom]) -> frozenset[Term]:
    """Return the symbols of lengths; matching lists gives them their values."""
    lengths = (atom.length for atom in atoms if isinstance(atom, Segment) and atom.length is not None)
    return frozenset(each for length in lengths for each in symbols(length))


def length_facts(heap: SymbolicHeap) -> list[Term]:
    """Return what the segments of a heap imply about the symbols of their lengths."""
    facts: list[Value] = []
    for atom in heap.atoms:
        if isinstance(atom, Segment) and isinstance(atom.length, Term):
            width = 8 * atom.pattern.pointer
            facts.append(not_(bitvector(Op.BVULT, width, most_items(atom), atom.length)))
            if atom.least:
                facts.append(not_(bitvector(Op.BVULT, width, atom.length, atom.least)))
    return [fact for fact in facts if isinstance(fact, Term)]
