"""Code under construction: blocks of the memory IR, one of which is open."""

from __future__ import annotations

from symheap.core.source import Position
from symheap.memory.expressions import Binary, Expression, Number, Operator, Register
from symheap.memory.ir import Assign, Assume, Block, Branch, Command, End, Jump, Nondet


class Writer:
    """Writes straight code, branches and loops; new registers and labels begin with `name`, which no program uses."""

    def __init__(self, pointer: int, position: Position, name: str = "prefix") -> None:
        self.pointer = pointer
        self.position = position
        self.entry = f"{name}#0"
        self.blocks: dict[str, Block] = {}
        self._name = name
        self._label = self.entry
        self._commands: list[Command] = []
        self._labels = 1
        self._registers = 0

    def emit(self, *commands: Command) -> None:
        self._commands += commands

    def register(self, size: int) -> Register:
        self._registers += 1
        return Register(f"{self._name}${self._registers}", size)

    def local(self, size: int) -> Register:
        """``local v``: return a new register with an unknown value."""
        new = self.register(size)
        self.emit(Nondet(new, self.position))
        return new

    def assign(self, value: Expression) -> Register:
        new = self.register(value.size)
        self.emit(Assign(new, value, self.position))
        return new

    def assume(self, condition: Expression) -> None:
        self.emit(Assume(condition, self.position))

    def assume_equal(self, one: Expression, other: Expression) -> None:
        self.assume(Binary(Operator.EQ, one, other))

    def label(self) -> str:
        self._labels += 1
        return f"{self._name}#{self._labels - 1}"

    def end(self, end: End, following: str | None = None) -> None:
        """Finish the open block; `following` is opened next, if given."""
        self.blocks[self._label] = Block(self._label, tuple(self._commands), end)
        self._commands = []
        self._label = "" if following is None else following

    def jump(self, target: str) -> None:
        """Jump to a new block, which others may jump to as well."""
        self.end(Jump(target, self.position), target)

    def branch(self, condition: Expression) -> tuple[str, str]:
        """Start two new blocks, the first of which is open: for a `condition` that is not zero."""
        then, other = self.label(), self.label()
        self.end(Branch(condition, then, other, self.position), then)
        return then, other

    def choice(self) -> tuple[str, str]:
        """Like `branch`, on ``nondet()``."""
        return self.branch(Binary(Operator.NE, self.local(4), Number(0, 4)))
