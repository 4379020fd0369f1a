"""A builder for the blocks of a method."""

from __future__ import annotations

from symheap.core.source import Position
from symheap.objects.ir import Branch, Fail, Instruction, Jump, Reg, Return

_LAST = (Jump, Branch, Return, Fail)

Open = list[Instruction]


class BlockBuilder:
    """Appends to the open block. After a `Fail` or `Return` no block is open, and appended code is dropped."""

    def __init__(self, registers: int) -> None:
        self._blocks: list[Open] = [[]]
        self._open: Open | None = self._blocks[0]
        self._free: list[Reg] = []
        self.registers = registers

    def register(self) -> Reg:
        """Return a register for a value: a released or a new one."""
        if self._free:
            return self._free.pop()
        self.registers += 1
        return self.registers - 1

    def release(self, reg: Reg) -> None:
        """Free a register whose value has been used for the last time."""
        self._free.append(reg)

    def emit(self, instruction: Instruction) -> None:
        if self._open is not None:
            self._open.append(instruction)
            if isinstance(instruction, _LAST):
                self._open = None

    def branch(self, condition: Reg, position: Position) -> tuple[Open | None, Open | None]:
        """End the block with a `Branch` and return its target blocks, or None for both if the branch is unreachable."""
        if self._open is None:
            return None, None
        then, other = len(self._blocks), len(self._blocks) + 1
        self._blocks += ([], [])
        self.emit(Branch(condition, then, other, position))
        return self._blocks[then], self._blocks[other]

    def continue_in(self, block: Open | None) -> None:
        self._open = block

    @property
    def open_block(self) -> Open | None:
        return self._open

    def join(self, ends: tuple[Open | None, ...], position: Position) -> None:
        """Continue in a new block after all `ends` that are still open."""
        reached = [end for end in ends if end is not None]
        self._open = None
        if reached:
            target = len(self._blocks)
            self._blocks.append([])
            for end in reached:
                end.append(Jump(target, position))
            self._open = self._blocks[target]

    def blocks(self) -> tuple[tuple[Instruction, ...], ...]:
        assert self._open is None
        return tuple(map(tuple, self._blocks))
