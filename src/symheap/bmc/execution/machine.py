"""Execute the memory IR on symbolic states: yield all possible results of one step.

Law: under a model of a state that `PathMachine.step` yields, the interpreter, given the model's answers, reaches that
state; and everything the interpreter can do is in one of the states, unless `PathMachine.cuts` or `PathMachine.refused`
says why not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

import immutables

from symheap.bmc.execution.commands import execute
from symheap.bmc.execution.contents import Word
from symheap.bmc.execution.decide import Decider
from symheap.bmc.execution.memory import Spot, function_at
from symheap.bmc.execution.registers import Cut, Next, decided, words
from symheap.bmc.execution.state import PendingCall, SearchState, Visit
from symheap.core.source import Position
from symheap.memory import ir
from symheap.memory.expressions import Expression
from symheap.memory.outcome import CallSite, Refusal

Blocks = Collection[tuple[str, str]]
"""Blocks, by function and label."""


class PathMachine:
    """Executes single steps; paths may enter only `allowed` blocks, None allows all.

    `refused` maps unsupported constructs that paths reached to their places; `cuts` is the number of paths that were
    cut. `ends` are the states in which paths reached the end of the program; `on_end` is called with each.
    """

    def __init__(
        self,
        program: ir.Program,
        decider: Decider,
        allowed: Blocks | None = None,
        on_end: Callable[[SearchState], None] = lambda state: None,
    ) -> None:
        self.program = program
        self.decider = decider
        self.limits = decider.limits
        self.allowed = allowed
        self.refused: dict[str, Position] = {}
        self.cuts = 0
        self.ends: list[SearchState] = []
        self._on_end = on_end

    def position(self, state: SearchState) -> Position:
        """Return the position of the next command."""
        frame = state.frame
        block = self.program.functions[frame.function].blocks[frame.label]
        at = block.commands[frame.index] if frame.index < len(block.commands) else block.end
        return at.position

    def stack(self, state: SearchState) -> tuple[CallSite, ...]:
        """Return the calls that have not returned, outermost first, and the next command."""
        functions = self.program.functions
        callers = (
            CallSite(frame.function, functions[frame.function].blocks[frame.label].commands[frame.index].position)
            for frame in state.frames[:-1]
        )
        return (*callers, CallSite(state.frame.function, self.position(state)))

    def step(self, state: SearchState) -> Iterator[Next]:
        """Yield the results of the next command."""
        frame = state.frame
        block = self.program.functions[frame.function].blocks[frame.label]
        try:
            if frame.index == len(block.commands):
                yield from self._leave(state, block.end)
                return
            command = block.commands[frame.index]
            results = self._call(state, command) if isinstance(command, ir.Call) else self._simple(state, command)
            yield from results
        except Refusal as why:
            self.refused.setdefault(str(why), self.position(state))

    def _simple(self, state: SearchState, command: ir.Command) -> Iterator[Next]:
        for result in execute(self.decider, state, command):
            if isinstance(result, Cut):
                self.cuts += 1
            else:
                yield result

    # Control ----------------------------------------------------------------------------------------------------------

    def _leave(self, state: SearchState, end: ir.End) -> Iterator[SearchState]:
        match end:
            case ir.Jump(target=target):
                yield from self._arrive(state, target)
            case ir.Branch(condition=condition, then=then, other=other):
                for taken, label in zip(decided(self.decider, state, condition), (then, other), strict=True):
                    if taken is not None:
                        yield from self._arrive(taken, label)
            case ir.Return(value=value):
                yield from self._return(state, value)
            case ir.Halt():
                self._end(state)

    def _end(self, state: SearchState) -> None:
        self.ends.append(state)
        self._on_end(state)

    def _arrive(self, state: SearchState, label: str) -> Iterator[SearchState]:
        frame = state.frame
        if self.allowed is not None and (frame.function, label) not in self.allowed:
            return
        if state.blocks >= self.limits.blocks:
            self.cuts += 1
            return
        frames = (*state.frames[:-1], replace(frame, label=label, index=0))
        trail = Visit(frame.function, label, state.trail)
        yield replace(state, frames=frames, blocks=state.blocks + 1, trail=trail)

    # Calls ------------------------------------------------------------------------------------------------------------

    def _call(self, state: SearchState, command: ir.Call) -> Iterator[Next]:
        if isinstance(command.function, str):
            after, arguments = words(self.decider, state, *command.arguments)
            if after is not None:
                yield from self._entered(after, command, command.function, arguments)
            return
        after, (*arguments, address) = words(self.decider, state, *command.arguments, command.function)
        if after is None:
            return
        for case in function_at(self.decider, after, address):
            if isinstance(case, Spot):
                yield from self._entered(case.state, command, case.thing.name, arguments)
            else:
                yield case

    def _entered(self, state: SearchState, command: ir.Call, name: str, arguments: list[Word]) -> Iterator[SearchState]:
        callee = self.program.functions.get(name)
        if callee is None:
            raise Refusal(f"call of {name}, which is not defined")
        if command.target is not None and callee.result is not None and callee.result != command.target.size:
            raise Refusal(f"call of {name}, whose result has another size")
        given = zip(command.arguments, callee.parameters, strict=False)
        if any(argument.size != parameter.size for argument, parameter in given):
            raise Refusal(f"call of {name} with an argument of another size")
        if len(state.frames) >= self.limits.depth:
            self.cuts += 1
            return
        registers: dict[str, Word] = {}
        for number, parameter in enumerate(callee.parameters):
            if number < len(arguments):
                registers[parameter.name] = arguments[number]
            else:
                state, value = state.fresh_value(parameter.size)
                registers[parameter.name] = Word(value)
        frame = PendingCall(name, callee.entry, 0, immutables.Map(registers))
        yield from self._arrive(replace(state, frames=(*state.frames, frame)), callee.entry)

    def _return(self, state: SearchState, value: Expression | None) -> Iterator[SearchState]:
        after, returned = words(self.decider, state, *(() if value is None else (value,)))
        if after is None:
            return
        if len(after.frames) == 1:
            self.cuts += after.is_open
            self._end(after)
            return
        for number in (*after.frame.locals.values(), *after.frame.allocated):
            after = after.ended(number)
        yield self._received(replace(after, frames=after.frames[:-1]), returned[0] if returned else None)

    def _received(self, state: SearchState, word: Word | None) -> SearchState:
        """Return the caller's state behind its call, with the result; a call without one gives an unknown value."""
        caller = state.frame
        command = self.program.functions[caller.function].blocks[caller.label].commands[caller.index]
        assert isinstance(command, ir.Call)
        if command.target is None:
            return state.advanced()
        if word is None:
            state, value = state.fresh_value(command.target.size)
            word = Word(value)
        return state.with_register(command.target.name, word)
