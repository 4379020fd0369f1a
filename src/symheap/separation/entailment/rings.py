"""Rings: lists that end where they begin.

A ring has no natural place where folding begins or stops.  So that equal rings have equal forms, the node that a root
points at stays a separate object.
"""

from __future__ import annotations

from symheap.core.terms import Term, Value
from symheap.separation.entailment.logic import Logic
from symheap.separation.execution.unfolding import unfold_first
from symheap.separation.heaps.addresses import Which, spots
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap, split

_LONGEST = 12
"""Largest number of atoms of a ring that is recognised."""


def opened(logic: Logic, heap: SymbolicHeap) -> list[SymbolicHeap]:
    """Return heaps with the same models together, in which no root points at the beginning of a segment of a ring."""
    for atom in heap.atoms:
        if isinstance(atom, Segment) and _is_rooted(heap, atom) and _is_ring(heap, atom):
            cases = [new for old in logic.filled(heap, atom) for new in _unfolded(logic, old, atom)]
            cases += logic.emptied(heap, atom)
            return [new for case in cases for new in opened(logic, case)]
    return [heap]


def _unfolded(logic: Logic, heap: SymbolicHeap, segment: Segment) -> list[SymbolicHeap]:
    """Return the heap with the first item of a segment unfolded, if the segment is unchanged."""
    for atom in heap.atoms:
        if isinstance(atom, Segment) and atom.front is segment.front and atom.least > 0:
            return logic.settle(unfold_first(heap, atom))
    return [heap]


def _is_rooted(heap: SymbolicHeap, segment: Segment) -> bool:
    front = split(segment.front)[0]
    return any(split(value)[0] is front for value in heap.roots.values()) and isinstance(front, Term)


def _is_ring(heap: SymbolicHeap, segment: Segment) -> bool:
    """Whether links lead from the end of a segment back to its beginning."""
    at: Value | None = segment.next
    for _ in range(_LONGEST):
        if at is segment.front:
            return True
        at = None if at is None else _behind(heap, at, segment)
        if at is None:
            return False
    return False


def _behind(heap: SymbolicHeap, address: Value, like: Segment) -> Value | None:
    """Return the value of the link of the item at an address, or None."""
    for spot in spots(heap, address):
        if isinstance(spot.atom, Object):
            cell = spot.atom.cells.get(like.pattern.link)
            return None if cell is None else cell.value
        if spot.which is Which.FIRST:
            return spot.atom.next
    return None
