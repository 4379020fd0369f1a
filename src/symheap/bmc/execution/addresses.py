"""Compare addresses by their form, so that most comparisons of pointers need no solver."""

from __future__ import annotations

from symheap.bmc.execution.state import SearchState, Thing
from symheap.core.terms import Term, Value
from symheap.memory.execution.space import NULL_PAGE
from symheap.separation.heaps.formula import split


def are_equal(state: SearchState, a: Value, b: Value) -> bool | None:
    """Return whether two values are equal if the form of an address inside an object decides it, else None."""
    first, second = inside(state, a), inside(state, b)
    if first is not None and second is not None:
        return _same(first, second)
    if first is None and second is None:
        return None
    other = b if first is not None else a
    return False if not isinstance(other, Term) and 0 <= other < NULL_PAGE else None


def is_below(state: SearchState, a: Value, b: Value) -> bool | None:
    """Like `are_equal`, for the order of unsigned numbers."""
    first, second = inside(state, a), inside(state, b)
    if first is not None and second is not None and first[0] is second[0]:
        return first[1] < second[1]
    if first is not None and not isinstance(b, Term) and 0 <= b <= NULL_PAGE:
        return False
    if second is not None and not isinstance(a, Term) and 0 <= a < NULL_PAGE:
        return True
    return None


def inside(state: SearchState, value: Value) -> tuple[Thing, int] | None:
    """Return the object that contains an address or ends there, with the offset; None if the form does not tell."""
    if not isinstance(value, Term):
        return None
    base, offset = split(value)
    number = state.bases.get(base) if base is not None else None
    if number is None:
        return None
    thing = state.objects[number]
    most = thing.size if isinstance(thing.size, int) else 0
    return (thing, offset) if 0 <= offset <= most else None


def _same(first: tuple[Thing, int], second: tuple[Thing, int]) -> bool | None:
    (one, c), (other, d) = first, second
    if one is other:
        return c == d
    if one.lived_with(other) and _has(one, c) and _has(other, d):
        return False
    return None


def _has(thing: Thing, offset: int) -> bool:
    """Whether the address at `offset` belongs to the object, and no other object may begin there."""
    return offset == 0 or (isinstance(thing.size, int) and offset < thing.size)
