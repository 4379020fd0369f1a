"""Find the heap objects that a program did not free."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.memory.bytes import MemoryObject
from symheap.memory.execution.closures import InterpreterFrame
from symheap.memory.execution.store import Memory
from symheap.memory.ir import Lifetime
from symheap.memory.outcome import Leaks
from symheap.memory.values import Pointer


def leaks(memory: Memory, frames: Sequence[InterpreterFrame], *, returns: bool = False) -> Leaks:
    """Return the heap objects that are alive, divided into unreachable ones and others.

    If the entry `returns`, its variables are about to end.
    """
    heap = [thing for thing in memory.space.objects() if thing.lifetime is Lifetime.HEAP]
    if not heap:
        return Leaks()
    reached = _reached(memory, frames)
    kept = _reached(memory, ()) if returns else reached
    in_order = sorted(heap, key=lambda thing: thing.number)
    return Leaks(
        tuple(thing for thing in in_order if thing not in reached),
        tuple(thing for thing in in_order if thing in kept),
        tuple(thing for thing in in_order if thing in reached and thing not in kept),
    )


def _reached(memory: Memory, frames: Sequence[InterpreterFrame]) -> set[MemoryObject]:
    """Return the objects that variables reach.  Temporaries do not count: the program cannot use them any more."""
    work = list(memory.globals.values())
    for frame in frames:
        work += frame.locals.values()
        work += frame.allocated
        named = (frame.registers.get(name) for name in frame.function.names)
        work += (value.origin for value in named if isinstance(value, Pointer))
    reached: set[MemoryObject] = set()
    while work:
        thing = work.pop()
        if thing.is_alive and thing not in reached:
            reached.add(thing)
            work += thing.origins()
    return reached
