"""Reduce a wrong answer: drop blocks, then lines, while the answer stays wrong in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from symheap_testing.c.fuzz.program import MARK, Block, FuzzProgram

_MOST = 150
"""Number of tries after which reduction stops."""


def reduced(program: FuzzProgram, still_wrong: Callable[[FuzzProgram], bool], most: int = _MOST) -> FuzzProgram:
    """Return a smaller program for which `still_wrong` holds, too."""
    left = [most]

    def holds(candidate: FuzzProgram) -> bool:
        left[0] -= 1
        return left[0] >= 0 and still_wrong(candidate)

    if program.whole:
        return _fewer_lines(program, holds)
    changed = True
    while changed and left[0] > 0:
        changed = False
        for candidate in (*_fewer_blocks(program), *_smaller_blocks(program)):
            if holds(candidate):
                program, changed = candidate, True
                break
    return program


def _fewer_blocks(program: FuzzProgram) -> Iterator[FuzzProgram]:
    blocks = program.blocks
    if len(blocks) > 1:
        for at in range(len(blocks)):
            yield program.with_blocks(blocks[:at] + blocks[at + 1 :])


def _smaller_blocks(program: FuzzProgram) -> Iterator[FuzzProgram]:
    for at, block in enumerate(program.blocks):
        for smaller in _smaller(block):
            yield program.with_blocks((*program.blocks[:at], smaller, *program.blocks[at + 1 :]))


def _smaller(block: Block) -> Iterator[Block]:
    for lines in _shorter(block.body):
        yield replace(block, body=lines)
    for lines in _shorter(block.top):
        yield replace(block, top=lines)
    for lines in _shorter(block.other):
        yield replace(block, other=lines)


def _shorter(lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield lines without a block in braces, without the braces of one, or without a line.

    A mark of undefined behaviour is dropped with its line.
    """
    for start, end in _braces(lines):
        yield (*lines[: start - _is_marked(lines, start)], *lines[end + 1 :])
        if not _is_marked(lines, start):
            yield (*lines[:start], *lines[start + 1 : end], *lines[end + 1 :])
    for at, line in enumerate(lines):
        if line.count("{") == line.count("}") and not line.startswith(MARK):
            yield (*lines[: at - _is_marked(lines, at)], *lines[at + 1 :])


def _is_marked(lines: Sequence[str], at: int) -> bool:
    return at > 0 and lines[at - 1].startswith(MARK)


def _braces(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    for start, line in enumerate(lines):
        if line.count("{") <= line.count("}"):
            continue
        depth = 0
        for end in range(start, len(lines)):
            depth += lines[end].count("{") - lines[end].count("}")
            if depth == 0:
                yield start, end
                break


def _fewer_lines(program: FuzzProgram, holds: Callable[[FuzzProgram], bool]) -> FuzzProgram:
    lines = tuple(program.whole.split("\n"))
    changed = True
    while changed:
        changed = False
        for fewer in _shorter(lines):
            candidate = replace(program, whole="\n".join(fewer))
            if holds(candidate):
                lines, program, changed = fewer, candidate, True
                break
    return program
