"""The state of one trace: frozen, so that forking shares everything."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

import immutables

from symheap.core.outcome import Cut, Returned, Threw, Unsupported
from symheap.heap.api import Cell
from symheap.objects.decisions import Decision, Decisions, PathKey, path_key
from symheap.objects.ir import Instruction, Method, Reg
from symheap.solver.path import PathCondition

H = TypeVar("H")

End = Returned[Cell] | Threw | Cut | Unsupported


class Frame(NamedTuple):
    """A method being run.  `dst` is where its result goes in the caller; `loops` counts back edges taken."""

    method: Method
    block: int
    offset: int
    registers: tuple[Cell, ...]
    caller: Frame | None
    dst: Reg
    depth: int
    loops: immutables.Map[tuple[int, int], int]

    def instruction(self) -> Instruction:
        return self.method.blocks[self.block][self.offset]

    def set(self, dst: Reg, value: Cell) -> Frame:
        """The register written and the next instruction at hand."""
        registers = (*self.registers[:dst], value, *self.registers[dst + 1 :])
        return Frame(self.method, self.block, self.offset + 1, registers, self.caller, self.dst, self.depth, self.loops)

    def at(self, block: int) -> Frame:
        return Frame(self.method, block, 0, self.registers, self.caller, self.dst, self.depth, self.loops)


NO_LOOPS: immutables.Map[tuple[int, int], int] = immutables.Map()


class State(NamedTuple, Generic[H]):
    """One trace so far.  `doubtful` says that some choice on it was taken on an unknown answer."""

    frame: Frame
    heap: H
    path: PathCondition
    decisions: Decisions
    inputs: tuple[Cell, ...]
    doubtful: bool

    def with_frame(self, frame: Frame) -> State[H]:
        return State(frame, self.heap, self.path, self.decisions, self.inputs, self.doubtful)

    def set(self, dst: Reg, value: Cell) -> State[H]:
        return State(self.frame.set(dst, value), self.heap, self.path, self.decisions, self.inputs, self.doubtful)

    def with_heap(self, heap: H) -> State[H]:
        return State(self.frame, heap, self.path, self.decisions, self.inputs, self.doubtful)

    def decided(self, decision: Decision) -> State[H]:
        return State(self.frame, self.heap, self.path, self.decisions.then(decision), self.inputs, self.doubtful)


class Trace(NamedTuple, Generic[H]):
    """A trace that has ended.  `confirmed` is false if no solver could say whether the path is feasible."""

    end: End
    heap: H
    path: PathCondition
    decisions: tuple[Decision, ...]
    inputs: tuple[Cell, ...]
    confirmed: bool

    @property
    def key(self) -> PathKey:
        return path_key(self.decisions, self.end)
