"""Read the bracketed words of SMT-LIB: symbols, strings, comments, with their positions.

The reader is iterative and rejects text that is too large or too deep, with its position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NoReturn

from symheap.core.source import Position, SourceError

MAX_CHARACTERS: Final = 4_000_000
MAX_NESTING: Final = 400
_TOKEN: Final = re.compile(r'\n|[^\S\n]+|;[^\n]*|[()]|\|[^|]*\||"(?:[^"]|"")*"|[^\s()|";]+|.')


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A symbol, a keyword or a literal; the bars around a quoted symbol are removed."""

    text: str
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A bracketed sequence; its position is that of the opening bracket."""

    items: tuple[Node, ...]
    position: Position

    @property
    def head(self) -> str:
        """The first word, or nothing."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) else ""


Node = Word | Form


def fail(message: str, position: Position) -> NoReturn:
    raise SourceError(message, position)


def read(text: str, file: str) -> tuple[Node, ...]:
    """Return the words and forms of `text` at the outermost level."""
    if len(text) > MAX_CHARACTERS:
        fail(f"the file is longer than {MAX_CHARACTERS} characters", Position(file, 1, 1))
    items: list[Node] = []
    waiting: list[tuple[list[Node], Position]] = []
    for token, position in _tokens(text, file):
        if token == "(":
            if len(waiting) >= MAX_NESTING:
                fail(f"brackets are nested more than {MAX_NESTING} deep", position)
            waiting.append((items, position))
            items = []
        elif token == ")":
            if not waiting:
                fail("')' closes nothing", position)
            outer, start = waiting.pop()
            outer.append(Form(tuple(items), start))
            items = outer
        elif token in ("|", '"'):
            fail(f"{token} is never closed", position)
        elif token == "||":
            fail("a symbol without a character is not supported", position)
        else:
            items.append(Word(token.strip("|"), position))
    if waiting:
        fail("'(' is never closed", waiting[-1][1])
    return tuple(items)


def _tokens(text: str, file: str) -> Iterator[tuple[str, Position]]:
    line, line_start = 1, 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token[0] != ";" and not token.isspace():
            yield token, Position(file, line, match.start() - line_start + 1)
        if "\n" in token:
            line += token.count("\n")
            line_start = match.start() + token.rindex("\n") + 1
