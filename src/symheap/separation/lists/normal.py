"""The normal form of cases.

In a simple case, what follows from the left heap without a case split has been applied: equal symbols have been
replaced by one, and lists that are certainly empty are gone.  A simple case is in normal form if no two lists would
have items at the same address.  Then the left heap has models in which different values differ and all lists have
items.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from symheap.core.deadline import tick
from symheap.core.terms import Term, Value, eq, not_
from symheap.separation.heaps.formula import Object, Segment
from symheap.separation.lists.case import (
    Case,
    by_emptiness,
    emptied,
    equated,
    excludes_items,
    filled,
    first_unfolded,
)


def simple(case: Case) -> Case | None:
    """Return the simple case with the same models, or None if there are none."""
    while True:
        tick()
        simpler = _simpler(case)
        if simpler is None:
            return case
        if not simpler:
            return None
        (case,) = simpler


def conflict(case: Case) -> list[Case]:
    """Return the cases of a list that cannot have items if another one has; none if a simple case is in normal form."""
    ends: dict[Value, int] = {}
    for index, atom in enumerate(case.heap.atoms):
        if isinstance(atom, Object) or atom.least:
            continue
        if any(ends.setdefault(end, index) != index for end in ends_of(atom)):
            return by_emptiness(case, index)
    return []


@dataclass(slots=True)
class Owners:
    """The atoms that certainly allocate a value, by value.  `conflict` if two of them allocate the same one."""

    atoms: dict[Value, int] = field(default_factory=dict)
    conflict: bool = False

    def add(self, value: Value, index: int) -> None:
        if value == 0 or self.atoms.setdefault(value, index) != index:
            self.conflict = True

    def has_other(self, value: Value, index: int) -> bool:
        """Whether no item of the atom `index` can be at `value`: it is nil, or another atom is there."""
        return value == 0 or self.atoms.get(value, index) != index


def ends_of(segment: Segment) -> tuple[Value, ...]:
    """Return the addresses of the first and, with back links, the last item, if the segment has items."""
    return (segment.front,) if segment.back is None else (segment.front, segment.back)


def owners_of(case: Case) -> Owners:
    owners = Owners()
    for index, atom in enumerate(case.heap.atoms):
        if isinstance(atom, Object):
            owners.add(atom.base, index)
        elif atom.least:
            for end in ends_of(atom):
                owners.add(end, index)
    return owners


def is_apart(case: Case, owners: Owners, a: Value, b: Value) -> bool:
    """Whether two values certainly differ: by a fact, or since different atoms allocate them, or only one is nil."""
    if not isinstance(a, Term) or not isinstance(b, Term):
        one = a if isinstance(a, Term) else b
        return isinstance(one, Term) and (one in owners.atoms or not_(eq(one, 0)) in case.heap.pure)
    here, there = owners.atoms.get(a), owners.atoms.get(b)
    return (here is not None and there is not None and here != there) or not_(eq(a, b)) in case.heap.pure


def _simpler(case: Case) -> list[Case] | None:
    """Return the simpler case that covers a case, if it has models; None if it is simple."""
    for fact in case.heap.pure:
        if fact.op.name == "EQ":
            return equated(case, *fact.args)
    owners = owners_of(case)
    if owners.conflict:
        return []
    for index, atom in enumerate(case.heap.atoms):
        if isinstance(atom, Object):
            continue
        simpler = _nonempty(case, index, atom) if atom.least else _maybe_empty(case, owners, index, atom)
        if simpler is not None:
            return simpler
    return None


def _nonempty(case: Case, index: int, segment: Segment) -> list[Case] | None:
    if excludes_items(segment):
        return []
    if segment.front is segment.back:
        return [first_unfolded(case, index)]
    return None


def _maybe_empty(case: Case, owners: Owners, index: int, segment: Segment) -> list[Case] | None:
    if excludes_items(segment) or any(owners.has_other(end, index) for end in ends_of(segment)):
        return emptied(case, index)
    if is_apart(case, owners, segment.front, segment.next):
        return filled(case, index)
    sides = segment.prev is not None and segment.back is not None
    if sides and is_apart(case, owners, segment.prev or 0, segment.back or 0):
        return filled(case, index)
    return None
