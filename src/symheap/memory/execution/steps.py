"""Commands as Python functions of a frame, one function per command.

They raise exceptions that end a run (`symheap.memory.outcome`) without a position, which their caller knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Union

from symheap.memory.execution.closures import InterpreterFrame, evaluator
from symheap.memory.execution.store import Memory
from symheap.memory.ir import (
    Allocate,
    Assert,
    Assign,
    Assume,
    Copy,
    Enter,
    Fill,
    Free,
    Leave,
    Lifetime,
    Load,
    Nondet,
    Reallocate,
    Refuse,
    Store,
)
from symheap.memory.outcome import Fault, NoExecution, Refusal
from symheap.memory.values import Pointer, Value, bits_of

Step = Callable[[InterpreterFrame], None]
Simple = Union[
    Assign, Nondet, Load, Store, Copy, Fill, Allocate, Reallocate, Free, Enter, Leave, Assume, Assert, Refuse
]
"""Commands that stay in their block: all except calls."""


def step(command: Simple) -> Step:
    match command:
        case Assign():
            return _assign(command)
        case Nondet():
            return _nondet(command)
        case Load():
            return _load(command)
        case Store():
            return _store(command)
        case Copy():
            return _copy(command)
        case Fill():
            return _fill(command)
        case Allocate():
            return _allocate(command)
        case Reallocate():
            return _reallocate(command)
        case Free():
            return _free(command)
        case Enter():
            return _enter(command)
        case Leave():
            return _leave(command)
        case Assume():
            return _assume(command)
        case Assert():
            return _assert(command)
        case Refuse():
            return _refuse(command)


def _assign(command: Assign) -> Step:
    name, value = command.target.name, evaluator(command.value)

    def run(frame: InterpreterFrame) -> None:
        frame.registers[name] = value(frame)

    return run


def _nondet(command: Nondet) -> Step:
    name, size = command.target.name, command.target.size

    def run(frame: InterpreterFrame) -> None:
        frame.registers[name] = frame.memory.oracle.value(size)

    return run


def _load(command: Load) -> Step:
    name, size, address = command.target.name, command.target.size, evaluator(command.address)

    def run(frame: InterpreterFrame) -> None:
        frame.registers[name] = frame.memory.load(address(frame), size)

    return run


def _store(command: Store) -> Step:
    address, value, size = evaluator(command.address), evaluator(command.value), command.value.size

    def run(frame: InterpreterFrame) -> None:
        frame.memory.store(address(frame), size, value(frame), command.initial)

    return run


def _copy(command: Copy) -> Step:
    target, source, count = evaluator(command.target), evaluator(command.source), evaluator(command.count)

    def run(frame: InterpreterFrame) -> None:
        length = bits_of(count(frame))
        if length:
            frame.memory.copy(target(frame), source(frame), length, command.initial, apart=command.apart)

    return run


def _fill(command: Fill) -> Step:
    target, count = evaluator(command.target), evaluator(command.count)
    byte = None if command.byte is None else evaluator(command.byte)

    def run(frame: InterpreterFrame) -> None:
        length = bits_of(count(frame))
        if length:
            given = None if byte is None else bits_of(byte(frame))
            frame.memory.fill(target(frame), given, length, command.initial)

    return run


def _allocate(command: Allocate) -> Step:
    name, size, lifetime = command.target.name, evaluator(command.size), command.lifetime

    def run(frame: InterpreterFrame) -> None:
        result = _allocated(frame.memory, bits_of(size(frame)), lifetime, command.zero, command.may_fail)
        frame.registers[name] = result
        if lifetime is Lifetime.LOCAL and isinstance(result, Pointer):
            frame.allocated.append(result.origin)

    return run


def _allocated(memory: Memory, size: int, lifetime: Lifetime, zero: bool, may_fail: bool) -> Value:
    """Return the address of a new object, or null; too large an allocation fails if allocation may fail."""
    if may_fail and (not memory.fits(size) or memory.oracle.fails()):
        return 0
    return memory.address(memory.create(size, lifetime, zero=zero))


def _reallocate(command: Reallocate) -> Step:
    name, address, size = command.target.name, evaluator(command.address), evaluator(command.size)

    def run(frame: InterpreterFrame) -> None:
        memory, old = frame.memory, address(frame)
        thing = memory.freeable(old) if bits_of(old) else None
        new = _allocated(memory, bits_of(size(frame)), Lifetime.HEAP, False, command.may_fail)
        frame.registers[name] = new
        if thing is not None and isinstance(new, Pointer):
            new.origin.copy_from(0, thing, 0, min(thing.size, new.origin.size))
            memory.end(thing)

    return run


def _free(command: Free) -> Step:
    address = evaluator(command.address)

    def run(frame: InterpreterFrame) -> None:
        value = address(frame)
        if bits_of(value):
            frame.memory.end(frame.memory.freeable(value))

    return run


def _enter(command: Enter) -> Step:
    def run(frame: InterpreterFrame) -> None:
        for local in command.locals:
            before = frame.locals.get(local.name)
            if before is not None:
                frame.memory.end(before)
            frame.locals[local.name] = frame.memory.enter(local)

    return run


def _leave(command: Leave) -> Step:
    names = tuple(local.name for local in command.locals)
    arrays = tuple(array.name for array in command.arrays)

    def run(frame: InterpreterFrame) -> None:
        for array in arrays:
            address = frame.registers[array]
            if isinstance(address, Pointer) and address.origin in frame.allocated:
                frame.allocated.remove(address.origin)
                frame.memory.end(address.origin)
        for name in names:
            thing = frame.locals.pop(name, None)
            if thing is not None:
                frame.memory.end(thing)

    return run


def _assume(command: Assume) -> Step:
    condition = evaluator(command.condition)

    def run(frame: InterpreterFrame) -> None:
        if not bits_of(condition(frame)):
            raise NoExecution("an assumption does not hold")

    return run


def _assert(command: Assert) -> Step:
    condition, text, kind = evaluator(command.condition), command.text, command.kind

    def run(frame: InterpreterFrame) -> None:
        if not bits_of(condition(frame)):
            raise Fault(kind, text)

    return run


def _refuse(command: Refuse) -> Step:
    def run(frame: InterpreterFrame) -> None:
        raise Refusal(command.reason)

    return run
