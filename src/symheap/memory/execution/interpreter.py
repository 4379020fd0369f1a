"""The concrete byte interpreter: runs a program with an oracle that decides everything the program leaves open.

Law: two runs of a program with oracles that give the same answers end the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from symheap.core.deadline import tick
from symheap.core.source import Position
from symheap.memory.execution.closures import InterpreterFrame
from symheap.memory.execution.code import BranchOn, CallOf, Code, FunctionCode, HaltBy, JumpTo, Piece, translated
from symheap.memory.execution.leaks import leaks
from symheap.memory.execution.oracle import Oracle
from symheap.memory.execution.store import Memory
from symheap.memory.ir import Lifetime, Program
from symheap.memory.outcome import (
    AssumptionFailed,
    CallSite,
    Exited,
    Failed,
    Fault,
    Finished,
    Limit,
    LimitReached,
    NoExecution,
    Outcome,
    Refusal,
    Refused,
    Stopped,
)
from symheap.memory.values import Value, bits_of

Observer = Callable[[Sequence[InterpreterFrame], Memory], None]
"""Called whenever a block is entered, with the calls that have not returned (the entry's first) and the memory.

Both change after the call, and an observer must not change them.
"""


@dataclass(frozen=True, slots=True)
class InterpreterLimits:
    """Limits of a run; `bytes` is the most memory that may be alive at a time."""

    steps: int = 100_000
    depth: int = 1_000
    bytes: int = 1 << 24


DEFAULT_LIMITS: Final = InterpreterLimits()
_recent: Final[list[Code]] = []
_MOST_RECENT: Final = 8


def run(
    program: Program, oracle: Oracle, limits: InterpreterLimits = DEFAULT_LIMITS, observer: Observer | None = None
) -> Outcome:
    """Run `program`, which is well-formed and has an entry, and return how it ends."""
    return run_code(_code(program), oracle, limits, observer)


def run_code(
    code: Code, oracle: Oracle, limits: InterpreterLimits = DEFAULT_LIMITS, observer: Observer | None = None
) -> Outcome:
    """Like `run`, for a translated program."""
    return _Machine(code, oracle, limits, observer).run()


def _code(program: Program) -> Code:
    """Return the translated program, cached for the programs used last."""
    for code in _recent:
        if code.program is program:
            return code
    code = translated(program)
    _recent.insert(0, code)
    del _recent[_MOST_RECENT:]
    return code


class _Machine:
    def __init__(self, code: Code, oracle: Oracle, limits: InterpreterLimits, observer: Observer | None) -> None:
        self._code = code
        self._limits = limits
        self._observer = observer
        self._steps = limits.steps
        self._memory = Memory(oracle, code.program.model.pointer, limits.bytes)
        self._frames: list[InterpreterFrame] = []
        self._callers: list[CallOf] = []
        self._outcome: Outcome | None = None

    def run(self) -> Outcome:
        entry = self._code.functions[self._code.program.entry]
        try:
            self._begin(entry)
            piece = self._call(entry, [], ())
        except LimitReached as reached:
            return Stopped(reached.limit, entry.function.position)
        return self._execute(piece)

    def _begin(self, entry: FunctionCode) -> None:
        """Create all globals before the first one is initialised."""
        memory = self._memory
        for code in self._code.globals:
            known = code.known
            memory.globals[known.name] = memory.create(
                known.size, known.lifetime, known.name, not known.extern, known.alignment
            )
        for name in self._code.pointed:
            memory.globals[name] = memory.create(0, Lifetime.FUNCTION, name, alignment=1)
        outside = InterpreterFrame(entry.function, memory, "", {})
        for code in self._code.globals:
            thing = memory.globals[code.known.name]
            for offset, size, value in code.pieces:
                thing.write(offset, size, value(outside))

    def _execute(self, piece: Piece) -> Outcome:
        index = 0
        try:
            while self._outcome is None:
                tick()
                frame = self._frames[-1]
                index = -1
                for index, step in enumerate(piece.steps):  # noqa: B007
                    step(frame)
                index += 1
                piece = self._transferred(frame, piece)
        except Fault as fault:
            position = piece.positions[index]
            return Failed(fault.kind, position, fault.why, self._stack(position))
        except NoExecution as why:
            return AssumptionFailed(piece.positions[index], str(why))
        except Refusal as why:
            return Refused(str(why), piece.positions[index])
        except LimitReached as reached:
            return Stopped(reached.limit, piece.positions[index])
        return self._outcome

    def _transferred(self, frame: InterpreterFrame, piece: Piece) -> Piece:
        """Return the piece to execute next."""
        transfer = piece.transfer
        if isinstance(transfer, BranchOn):
            return self._arrive(frame, transfer.then if bits_of(transfer.condition(frame)) else transfer.other)
        if isinstance(transfer, JumpTo):
            return self._arrive(frame, transfer.label)
        if isinstance(transfer, CallOf):
            return self._called(frame, transfer)
        if isinstance(transfer, HaltBy):
            unfreed = leaks(self._memory, self._frames)
            self._outcome = Exited(transfer.how, piece.positions[-1], unfreed)
            return piece
        value = None if transfer.value is None else transfer.value(frame)
        return self._returned(frame, value, piece)

    def _arrive(self, frame: InterpreterFrame, label: str) -> Piece:
        piece, steps = self._code.functions[frame.function.name].blocks[label]
        frame.label = label
        self._steps -= steps
        if self._steps < 0:
            raise LimitReached(Limit.STEPS)
        if self._observer is not None:
            self._observer(self._frames, self._memory)
        return piece

    # Calls ------------------------------------------------------------------------------------------------------------

    def _called(self, frame: InterpreterFrame, call: CallOf) -> Piece:
        arguments = [argument(frame) for argument in call.arguments]
        if isinstance(call.function, str):
            name = call.function
        else:
            name = self._memory.function_at(call.function(frame))
        callee = self._code.functions.get(name)
        if callee is None:
            raise Refusal(f"call of {name}, which is not defined")
        if len(self._frames) >= self._limits.depth:
            raise LimitReached(Limit.DEPTH)
        result = callee.function.result
        if call.target is not None and result is not None and result != call.target.size:
            raise Refusal(f"call of {name}, whose result has another size")
        frame.index = call.index
        self._callers.append(call)
        return self._call(callee, arguments, call.sizes)

    def _call(self, callee: FunctionCode, arguments: Sequence[Value], sizes: Sequence[int]) -> Piece:
        """Call a function; missing arguments have unknown values, surplus ones are ignored."""
        function = callee.function
        if sizes != callee.sizes and any(a != b for a, b in zip(sizes, callee.sizes, strict=False)):
            raise Refusal(f"call of {function.name} with an argument of another size")
        registers: dict[str, Value] = {}
        for number, parameter in enumerate(function.parameters):
            given = number < len(arguments)
            registers[parameter.name] = arguments[number] if given else self._memory.oracle.value(parameter.size)
        frame = InterpreterFrame(function, self._memory, function.entry, registers)
        self._frames.append(frame)
        return self._arrive(frame, function.entry)

    def _returned(self, frame: InterpreterFrame, value: Value | None, piece: Piece) -> Piece:
        if not self._callers:
            self._outcome = Finished(value, leaks(self._memory, self._frames, returns=True))
            return piece
        self._frames.pop()
        for thing in (*frame.locals.values(), *frame.allocated):
            self._memory.end(thing)
        call, caller = self._callers.pop(), self._frames[-1]
        if call.target is not None:
            size = call.target.size
            caller.registers[call.target.name] = self._memory.oracle.value(size) if value is None else value
        caller.index = 0
        return call.rest

    def _stack(self, position: Position) -> tuple[CallSite, ...]:
        sites = [
            CallSite(frame.function.name, frame.function.blocks[frame.label].commands[frame.index].position)
            for frame in self._frames[:-1]
        ]
        return (*sites, CallSite(self._frames[-1].function.name, position))
