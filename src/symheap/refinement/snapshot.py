"""Snapshot of the state of a run at a point, restricted to what a symbolic heap there describes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import immutables

from symheap.core.terms import wrap
from symheap.memory.bytes import MemoryObject
from symheap.memory.execution.closures import InterpreterFrame
from symheap.memory.execution.store import Memory
from symheap.memory.ir import Lifetime
from symheap.memory.values import bits_of
from symheap.refinement.concrete import ConcreteHeap, ConcreteObject
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.heaps.outline import outline


@dataclass(slots=True)
class Snapshot:
    """An observer of a run: `state` is the one when block `label` of `function` was first entered.

    `heap` determines the roots; the outermost call is the one at depth `first`.  Unset bytes are zero.
    """

    function: str
    label: str
    heap: SymbolicHeap
    first: int = 0
    state: ConcreteHeap | None = field(default=None, init=False)

    def __call__(self, frames: Sequence[InterpreterFrame], memory: Memory) -> None:
        here = frames[-1]
        if self.state is None and here.function.name == self.function and here.label == self.label:
            self.state = self._seen(frames, memory)

    def _seen(self, frames: Sequence[InterpreterFrame], memory: Memory) -> ConcreteHeap:
        pointer = 8 * memory.space.pointer
        roots: dict[str, int] = {}
        unspoken: set[MemoryObject] = set()
        for name, thing in memory.globals.items():
            if f"&{name}" in self.heap.roots:
                roots[f"&{name}"] = wrap(thing.base, pointer)
            else:
                unspoken.add(thing)
        for depth, frame in enumerate(frames, start=self.first):
            sizes = outline(frame.function).sizes
            for name, value in frame.registers.items():
                if f"{depth}:{name}" in self.heap.roots:
                    roots[f"{depth}:{name}"] = wrap(bits_of(value), 8 * sizes[name])
            for name, thing in frame.locals.items():
                roots[f"{depth}:&{name}"] = wrap(thing.base, pointer)
            for number, thing in enumerate(frame.allocated):
                roots[f"{depth}:&<alloca {number}>"] = wrap(thing.base, pointer)
        alive = (thing for thing in memory.space.objects() if thing not in unspoken)
        objects = {wrap(thing.base, pointer): contents_of(thing) for thing in alive}
        return ConcreteHeap(immutables.Map(objects), immutables.Map(roots))


def contents_of(thing: MemoryObject) -> ConcreteObject:
    """Return the bytes of an object; unset ones may be anything, hence zero."""
    if thing.lifetime is Lifetime.FUNCTION:
        return ConcreteObject(bytes(1), thing.lifetime)
    whole = thing.peek(0, thing.size)
    if whole is not None:
        return ConcreteObject(bits_of(whole).to_bytes(thing.size, "little"), thing.lifetime)
    known = (thing.peek(at, 1) for at in range(thing.size))
    return ConcreteObject(bytes(0 if byte is None else bits_of(byte) for byte in known), thing.lifetime)
