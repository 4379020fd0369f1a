"""The memory IR as text, each command with its place in the source."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.source import Position
from symheap.memory.ir import Block, Function, Program
from symheap.memory.text import command_text, end_text, global_text, head_text

_WIDTH = 48
"""Column at which places in the source begin."""


def listing(program: Program) -> str:
    """Return globals, then functions, in the program's order; assumptions last."""
    parts = ["".join(_placed(global_text(each), each.position) + "\n" for each in program.globals.values())]
    parts += [function_listing(function) for function in program.functions.values()]
    parts += ["".join(f"assuming {assumption}\n" for assumption in program.assumptions)]
    return "\n".join(part for part in parts if part)


def function_listing(function: Function) -> str:
    lines = [_placed(head_text(function), function.position)]
    for block in function.blocks.values():
        lines += _block(block)
    return "\n".join(lines) + "\n"


def _block(block: Block) -> Iterator[str]:
    yield f"{block.label}:"
    for command in block.commands:
        yield _placed(f"    {command_text(command)}", command.position)
    yield _placed(f"    {end_text(block.end)}", block.end.position)


def _placed(text: str, position: Position) -> str:
    return f"{text:<{_WIDTH}}  ; {position}"
