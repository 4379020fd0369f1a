"""Whether a list of the right heap may be matched with a whole segment of the left heap.

The items of that segment have to satisfy the facts of the wanted list: for an acyclic one, none is at its end.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

from symheap.core.terms import Value
from symheap.core.walk import symbols
from symheap.separation.heaps.formula import Object, Segment
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.separation.heaps.renaming import values_of
from symheap.separation.lists.case import Case, by_emptiness, by_equality, facts_of, last_unfolded
from symheap.separation.lists.normal import Owners, is_apart


class Cover(Enum):
    """Whether a segment can be a part of the wanted list: as it is, only item by item, or not at all."""

    YES = "yes"
    NO = "no"
    NEVER = "never"


Found = Cover | list[Case] | tuple[Value, ...]
"""Cases that have to be told apart first; or addresses that may be inside of the segment, which are the only doubts."""


def cover(case: Case, owners: Owners, wanted: Segment, index: int) -> Found:
    """Return whether `wanted` covers the segment `index`, which begins where it does."""
    segment = case.segment(index)
    if segment.pattern != wanted.pattern:
        return Cover.NO
    for number in _stored(wanted.pattern):
        if segment.shared[number] is not wanted.shared[number]:
            return Cover.NO
    if segment.prev is not wanted.prev:
        return Cover.NEVER if segment.least else by_emptiness(case, index)
    doubts: tuple[Value, ...] = ()
    for about, number in facts_of(wanted.pattern):
        value = wanted.shared[number]
        if any(known == about and segment.shared[i] is value for known, i in facts_of(segment.pattern)):
            continue
        found = (_bases if about == "base" else _predecessors)(case, owners, index, value)
        if isinstance(found, tuple):
            doubts += found
        elif found is not Cover.YES:
            return found
    return doubts or Cover.YES


@cache
def _stored(pattern: Pattern) -> tuple[int, ...]:
    """Return the numbers of the shared values that items hold; the others are only compared with."""
    held = {symbol for atom in pattern.atoms for value in values_of(atom) for symbol in symbols(value)}
    return tuple(i for i in range(pattern.shared) if parameter(f"shared{i}", pattern.pointer) in held)


def _bases(case: Case, owners: Owners, index: int, value: Value) -> Found:
    """Whether no item of a segment is at `value`."""
    if owners.has_other(value, index):
        return Cover.YES
    segment = case.segment(index)
    if segment.back is value:
        return [last_unfolded(case, index)] if segment.least else by_emptiness(case, index)
    return (value,)


def _predecessors(case: Case, owners: Owners, index: int, value: Value) -> Found:
    """Whether neither `value` is before the first item of a segment, nor an item other than the last one is there."""
    segment = case.segment(index)
    assert segment.prev is not None
    if not is_apart(case, owners, segment.prev, value):
        return by_equality(case, segment.prev, value)
    if owners.has_other(value, index) or segment.back is value:
        return Cover.YES
    for other, atom in enumerate(case.heap.atoms):
        if isinstance(atom, Object) or other == index or atom.least:
            continue
        if value in (atom.front, atom.back):
            return by_emptiness(case, other)
    return Cover.NEVER if segment.least else by_emptiness(case, index)
