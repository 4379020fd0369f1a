"""The state of a heap summary: references, guarded locations, and their creators."""

from __future__ import annotations

from dataclasses import dataclass, replace

import immutables

from symheap.core.terms import NULL, Op, Term, Value, or_
from symheap.core.types import Field
from symheap.heap.api import Cell, Handle, Ref
from symheap.heap.input import Inputs

Location = int
GuardedSet = tuple[tuple[Value, Location], ...]

L_NULL: Location = 0
L_UN: Location = 1
R_NULL = Handle(0)
R_UN = Handle(1)


@dataclass(frozen=True, slots=True)
class SummaryHeap:
    """(L R) of [Summaries], and the creator of each location: an input reference, or an object that the run allocated.

    An object from before the run is the location, and the reference, of its own number (see `summary.initial`).
    `elements` maps named elements of input arrays to their references.
    """

    inputs: Inputs
    L: immutables.Map[Handle, GuardedSet]
    R: immutables.Map[tuple[Location, Field], Cell]
    creators: immutables.Map[Location, Term]
    exists: immutables.Map[Location, Value]
    elements: immutables.Map[Term, Handle] = immutables.Map()
    next_reference: int = 2
    next_location: int = 2

    def locations(self, ref: Ref) -> GuardedSet:
        if isinstance(ref, Term) and ref.op is Op.LOC:
            return ((True, ref.location.number),)
        return self.L[R_NULL if ref is NULL else handle(ref)]

    def creator(self, at: Location) -> Term:
        """Return the creator of a location. Objects from before the run are looked up when needed."""
        known = self.creators.get(at)
        if known is None:
            assert self.inputs.initial is not None
            return self.inputs.initial.reference(at)
        return known

    def reference(self, locations: GuardedSet) -> tuple[SummaryHeap, Handle]:
        """Create a reference to these locations.  [Summaries]: fresh_r, init_r and stack_r differ in numbering only."""
        ref = Handle(self.next_reference)
        return replace(self, L=self.L.set(ref, locations), next_reference=self.next_reference + 1), ref

    def location(self, creator: Term, exists: Value) -> tuple[SummaryHeap, Location]:
        """Create a location.  [Summaries]: fresh_l"""
        number = self.next_location
        heap = replace(
            self,
            creators=self.creators.set(number, creator),
            exists=self.exists.set(number, exists),
            next_location=number + 1,
        )
        return heap, number


def handle(ref: Ref) -> Handle:
    assert isinstance(ref, Handle)
    return ref


def handle_of(cell: Cell) -> Handle:
    assert isinstance(cell, Handle)
    return cell


def merged(pairs: list[tuple[Value, Location]]) -> GuardedSet:
    """Merge the guards of each location into one."""
    guards: dict[Location, Value] = {}
    for guard, at in pairs:
        guards[at] = or_(guards[at], guard) if at in guards else guard
    return tuple((guard, at) for at, guard in guards.items() if guard is not False)
