"""The body of a method: instructions with resolved operands, handlers and debug tables."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from symheap.lang.java.classfile.constants import Constant

Target = int
Argument = Constant | int | str | tuple[int, ...] | tuple[tuple[int, int], ...]


class Instruction(NamedTuple):
    """One instruction. `args` are the operands encoded in the file, resolved; `Layout` describes them.

    Branch targets are absolute. A `wide` prefix is folded in: `pc` is the prefix's, `opcode` that of the prefixed
    instruction.
    """

    pc: int
    opcode: int
    mnemonic: str
    args: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Handler:
    """Exceptions of class `catch`, or all when None, thrown in `start <= pc < end` continue at `target`."""

    start: int
    end: int
    target: int
    catch: str | None


class LineTable:
    """Source lines by pc. An entry applies until the next one in pc order; of two for one pc the later wins."""

    __slots__ = ("_lines", "_starts", "entries")

    def __init__(self, entries: tuple[tuple[int, int], ...]) -> None:
        self.entries = entries
        """(pc, line) in the file's order."""
        ordered = sorted(entries, key=lambda entry: entry[0])
        self._starts = [pc for pc, _ in ordered]
        self._lines = [line for _, line in ordered]

    def line(self, pc: int) -> int | None:
        at = bisect_right(self._starts, pc)
        return self._lines[at - 1] if at else None


@dataclass(frozen=True, slots=True)
class LocalVariable:
    """A source variable that lives in `slot` while `start <= pc < end`."""

    start: int
    end: int
    slot: int
    name: str
    descriptor: str
    signature: str | None


@dataclass(frozen=True, slots=True)
class LocalTable:
    """Names of local slots.  A slot may be reused, so a name depends on the pc."""

    entries: tuple[LocalVariable, ...]

    def at(self, slot: int, pc: int) -> LocalVariable | None:
        return next((e for e in self.entries if e.slot == slot and e.start <= pc < e.end), None)

    def name(self, slot: int, pc: int) -> str | None:
        variable = self.at(slot, pc)
        return None if variable is None else variable.name


@dataclass(frozen=True)
class Code:
    """The code of a method.

    Branch targets and handlers' starts, ends and targets are pcs of instructions (an end may be the length). Handlers
    are in the order in which they are tried.
    """

    max_stack: int
    max_locals: int
    length: int
    instructions: tuple[Instruction, ...]
    handlers: tuple[Handler, ...]
    lines: LineTable
    locals: LocalTable

    @cached_property
    def index(self) -> dict[int, int]:
        """Position in `instructions` by pc."""
        return {instruction.pc: position for position, instruction in enumerate(self.instructions)}
