"""Programs whose assertions are not errors: a failing assertion ends the program, as ``abort`` does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from symheap.memory.errors import MemoryErrorKind
from symheap.memory.expressions import Number
from symheap.memory.ir import Assert, Block, Branch, Command, Function, Halt, Program

_ABORTED: Final = "abort"


def without_assertions(program: Program) -> Program:
    """Return the program in which each assertion branches to an abort.  Obligations of the C library stay errors.

    Law: its executions are those of `program`, except that one which fails an assertion is aborted there.
    """
    functions = {name: _function(function) for name, function in program.functions.items()}
    return replace(program, functions=functions)


def _is_assertion(command: Command) -> bool:
    return isinstance(command, Assert) and command.kind is MemoryErrorKind.ASSERTION


def _function(function: Function) -> Function:
    if not any(_is_assertion(command) for block in function.blocks.values() for command in block.commands):
        return function
    blocks = {each.label: each for block in function.blocks.values() for each in _blocks(block)}
    return replace(function, blocks=blocks)


def _blocks(block: Block) -> Iterator[Block]:
    """Split the block behind each of its assertions."""
    label, commands = block.label, list[Command]()
    for number, command in enumerate(block.commands):
        if not isinstance(command, Assert) or not _is_assertion(command):
            commands.append(command)
            continue
        aborted = Halt(_ABORTED, command.position)
        if isinstance(command.condition, Number) and command.condition.value == 0:
            yield Block(label, tuple(commands), aborted)
            return
        after, failing = f"{block.label}.asserted{number}", f"{block.label}.failed{number}"
        yield Block(label, tuple(commands), Branch(command.condition, after, failing, command.position))
        yield Block(failing, (), aborted)
        label, commands = after, []
    yield Block(label, tuple(commands), block.end)
