"""Reads s-expressions with positions: the concrete syntax below Javalite's grammar.

Round and square brackets mean the same and must match; ``;`` starts a comment that ends with its line. The reader is
iterative and rejects input that is too large or too deep, with its position, so hostile text costs neither stack nor
memory.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from symheap.core.source import Position, SourceError

MAX_CHARACTERS = 2_000_000
MAX_NESTING = 2_000

_FRAMES_PER_LEVEL = 8
_TOKEN = re.compile(r"\n|[^\S\n]+|;[^\n]*|[()\[\]]|[^\s()\[\];]+")
_CLOSER = {"(": ")", "[": "]"}


@dataclass(frozen=True, slots=True, eq=False)
class Atom:
    """A word."""

    text: str
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A bracketed sequence; its position is that of the opening bracket."""

    items: tuple[Node, ...]
    position: Position


Node = Atom | Form


def read(text: str, file: str) -> tuple[Node, ...]:
    """Return the forms and words of `text` at the outermost level."""
    if len(text) > MAX_CHARACTERS:
        raise SourceError(f"the program is longer than {MAX_CHARACTERS} characters", Position(file, 1, 1))
    outermost: list[Node] = []
    items = outermost
    waiting: list[tuple[list[Node], str, Position]] = []
    for token, position in _tokens(text, file):
        if token in _CLOSER:
            if len(waiting) >= MAX_NESTING:
                raise SourceError(f"brackets are nested more than {MAX_NESTING} deep", position)
            waiting.append((items, token, position))
            items = []
        elif token in ")]":
            if not waiting:
                raise SourceError(f"'{token}' closes nothing", position)
            outer, opener, start = waiting.pop()
            if _CLOSER[opener] != token:
                raise SourceError(f"'{token}' does not match '{opener}' at {start}", position)
            outer.append(Form(tuple(items), start))
            items = outer
        else:
            items.append(Atom(token, position))
    if waiting:
        _, opener, start = waiting[-1]
        raise SourceError(f"'{opener}' is never closed", start)
    return tuple(outermost)


def _tokens(text: str, file: str) -> Iterator[tuple[str, Position]]:
    line, line_start = 1, 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == "\n":
            line, line_start = line + 1, match.end()
        elif token[0] != ";" and not token.isspace():
            yield token, Position(file, line, match.start() - line_start + 1)


@contextmanager
def room_for_nesting() -> Iterator[None]:
    """Allow recursion deep enough for anything that `read` accepted."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + _FRAMES_PER_LEVEL * MAX_NESTING)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
