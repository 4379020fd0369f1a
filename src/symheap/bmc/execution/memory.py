"""Accesses to memory, by the interpreter's rules, on terms: the object and offset, or the error.

Every function is a generator of cases, errors first where they are likely: a search that has found its goal asks for no
more of them.  The cases of an access together are all that can happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Union

from symheap.bmc.execution.addresses import inside, is_below
from symheap.bmc.execution.contents import Word
from symheap.bmc.execution.decide import Decider
from symheap.bmc.execution.layout import extent
from symheap.bmc.execution.state import SearchState, Thing
from symheap.core.terms import Op, Term, Value, and_, conjunction, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.space import NULL_PAGE
from symheap.memory.ir import Lifetime

_AFTER: Final = {
    Lifetime.HEAP: MemoryErrorKind.DANGLING,
    Lifetime.LOCAL: MemoryErrorKind.SCOPE,
    Lifetime.CONSTANT_LOCAL: MemoryErrorKind.SCOPE,
}


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in `state`, whose path has a model.  Objects that are not placed must not be at the address `avoid`."""

    state: SearchState
    kind: MemoryErrorKind
    why: str
    avoid: Value | None = None


class Spot(NamedTuple):
    """A place inside a living object."""

    state: SearchState
    thing: Thing
    offset: Value


Case = Union[Spot, Fault]


def located(decider: Decider, state: SearchState, address: Word, size: Value, writing: bool = False) -> Iterator[Case]:
    """Yield the cases of where the `size` bytes at an address are."""
    origin = address.origin
    if origin is None:
        known = inside(state, address.bits)
        if known is not None and known[0].is_alive and known[1] < _least(known[0]):
            origin = known[0].number
    cases = (
        _anywhere(decider, state, address.bits, size)
        if origin is None
        else _in_object(decider, state, state.objects[origin], address.bits, size)
    )
    for case in cases:
        if writing and isinstance(case, Spot) and case.thing.lifetime.is_read_only:
            yield Fault(case.state, MemoryErrorKind.READ_ONLY, case.thing.lifetime.described)
        else:
            yield case


def _least(thing: Thing) -> int:
    """Return the least number of addresses that an object occupies."""
    return thing.size if isinstance(thing.size, int) and thing.size > 0 else 1


def below_null_page(state: SearchState, bits: Value) -> Value:
    known = is_below(state, bits, NULL_PAGE)
    return bitvector(Op.BVULT, 8 * state.pointer, bits, NULL_PAGE) if known is None else known


def _in_object(decider: Decider, state: SearchState, thing: Thing, bits: Value, size: Value) -> Iterator[Case]:
    """Yield the cases of an access to the object that its address came from."""
    if not thing.is_alive:
        kind = _AFTER.get(thing.lifetime, MemoryErrorKind.DANGLING)
        yield from _fails(decider, state, bits, kind, f"it {thing.lifetime.afterwards}")
        return
    if thing.lifetime is Lifetime.FUNCTION:
        yield from _fails(decider, state, bits, MemoryErrorKind.INVALID, "a function has no bytes")
        return
    offset = bitvector(Op.BVSUB, 8 * state.pointer, bits, thing.base)
    holds, fails = decider.fork(state, _is_within(state, thing, offset, size))
    if fails is not None:
        yield from _fails(decider, fails, bits, MemoryErrorKind.BOUNDS, f"not inside of the object {thing.name}")
    if holds is not None:
        yield Spot(holds, thing, offset)


def _is_within(state: SearchState, thing: Thing, offset: Value, size: Value) -> Value:
    """Return whether ``0 <= offset <= thing.size - size``, compared as unsigned numbers, since objects do not wrap."""
    width = 8 * state.pointer
    last = bitvector(Op.BVSUB, width, thing.size, size)
    return and_(not_(bitvector(Op.BVULT, width, thing.size, size)), not_(bitvector(Op.BVULT, width, last, offset)))


def _fails(decider: Decider, state: SearchState, bits: Value, kind: MemoryErrorKind, why: str) -> Iterator[Fault]:
    """Yield an error, which is a null dereference where the address is in the null page."""
    null = below_null_page(state, bits)
    for condition, what, text in ((not_(null), kind, why), (null, MemoryErrorKind.NULL, "the address is null")):
        failing = decider.assume(state, condition)
        if failing is not None:
            yield Fault(failing, what, text)


def _anywhere(decider: Decider, state: SearchState, bits: Value, size: Value) -> Iterator[Case]:
    """Yield the cases of an address without provenance: null, no object, or the object that is there."""
    null, rest = decider.fork(state, below_null_page(state, bits))
    if null is not None:
        yield Fault(null, MemoryErrorKind.NULL, "the address is null")
    if rest is None:
        return
    yield from _nowhere(decider, rest, bits, MemoryErrorKind.INVALID)
    for thing in _likely_first(rest):
        there = decider.assume(rest, has_address(rest, thing, bits))
        if there is not None:
            yield from _in_object(decider, there, thing, bits, size)


def _nowhere(decider: Decider, state: SearchState, bits: Value, kind: MemoryErrorKind) -> Iterator[Fault]:
    """Yield the error that no object is at the address: no placed one, and the others can be elsewhere."""
    placed = (state.objects[number] for number in sorted(state.placed))
    away = conjunction(not_(has_address(state, thing, bits)) for thing in placed if thing.is_alive)
    nowhere = decider.assume(state, away)
    if nowhere is not None:
        yield Fault(nowhere, kind, "there is no object", bits)


def _likely_first(state: SearchState) -> list[Thing]:
    """Return the objects that are alive, first those that decisions depend on."""
    return sorted(state.alive(), key=lambda thing: thing.number not in state.placed)


def has_address(state: SearchState, thing: Thing, bits: Value) -> Value:
    width = 8 * state.pointer
    end = bitvector(Op.BVADD, width, thing.base, extent(thing, width))
    return and_(not_(bitvector(Op.BVULT, width, bits, thing.base)), bitvector(Op.BVULT, width, bits, end))


# Ends -----------------------------------------------------------------------------------------------------------------


def freeable(decider: Decider, state: SearchState, address: Word) -> Iterator[Case]:
    """Yield the heap object that starts at an address, which is not null, or errors."""
    if address.origin is not None:
        yield from _freeable_object(decider, state, state.objects[address.origin], address.bits)
        return
    yield from _nowhere(decider, state, address.bits, MemoryErrorKind.INVALID_FREE)
    for thing in _likely_first(state):
        there = decider.assume(state, has_address(state, thing, address.bits))
        if there is not None:
            yield from _freeable_object(decider, there, thing, address.bits)


def _freeable_object(decider: Decider, state: SearchState, thing: Thing, bits: Value) -> Iterator[Case]:
    if not thing.is_alive:
        is_heap = thing.lifetime is Lifetime.HEAP
        kind = MemoryErrorKind.DOUBLE_FREE if is_heap else MemoryErrorKind.INVALID_FREE
        yield Fault(state, kind, f"it {thing.lifetime.afterwards}")
        return
    if thing.lifetime is not Lifetime.HEAP:
        yield Fault(state, MemoryErrorKind.INVALID_FREE, f"a {thing.lifetime.value} object")
        return
    start, other = decider.fork(state, eq(bits, thing.base))
    if other is not None:
        yield Fault(other, MemoryErrorKind.INVALID_FREE, "not the start of the object")
    if start is not None:
        yield Spot(start, thing, 0)


def function_at(decider: Decider, state: SearchState, address: Word) -> Iterator[Case]:
    """Yield the function at an address, or an error."""
    bits = address.bits
    things = state.alive() if address.origin is None else iter((state.objects[address.origin],))
    others: list[Value] = []
    for thing in things:
        if thing.lifetime is Lifetime.FUNCTION:
            condition = eq(bits, thing.base)
            others.append(not_(condition))
            called = decider.assume(state, condition)
            if called is not None:
                yield Spot(called, thing, 0)
    wrong = decider.assume(state, conjunction(others))
    if wrong is not None:
        yield Fault(wrong, MemoryErrorKind.BAD_CALL, "not the address of a function", bits)


# Numbers --------------------------------------------------------------------------------------------------------------


class Number(NamedTuple):
    """A state in which a value is a plain number."""

    state: SearchState
    number: int


def numbers(decider: Decider, state: SearchState, value: Value, small: int) -> Iterator[Number | SearchState]:
    """Yield a possible number for a value, up to `small` if possible, and the state where it has another.

    In the latter state the same command has to be executed again.
    """
    if not isinstance(value, Term):
        yield Number(state, value)
        return
    width = value.sort.width
    preferred = decider.assume(state, not_(bitvector(Op.BVULT, width, small, value)))
    model = (preferred or state).path.model
    assert model is not None
    number = int(model.evaluate(value))
    holds, other = decider.fork(preferred or state, eq(value, number))
    if holds is not None:
        yield Number(holds, number & ((1 << width) - 1))
    if preferred is not None:
        other = decider.assume(state, not_(eq(value, number)))
    if other is not None:
        yield replace(other, forks=other.forks + 1)
