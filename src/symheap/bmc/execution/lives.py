"""Commands that begin and end the lives of objects: a function per command, which yields all possible results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from symheap.bmc.execution.contents import Contents, Word, parts
from symheap.bmc.execution.decide import Decider
from symheap.bmc.execution.memory import Number, Spot, freeable, numbers
from symheap.bmc.execution.registers import Cut, Results, is_null, words
from symheap.bmc.execution.state import SearchState, Thing
from symheap.core.terms import Op, Term, Value, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.memory import ir
from symheap.memory.execution.interpreter import DEFAULT_LIMITS
from symheap.memory.ir import Lifetime
from symheap.memory.terms import resized

_ROOM: Final = DEFAULT_LIMITS.bytes
_SMALL: Final = 64


class _Allocated(NamedTuple):
    """A state with a new object, or in which the allocation failed."""

    state: SearchState
    thing: Thing | None

    @property
    def word(self) -> Word:
        return Word(0) if self.thing is None else Word(self.thing.base, self.thing.number)


def _allocated(
    decider: Decider, state: SearchState, size: Value, lifetime: Lifetime, zero: bool, may_fail: bool
) -> Iterator[_Allocated | Cut]:
    """Allocate an object, or fail.

    Where the interpreter has no room, an allocation that may fail does, without asking the oracle.  A real machine may
    have the room; that execution is cut.
    """
    width = 8 * state.pointer
    most = decider.limits.bytes if isinstance(size, Term) else _ROOM
    fits, large = decider.fork(state, not_(bitvector(Op.BVULT, width, most, size)))
    if fits is not None:
        asked = fits.answered(False) if may_fail else fits
        yield _Allocated(*asked.created(size, lifetime, zero=zero))
        if may_fail:
            yield _Allocated(fits.answered(True), None)
    if large is not None:
        too_large = decider.assume(large, bitvector(Op.BVULT, width, _ROOM, size)) if may_fail else None
        if too_large is not None:
            yield _Allocated(too_large, None)
        yield Cut.CUT


def allocate(decider: Decider, state: SearchState, command: ir.Allocate) -> Results:
    after, (word,) = words(decider, state, command.size)
    if after is None:
        return
    size = resized(word.bits, command.size.size, state.pointer)
    for result in _allocated(decider, after, size, command.lifetime, command.zero, command.may_fail):
        if isinstance(result, Cut):
            yield result
            continue
        new = result.state
        if command.lifetime is Lifetime.LOCAL and result.thing is not None:
            new = new.with_frame(replace(new.frame, allocated=(*new.frame.allocated, result.thing.number)))
        yield new.with_register(command.target.name, result.word)


def reallocate(decider: Decider, state: SearchState, command: ir.Reallocate) -> Results:
    after, (address,) = words(decider, state, command.address)
    if after is None:
        return
    null, some = decider.fork(after, is_null(after, address.bits))
    if null is not None:
        yield from _regrown(decider, null, command, None)
    if some is None:
        return
    for case in freeable(decider, some, address):
        if not isinstance(case, Spot):
            yield case
        elif case.thing.contents.zero:
            for count in numbers(decider, case.state, case.thing.size, _SMALL):
                if isinstance(count, Number):
                    yield from _regrown(decider, count.state, command, case.thing)
                else:
                    yield count
        else:
            yield from _regrown(decider, case.state, command, case.thing)


def _regrown(decider: Decider, state: SearchState, command: ir.Reallocate, old: Thing | None) -> Results:
    """Allocate an object with the bytes of the old one, which is freed; if that fails, the old one lives on."""
    after, (word,) = words(decider, state, command.size)
    if after is None:
        return
    size = resized(word.bits, command.size.size, state.pointer)
    for result in _allocated(decider, after, size, Lifetime.HEAP, False, command.may_fail):
        if isinstance(result, Cut):
            yield result
            continue
        new = result.state
        if old is not None and result.thing is not None:
            contents = _kept(new, old)
            new = new.with_object(replace(result.thing, contents=contents)).ended(old.number)
        yield new.with_register(command.target.name, result.word)


def _kept(state: SearchState, old: Thing) -> Contents:
    """Return the bytes of an object, without any that are set behind its end.

    The pieces of an object lie inside it, so its size is only needed if the other bytes are zero.  Bytes behind the end
    of the new object do no harm.
    """
    if not old.contents.zero:
        return old.contents
    model = state.path.model
    assert model is not None
    return Contents(tuple(parts(old.contents, 0, int(model.evaluate(old.size)))))


def free(decider: Decider, state: SearchState, command: ir.Free) -> Results:
    after, (address,) = words(decider, state, command.address)
    if after is None:
        return
    null, some = decider.fork(after, is_null(after, address.bits))
    if null is not None:
        yield null.advanced()
    if some is not None:
        for case in freeable(decider, some, address):
            yield case.state.ended(case.thing.number).advanced() if isinstance(case, Spot) else case


def enter(decider: Decider, state: SearchState, command: ir.Enter) -> Results:
    """Begin the lives of locals; entered again, they begin anew."""
    for local in command.locals:
        before = state.frame.locals.get(local.name)
        if before is not None:
            state = state.ended(before)
        state, thing = state.created(local.size, local.lifetime, local.name, alignment=local.alignment)
        frame = state.frame
        state = state.with_frame(replace(frame, locals=frame.locals.set(local.name, thing.number)))
    yield state.advanced()


def leave(decider: Decider, state: SearchState, command: ir.Leave) -> Results:
    for array in command.arrays:
        origin = state.frame.registers[array.name].origin
        if origin is not None and origin in state.frame.allocated:
            kept = tuple(number for number in state.frame.allocated if number != origin)
            state = state.with_frame(replace(state.frame, allocated=kept)).ended(origin)
    for local in command.locals:
        frame = state.frame
        number = frame.locals.get(local.name)
        if number is not None:
            state = state.with_frame(replace(frame, locals=frame.locals.delete(local.name))).ended(number)
    yield state.advanced()
