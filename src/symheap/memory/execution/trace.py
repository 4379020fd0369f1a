"""Record a run line by line: the values of variables and the objects in memory, as plain data.

A moment is one visit to a line of the source; it shows the state when the line is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from symheap.core.source import Position
from symheap.memory.bytes import MemoryObject
from symheap.memory.execution.closures import InterpreterFrame
from symheap.memory.execution.code import CallOf, Code, FunctionCode, Piece, Transfer, translated
from symheap.memory.execution.interpreter import DEFAULT_LIMITS, InterpreterLimits, run_code
from symheap.memory.execution.oracle import Oracle
from symheap.memory.execution.space import AddressSpace
from symheap.memory.execution.steps import Step
from symheap.memory.execution.store import Memory
from symheap.memory.expressions import Register
from symheap.memory.ir import Function, Lifetime, Program
from symheap.memory.outcome import Outcome
from symheap.memory.values import Value, bits_of, origin_of

_SCALARS = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True)
class Known:
    """A value: its bits, its size in bytes and, if it came from an address, the object and the offset in it."""

    bits: int
    size: int
    thing: int | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Thing:
    """A heap object, by its number in the run.

    `data` are its bytes, None where unset; `pointers` are the words that came from addresses, by their offsets.
    """

    number: int
    size: int
    alive: bool
    data: tuple[int | None, ...]
    pointers: Mapping[int, Known]

    def word(self, offset: int, size: int) -> Known | None:
        """Return the value of some bytes if all of them are set, else None."""
        pointer = self.pointers.get(offset)
        if pointer is not None and pointer.size == size:
            return pointer
        part = [byte for byte in self.data[offset : offset + size] if byte is not None]
        return Known(int.from_bytes(bytes(part), "little"), size) if len(part) == size else None


@dataclass(frozen=True, slots=True)
class Moment:
    """The state at a line; `variables` are those of the current function, under their source names, and the globals."""

    position: Position
    function: str
    variables: Mapping[str, Known]
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Input:
    """An input of the program at a place: a value, the contents of fresh memory, or an allocation that fails."""

    position: Position | None
    kind: Literal["value", "contents", "failure"]
    value: int | bytes
    size: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """The last `moments` of a run, of `count` in all, and its inputs."""

    outcome: Outcome
    moments: tuple[Moment, ...]
    count: int
    inputs: tuple[Input, ...]


def traced(
    program: Program, make_oracle: Callable[[], Oracle], *, most: int = 200, limits: InterpreterLimits = DEFAULT_LIMITS
) -> Trace:
    """Return the run of a program, with its last `most` moments.  All oracles made must give the same answers.

    Objects are examined in a second run only, and there only at the moments shown.
    """
    counter = _Watch(program, lambda visited: False, most)
    run_code(counter.code, make_oracle(), limits)
    count = counter.visited
    watch = _Watch(program, lambda visited: visited > count - most, most)
    noting = _Noting(make_oracle(), watch)
    outcome = run_code(watch.code, noting, limits)
    return Trace(outcome, watch.ended(), count, tuple(noting.inputs))


class _Watch:
    """Notices when a run reaches another line or another function."""

    def __init__(self, program: Program, is_shown: Callable[[int], bool], most: int) -> None:
        self.visited = 0
        self._is_shown = is_shown
        self._at: tuple[str, int, int] | None = None
        self._last: tuple[Position, InterpreterFrame, int] | None = None
        self._moments: deque[Moment] = deque(maxlen=most)
        self._heap: dict[int, MemoryObject] = {}
        self._sizes = {name: _sizes(each) for name, each in program.functions.items()}
        self.code = _watched(translated(program), self._notice)

    @property
    def position(self) -> Position | None:
        """Place being executed."""
        return None if self._last is None else self._last[0]

    def ended(self) -> tuple[Moment, ...]:
        self._leave()
        return tuple(self._moments)

    def _notice(self, frame: InterpreterFrame, position: Position) -> None:
        at = (position.file, position.line, id(frame))
        if at == self._at:
            return
        self._leave()
        self._at, self._last = at, (position, frame, self.visited)
        self.visited += 1

    def _leave(self) -> None:
        """Record the moment of the line that was executed last."""
        if self._last is None:
            return
        position, frame, number = self._last
        self._last = None
        if self._is_shown(number + 1):
            self._collect(frame.memory)
            variables = dict(_variables(frame, self._sizes[frame.function.name]))
            things = tuple(_thing(each, frame.memory.space.pointer) for each in self._heap.values())
            self._moments.append(Moment(position, frame.function.name, variables, things))

    def _collect(self, memory: Memory) -> None:
        for thing in memory.space.objects():
            if thing.lifetime is Lifetime.HEAP:
                self._heap.setdefault(thing.number, thing)


class _Noting:
    """An oracle that records its answers, with the place at which they were given."""

    def __init__(self, asked: Oracle, watch: _Watch) -> None:
        self.inputs: list[Input] = []
        self._asked = asked
        self._watch = watch

    def value(self, size: int) -> int:
        answer = self._asked.value(size)
        self.inputs.append(Input(self._watch.position, "value", answer, size))
        return answer

    def contents(self, count: int) -> bytes:
        answer = self._asked.contents(count)
        self.inputs.append(Input(self._watch.position, "contents", answer))
        return answer

    def fails(self) -> bool:
        answer = self._asked.fails()
        if answer:
            self.inputs.append(Input(self._watch.position, "failure", 0))
        return answer

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        return self._asked.place(space, size, alignment)


# Code that is watched -------------------------------------------------------------------------------------------------

Notice = Callable[[InterpreterFrame, Position], None]


def _watched(code: Code, notice: Notice) -> Code:
    functions = {name: _function(each, notice) for name, each in code.functions.items()}
    return replace(code, functions=functions)


def _function(code: FunctionCode, notice: Notice) -> FunctionCode:
    return replace(code, blocks={label: (_piece(piece, notice), n) for label, (piece, n) in code.blocks.items()})


def _piece(piece: Piece, notice: Notice) -> Piece:
    positions = piece.positions
    steps = tuple(_step(each, at, notice) for each, at in zip(piece.steps, positions, strict=False))
    return Piece(
        (*steps, _only_notice(positions[-1], notice)), _transfer(piece.transfer, notice), (*positions, positions[-1])
    )


def _transfer(transfer: Transfer, notice: Notice) -> Transfer:
    return replace(transfer, rest=_piece(transfer.rest, notice)) if isinstance(transfer, CallOf) else transfer


def _step(step: Step, position: Position, notice: Notice) -> Step:
    def run(frame: InterpreterFrame) -> None:
        notice(frame, position)
        step(frame)

    return run


def _only_notice(position: Position, notice: Notice) -> Step:
    return lambda frame: notice(frame, position)


# What is seen ---------------------------------------------------------------------------------------------------------


def _variables(frame: InterpreterFrame, sizes: Mapping[str, int]) -> Iterator[tuple[str, Known]]:
    names = frame.function.names
    for name, value in frame.registers.items():
        if name in names:
            yield names[name], _known(value, sizes[name])
    for name, thing in frame.locals.items():
        if thing.size in _SCALARS and (content := thing.peek(0, thing.size)) is not None:
            yield names.get(name, name), _known(content, thing.size)
    for name, thing in frame.memory.globals.items():
        is_scalar = thing.lifetime in (Lifetime.GLOBAL, Lifetime.CONSTANT) and thing.size in _SCALARS
        if is_scalar and (content := thing.peek(0, thing.size)) is not None:
            yield name, _known(content, thing.size)


def _sizes(function: Function) -> Mapping[str, int]:
    """Return the sizes of the registers that the function sets."""
    targets = (getattr(command, "target", None) for block in function.blocks.values() for command in block.commands)
    registers = (*function.parameters, *(each for each in targets if isinstance(each, Register)))
    return {register.name: register.size for register in registers}


def _thing(thing: MemoryObject, pointer: int) -> Thing:
    data = tuple(None if (byte := thing.peek(at, 1)) is None else bits_of(byte) for at in range(thing.size))
    pointers: dict[int, Known] = {}
    for at in range(0, thing.size - pointer + 1, pointer):
        word = thing.peek(at, pointer)
        if word is not None and origin_of(word) is not None:
            pointers[at] = _known(word, pointer)
    return Thing(thing.number, thing.size, thing.is_alive, data, pointers)


def _known(value: Value, size: int) -> Known:
    origin = origin_of(value)
    bits = bits_of(value)
    return Known(bits, size) if origin is None else Known(bits, size, origin.number, bits - origin.base)
