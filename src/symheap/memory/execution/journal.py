"""Record which command asked for each answer of an oracle, and for the bytes of which object.

An oracle's script lists answers in the order of the questions.  A journal lists them by place, so that the program can
be run by other means: a compiler may evaluate operands in another order and ask for less.

A word that was the address of an object when it was given is recorded as such: `Word.thing` is the object's number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from symheap.memory.bytes import MemoryObject
from symheap.memory.execution.closures import Evaluate, InterpreterFrame, evaluator
from symheap.memory.execution.code import CallOf, Code, FunctionCode, Piece, translated
from symheap.memory.execution.interpreter import DEFAULT_LIMITS, InterpreterLimits, run_code
from symheap.memory.execution.oracle import Oracle
from symheap.memory.execution.space import AddressSpace
from symheap.memory.execution.steps import Step
from symheap.memory.ir import (
    Allocate,
    Block,
    Call,
    Command,
    Copy,
    Enter,
    Fill,
    Load,
    Nondet,
    Program,
    Reallocate,
)
from symheap.memory.outcome import Outcome
from symheap.memory.values import Pointer, bits_of, origin_of


@dataclass(frozen=True, slots=True)
class Word:
    """Bits; if `thing` is not None, they are the address of that object plus `offset`."""

    bits: int
    thing: int | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Fresh:
    """Unknown bytes that were read before they were set, up to the last such byte.

    Bytes that were not read are zero here.  `words` are the addresses among them, by their offsets.
    """

    data: bytes = b""
    words: Mapping[int, Word] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.data)


@dataclass(frozen=True, slots=True)
class Answer:
    """The value that a command of `function` received."""

    function: str
    command: Nondet
    word: Word


@dataclass(frozen=True, slots=True)
class Made:
    """An object; `command` is None for one that exists from the start, `name` is empty for heap objects."""

    number: int
    function: str
    command: Command | None
    name: str
    base: int
    size: int
    fresh: Fresh


@dataclass(frozen=True, slots=True)
class Allocated:
    """An allocation: the object that it returned, or None if it failed."""

    function: str
    command: Allocate | Reallocate
    thing: int | None


@dataclass(frozen=True, slots=True)
class Havocked:
    """Bytes that a `Fill` made unknown."""

    function: str
    command: Fill
    fresh: Fresh


@dataclass(frozen=True, slots=True)
class Journal:
    """Everything that an oracle answered in a run, in the order of the run; `objects` are by their numbers."""

    outcome: Outcome
    answers: tuple[Answer, ...]
    allocations: tuple[Allocated, ...]
    objects: tuple[Made, ...]
    havocs: tuple[Havocked, ...]


def journal(program: Program, oracle: Oracle, limits: InterpreterLimits = DEFAULT_LIMITS) -> Journal:
    """Run a program and return its journal.

    Law: the outcome is that of `run(program, oracle, limits)`.
    """
    clerk = _Clerk(program, oracle)
    code = translated(program)
    clerk.start(code)
    return clerk.closed(run_code(_attended(code, clerk), clerk, limits))


@dataclass(eq=False, slots=True)
class _Page:
    """Bytes that one event made unknown."""

    data: bytearray
    end: int = 0
    words: dict[int, Word] = field(default_factory=dict)

    def fresh(self) -> Fresh:
        return Fresh(bytes(self.data[: self.end]), self.words)


@dataclass(eq=False, slots=True)
class _Draft:
    made: Made
    page: _Page
    owners: list[tuple[_Page, int]]
    """For each byte, the page that holds its value, and the index there."""


class _Clerk:
    """An oracle that asks another one and records for which command."""

    def __init__(self, program: Program, asked: Oracle) -> None:
        self._asked = asked
        self._pointer = program.model.pointer
        self._answers: list[Answer] = []
        self._allocations: list[Allocated] = []
        self._objects: list[_Draft] = []
        self._havocs: list[tuple[str, Fill, _Page]] = []
        self._names: Iterator[str] = iter(())
        self._current: tuple[str, Command] | None = None
        self._frame: InterpreterFrame | None = None
        self._reading: tuple[MemoryObject, int] | None = None

    def start(self, code: Code) -> None:
        """Record the names of the first objects, the globals and the functions."""
        self._names = iter([*(each.known.name for each in code.globals), *code.pointed])

    def closed(self, outcome: Outcome) -> Journal:
        objects = tuple(replace(draft.made, fresh=draft.page.fresh()) for draft in self._objects)
        havocs = tuple(Havocked(function, command, page.fresh()) for function, command, page in self._havocs)
        return Journal(outcome, tuple(self._answers), tuple(self._allocations), objects, havocs)

    # As an oracle -----------------------------------------------------------------------------------------------------

    def value(self, size: int) -> int:
        bits = self._asked.value(size)
        if self._current is not None and isinstance(self._current[1], Nondet):
            self._answers.append(Answer(self._current[0], self._current[1], self._word(bits, size)))
        return bits

    def contents(self, count: int) -> bytes:
        data = self._asked.contents(count)
        if self._reading is not None:
            thing, at = self._reading
            while thing.peek(at, 1) is not None:
                at += 1
            self._settle(thing, at, data)
            self._reading = (thing, at + count)
        return data

    def fails(self) -> bool:
        return self._asked.fails()

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        base = self._asked.place(space, size, alignment)
        function, command = self._current or ("", None)
        page = _Page(bytearray(size))
        made = Made(len(self._objects), function, command, next(self._names, ""), base, size, Fresh())
        self._objects.append(_Draft(made, page, [(page, at) for at in range(size)]))
        return base

    # What is written down ---------------------------------------------------------------------------------------------

    def _word(self, bits: int, size: int) -> Word:
        if size != self._pointer or self._frame is None:
            return Word(bits)
        thing = self._frame.memory.space.find(bits)
        return Word(bits) if thing is None else Word(bits, thing.number, bits - thing.base)

    def _settle(self, thing: MemoryObject, start: int, data: bytes) -> None:
        owners = self._objects[thing.number].owners
        for at, byte in enumerate(data, start):
            page, there = owners[at]
            page.data[there] = byte
            page.end = max(page.end, there + 1)
        step = self._pointer
        for at in range(-(-start // step) * step, start + len(data) - step + 1, step):
            word = self._word(int.from_bytes(data[at - start : at - start + step], "little"), step)
            page, there = owners[at]
            if word.thing is not None and owners[at + step - 1] == (page, there + step - 1):
                page.words[there] = word

    # Around the steps of commands -------------------------------------------------------------------------------------

    def attend(self, function: str, command: Command, step: Step) -> Step:
        """Wrap the step of a command, to record that the command is the current one."""

        def run(frame: InterpreterFrame) -> None:
            self._current, self._frame, self._reading = (function, command), frame, None
            around(frame)
            self._current = None

        around = self._around(function, command, step)
        return run

    def _around(self, function: str, command: Command, step: Step) -> Step:
        match command:
            case Load(address=address, target=target):
                return self._reads(step, evaluator(address), target.size)
            case Copy(source=source):
                return self._reads(step, evaluator(source), 1)
            case Fill(byte=None):
                return self._fills(function, command, step)
            case Allocate() | Reallocate():
                return self._allocates(function, command, step)
            case Enter(locals=locals_):
                return self._enters([local.name for local in locals_], step)
            case _:
                return step

    def _reads(self, step: Step, address: Evaluate, size: int) -> Step:
        def run(frame: InterpreterFrame) -> None:
            value = address(frame)
            bits, origin = bits_of(value), origin_of(value)
            thing = frame.memory.space.find(bits) if origin is None else origin
            if thing is not None and 0 <= bits - thing.base <= thing.size - size:
                self._reading = (thing, bits - thing.base)
            step(frame)

        return run

    def _fills(self, function: str, command: Fill, step: Step) -> Step:
        target, count = evaluator(command.target), evaluator(command.count)

        def run(frame: InterpreterFrame) -> None:
            value, length = target(frame), bits_of(count(frame))
            step(frame)
            page = _Page(bytearray(length))
            self._havocs.append((function, command, page))
            thing = origin_of(value) or frame.memory.space.find(bits_of(value))
            if length and thing is not None:
                start = bits_of(value) - thing.base
                self._objects[thing.number].owners[start : start + length] = [(page, at) for at in range(length)]

        return run

    def _allocates(self, function: str, command: Allocate | Reallocate, step: Step) -> Step:
        """Record an allocation.  Bytes that ``realloc`` copies keep their pages."""
        address = evaluator(command.address) if isinstance(command, Reallocate) else None

        def run(frame: InterpreterFrame) -> None:
            old = None if address is None else origin_of(address(frame))
            step(frame)
            result = frame.registers[command.target.name]
            thing = result.origin.number if isinstance(result, Pointer) else None
            self._allocations.append(Allocated(function, command, thing))
            if old is not None and thing is not None:
                before, after = self._objects[old.number].owners, self._objects[thing].owners
                kept = min(len(before), len(after))
                after[:kept] = before[:kept]

        return run

    def _enters(self, names: list[str], step: Step) -> Step:
        def run(frame: InterpreterFrame) -> None:
            self._names = iter(names)
            step(frame)

        return run


# Code whose steps are attended ----------------------------------------------------------------------------------------


def _attended(code: Code, clerk: _Clerk) -> Code:
    return replace(code, functions={name: _function(each, clerk) for name, each in code.functions.items()})


def _function(code: FunctionCode, clerk: _Clerk) -> FunctionCode:
    name, blocks = code.function.name, code.function.blocks
    attended = {
        label: (_piece(piece, _runs(blocks[label]), name, clerk), steps)
        for label, (piece, steps) in code.blocks.items()
    }
    return replace(code, blocks=attended)


def _runs(block: Block) -> Iterator[list[Command]]:
    """Yield the commands between calls."""
    run: list[Command] = []
    for command in block.commands:
        if isinstance(command, Call):
            yield run
            run = []
        else:
            run.append(command)
    yield run


def _piece(piece: Piece, runs: Iterator[list[Command]], function: str, clerk: _Clerk) -> Piece:
    commands = next(runs)
    steps = tuple(clerk.attend(function, command, step) for command, step in zip(commands, piece.steps, strict=True))
    transfer = piece.transfer
    if isinstance(transfer, CallOf):
        transfer = replace(transfer, rest=_piece(transfer.rest, runs, function, clerk))
    return Piece(steps, transfer, piece.positions)
