"""The conditional jumps and switches of class files, numbered as a probe in a JVM meets them: in the order of the code.

What a jump decides is said as an *outcome*: whether it was taken, or the key of a switch.  A key whose case goes where
the default goes is the default, and a jump to the very next instruction decides nothing, so its outcome is `EITHER`.
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
    """The `ordinal`-th conditional jump or switch of a method, whose `method` is its name and descriptor."""

    owner: str
    method: str
    ordinal: int


@dataclass(frozen=True, slots=True)
class Event:
    """A jump or switch was met."""

    site: Site
    outcome: str


@dataclass(frozen=True, slots=True)
class Jump:
    """A conditional jump, with its `target`; or a switch, with the keys that do not go to its default."""

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
        """All that it can decide; none if control always goes the same way."""
        if self.is_switch:
            return (*map(str, self.keys), DEFAULT) if self.keys else ()
        return (TAKEN, PASSED) if self.target != self.following else ()

    def outcome(self, value: int) -> str | None:
        """What a key decides, or whether it jumps (1) or not (0).  None for a switch without a choice: no event."""
        if not self.is_switch:
            return EITHER if self.target == self.following else TAKEN if value else PASSED
        if not self.keys:
            return None
        return str(value) if value in self.keys else DEFAULT


class Jumps:
    """Those of the classes on a class path, by class and method: a cache that only grows."""

    def __init__(self, class_path: ClassPath) -> None:
        self._class_path = class_path
        self._found: dict[tuple[str, str], tuple[Jump, ...]] = {}

    def of(self, owner: str, method: str) -> tuple[Jump, ...]:
        """In the order of the code; none for a method that is not there or has no readable code."""
        at = owner, method
        if at not in self._found:
            code = self._code(owner, method)
            self._found[at] = () if code is None else jumps_of(code)
        return self._found[at]

    def at(self, site: Site) -> Jump | None:
        found = self.of(site.owner, site.method)
        return found[site.ordinal] if site.ordinal < len(found) else None

    def line(self, site: Site) -> int:
        """0 where there is none."""
        jump = self.at(site)
        return jump.line if jump is not None else 0

    def source(self, owner: str) -> str:
        """The name of the source file of a class."""
        file = self._class_path.find(owner)
        return (file.source_file if file is not None else None) or f"{owner}.class"

    def _code(self, owner: str, method: str) -> Code | None:
        name, _, rest = method.rpartition("(")
        try:
            file = self._class_path.find(owner)
            found = None if file is None else file.method(name, f"({rest}")
            return None if found is None else found.code
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
    """The start of the block that `pc` is in, of blocks that start at `starts`, which are sorted."""
    return starts[bisect_right(starts, pc) - 1]
