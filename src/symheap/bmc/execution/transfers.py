"""Commands that read and write bytes: a function per command, which yields all possible results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from symheap.bmc.execution.contents import Word, copied, filled, read, settled_in_words, written
from symheap.bmc.execution.decide import Decider
from symheap.bmc.execution.memory import Case, Fault, Number, located, numbers
from symheap.bmc.execution.registers import Results, words
from symheap.bmc.execution.state import SearchState
from symheap.core.terms import Term, Value, eq
from symheap.memory import ir
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.expressions import Expression
from symheap.memory.terms import resized

_SMALL: Final = 64


class ObjectOffset(NamedTuple):
    """A place inside the object `number`, at a constant offset."""

    state: SearchState
    number: int
    offset: int


def places(decider: Decider, cases: Iterator[Case]) -> Iterator[ObjectOffset | SearchState | Fault]:
    """Yield cases with constant offsets.  In a yielded state, the command has to be executed again."""
    for case in cases:
        if isinstance(case, Fault):
            yield case
            continue
        for result in numbers(decider, case.state, case.offset, 0):
            yield ObjectOffset(result.state, case.thing.number, result.number) if isinstance(result, Number) else result


def load(decider: Decider, state: SearchState, command: ir.Load) -> Results:
    after, (address,) = words(decider, state, command.address)
    if after is None:
        return
    size = command.target.size
    for case in places(decider, located(decider, after, address, size)):
        if isinstance(case, ObjectOffset):
            asking = Asking(case.state)
            thing = case.state.objects[case.number]
            contents, word = read(thing.contents, case.offset, size, asking.fresh)
            new = asking.state
            if contents is not thing.contents:
                new = new.with_object(replace(thing, contents=contents))
            yield new.with_register(command.target.name, word)
        else:
            yield case


def store(decider: Decider, state: SearchState, command: ir.Store) -> Results:
    after, (address, value) = words(decider, state, command.address, command.value)
    if after is None:
        return
    size = command.value.size
    for case in places(decider, located(decider, after, address, size, writing=not command.initial)):
        if isinstance(case, ObjectOffset):
            thing = case.state.objects[case.number]
            contents = written(thing.contents, case.offset, size, value)
            yield case.state.with_object(replace(thing, contents=contents)).advanced()
        else:
            yield case


def copy(decider: Decider, state: SearchState, command: ir.Copy) -> Results:
    for some in _counted(decider, state, command.count):
        if isinstance(some, SearchState):
            yield some
            continue
        after, (target, source) = words(decider, some.state, command.target, command.source)
        if after is None:
            continue
        for case in places(decider, located(decider, after, source, some.length)):
            if isinstance(case, ObjectOffset):
                yield from _copied(decider, case, target, some.length, command)
            else:
                yield case


def _copied(decider: Decider, source: ObjectOffset, target: Word, count: Value, command: ir.Copy) -> Results:
    """Copy bytes; unknown ones are chosen first, so that the copy has the same."""
    for case in places(decider, located(decider, source.state, target, count, writing=not command.initial)):
        if not isinstance(case, ObjectOffset):
            yield case
            continue
        for counted in numbers(decider, case.state, count, _SMALL):
            if isinstance(counted, SearchState):
                yield counted
                continue
            distance = abs(case.offset - source.offset)
            if command.apart and case.number == source.number and 0 < distance < counted.number:
                yield Fault(counted.state, MemoryErrorKind.OVERLAP, "source and target overlap")
                continue
            asking = Asking(counted.state)
            origin = counted.state.objects[source.number]
            settled = settled_in_words(origin.contents, source.offset, counted.number, asking.fresh)
            new = asking.state.with_object(replace(origin, contents=settled))
            thing = new.objects[case.number]
            contents = copied(thing.contents, case.offset, settled, source.offset, counted.number)
            yield new.with_object(replace(thing, contents=contents)).advanced()


def fill(decider: Decider, state: SearchState, command: ir.Fill) -> Results:
    expressions = (command.target,) if command.byte is None else (command.target, command.byte)
    for some in _counted(decider, state, command.count):
        if isinstance(some, SearchState):
            yield some
            continue
        after, (target, *byte) = words(decider, some.state, *expressions)
        if after is None:
            continue
        for case in places(decider, located(decider, after, target, some.length, writing=not command.initial)):
            if isinstance(case, ObjectOffset):
                yield from _filled(decider, case, some.length, Word(byte[0].bits) if byte else None)
            else:
                yield case


def _filled(decider: Decider, place: ObjectOffset, count: Value, byte: Word | None) -> Results:
    for counted in numbers(decider, place.state, count, _SMALL):
        if isinstance(counted, SearchState):
            yield counted
        else:
            thing = counted.state.objects[place.number]
            contents = filled(thing.contents, place.offset, counted.number, byte)
            yield counted.state.with_object(replace(thing, contents=contents)).advanced()


class _Some(NamedTuple):
    """A state in which a count is not zero."""

    state: SearchState
    length: Value


def _counted(decider: Decider, state: SearchState, count: Expression) -> Iterator[_Some | SearchState]:
    """Yield the cases of a number of bytes: none, which ends the command, or some."""
    after, (word,) = words(decider, state, count)
    if after is None:
        return
    length = resized(word.bits, count.size, state.pointer)
    none, some = decider.fork(after, eq(length, 0))
    if none is not None:
        yield none.advanced()
    if some is not None:
        yield _Some(some, length)


class Asking:
    """Asks the oracle for bytes; `state` grows with each question."""

    def __init__(self, state: SearchState) -> None:
        self.state = state

    def fresh(self, size: int) -> Term:
        self.state, symbol = self.state.fresh_contents(size)
        return symbol
