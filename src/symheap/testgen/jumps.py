"""The conditional jumps and switches of class files, numbered in code order, as a probe in a JVM sees them.

The decision of a jump is an *outcome*: whether it was taken, or the key of a switch.  A key whose case has the same
target as the default counts as the default.  A jump to the next instruction decides nothing; its outcome is `EITHER`.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from symheap.lang.java.classfile.code import Code, Instruction
from symheap.lang.java.errors import Malformed
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.lower.graph import CONDITIONS, LOOKUP, TABLE, switch_cases

TAKEN: Final = "taken"
PASSED: Final = "not taken"
EITHER: Final = "decides nothing"
DEFAULT: Final = "default"


@dataclass(frozen=True, slots=True)
class Site:
    """The `ordinal`-th conditional jump or switch of a method; `method` is its name and descriptor."""

    owner: str
    method: str
    ordinal: int


@dataclass(frozen=True, slots=True)
class Event:
    """The execution of a jump or switch."""

    site: Site
    outcome: str


@dataclass(frozen=True, slots=True)
class Jump:
    """A conditional jump with its `target`, or a switch with the keys that do not go to its default."""

    pc: int
    line: int
    target: int | None
    following: int | None
    keys: tuple[int, ...] = ()

    @property
    def is_switch(self) -> bool:
        return self.target is None

    @property
    def outcomes(self) -> tuple[str, ...]:
        """All possible outcomes; empty if control always goes the same way."""
        if self.is_switch:
            return (*map(str, self.keys), DEFAULT) if self.keys else ()
        return (TAKEN, PASSED) if self.target != self.following else ()

    def outcome(self, value: int) -> str | None:
        """Return the outcome of a key, or of a jump (1: taken, 0: not).  None for a switch without a choice."""
        if not self.is_switch:
            return EITHER if self.target == self.following else TAKEN if value else PASSED
        if not self.keys:
            return None
        return str(value) if value in self.keys else DEFAULT


class Jumps:
    """The jumps of the classes on a class path, by class and method.  A cache that only grows."""

    def __init__(self, class_path: ClassPath) -> None:
        self._class_path = class_path
        self._found: dict[tuple[str, str], tuple[Jump, ...]] = {}

    def of(self, owner: str, method: str) -> tuple[Jump, ...]:
        """Return the jumps in code order; empty for a method that is missing or has no readable code."""
        at = owner, method
        if at not in self._found:
            code = self._code(owner, method)
            self._found[at] = () if code is None else jumps_of(code)
        return self._found[at]

    def at(self, site: Site) -> Jump | None:
        jumps = self.of(site.owner, site.method)
        return jumps[site.ordinal] if site.ordinal < len(jumps) else None

    def line(self, site: Site) -> int:
        """Return the line of a jump; 0 if unknown."""
        jump = self.at(site)
        return jump.line if jump is not None else 0

    def source(self, owner: str) -> str:
        """Return the name of the source file of a class."""
        file = self._class_path.find(owner)
        return (file.source_file if file is not None else None) or f"{owner}.class"

    def _code(self, owner: str, method: str) -> Code | None:
        name, _, rest = method.rpartition("(")
        try:
            file = self._class_path.find(owner)
            method_info = None if file is None else file.method(name, f"({rest}")
            return None if method_info is None else method_info.code
        except Malformed:
            return None


def jumps_of(code: Code) -> tuple[Jump, ...]:
    return tuple(
        _jump(code, number, instruction)
        for number, instruction in enumerate(code.instructions)
        if instruction.opcode in CONDITIONS or instruction.opcode in (TABLE, LOOKUP)
    )


def _jump(code: Code, number: int, instruction: Instruction) -> Jump:
    pc, line = instruction.pc, code.lines.line(instruction.pc) or 0
    following = code.instructions[number + 1].pc if number + 1 < len(code.instructions) else None
    if instruction.opcode in (TABLE, LOOKUP):
        return Jump(pc, line, None, following, tuple(key for key, _ in switch_cases(instruction)[1]))
    target = instruction.args[0]
    assert isinstance(target, int)
    return Jump(pc, line, target, following)


def block_start(starts: list[int], pc: int) -> int:
    """Return the start of the block that contains `pc`; `starts` are the sorted starts of all blocks."""
    return starts[bisect_right(starts, pc) - 1]
