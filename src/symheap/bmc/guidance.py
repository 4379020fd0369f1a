"""Distances to goals: the number of blocks to enter, over calls and returns.

Law: an execution that reaches a goal enters at least as many blocks as `Guide.distance` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from symheap.bmc.execution.state import SearchState
from symheap.core.deadline import tick
from symheap.core.source import Position
from symheap.memory import ir
from symheap.memory.execution.code import translated
from symheap.separation.execution.liveness import successors

FAR: Final = 1 << 30
Place = tuple[str, str]
"""A block, by function and label."""


class Guide:
    """Distances in one program to goals at some positions; without any goal, all distances are 0."""

    def __init__(self, program: ir.Program, goals: Iterable[Position]) -> None:
        self._program = program
        self._goals = frozenset(goals)
        self._pointed = translated(program).pointed
        self._out: dict[Place, int] = {}
        self._near: dict[Place, int] = {}
        self._known: dict[tuple[str, str, int], tuple[int, int]] = {}
        if self._goals:
            self._settle()

    def distance(self, state: SearchState) -> int:
        """Return the distance of a state to the nearest goal; FAR if no goal is reachable."""
        if not self._goals:
            return 0
        best, out = FAR, 0
        for depth in range(len(state.frames) - 1, -1, -1):
            frame = state.frames[depth]
            index = frame.index + (depth < len(state.frames) - 1)
            near, through = self._from(frame.function, frame.label, index)
            best = min(best, out + near)
            out += through
            if out >= FAR:
                break
        return best

    def _from(self, function: str, label: str, index: int) -> tuple[int, int]:
        key = (function, label, index)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._costs(function, label, index)
        return known

    def _settle(self) -> None:
        """Lower distances until they are those of shortest paths."""
        changed = True
        while changed:
            tick()
            changed = False
            for name, function in self._program.functions.items():
                for label in reversed(list(function.blocks)):
                    near, out = self._costs(name, label, 0)
                    place = (name, label)
                    if near < self._near.get(place, FAR) or out < self._out.get(place, FAR):
                        self._near[place], self._out[place] = near, out
                        changed = True

    def _callees(self, command: ir.Call) -> tuple[str, ...]:
        if not isinstance(command.function, str):
            return self._pointed
        return (command.function,) if command.function in self._program.functions else ()

    def _costs(self, name: str, label: str, index: int) -> tuple[int, int]:
        """Return the distances from a command to the next goal and to the return of the function."""
        functions = self._program.functions
        block = functions[name].blocks[label]
        near, before = FAR, 0
        for command in block.commands[index:]:
            if command.position in self._goals:
                near = min(near, before)
            if isinstance(command, ir.Call):
                entries = [(callee, functions[callee].entry) for callee in self._callees(command)]
                near = min([near, *(before + 1 + self._near.get(entry, FAR) for entry in entries)])
                before += 1 + min((self._out.get(entry, FAR) for entry in entries), default=FAR)
            if before >= FAR:
                return near, FAR
        end = block.end
        if end.position in self._goals:
            near = min(near, before)
        if isinstance(end, ir.Return):
            return near, before
        targets = [(name, target) for target in successors(end)]
        near = min([near, *(before + 1 + self._near.get(target, FAR) for target in targets)])
        return near, min((before + 1 + self._out.get(target, FAR) for target in targets), default=FAR)
