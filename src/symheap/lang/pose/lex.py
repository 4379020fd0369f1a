"""The tokens of POSE's language, one at a time: a file that is rejected early is not read to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from symheap.core.source import Position, SourceError

KEYWORDS = frozenset(
    {"class", "extends", "let", "in", "if", "then", "else", "new", "true", "false", "null", "instanceof", "bool", "int"}
)
LONGEST_NUMBER = 1000

_SKIP = re.compile(r"(?:\s|//[^\n]*)*")
_INPUT = re.compile(r"[XY][0-9]+")
_TOKEN = re.compile(
    r"(?P<word>[^\W\d]\w*)|(?P<number>[0-9]+(?!\w))|(?P<sign>:=|&&|\|\||[(){}\[\];,.=<+\-~@])",
)
_INCLUDE = re.compile(r"include(?:[ \t]+([^\r\n]*))?(?=\r|\n|\Z)")


class Kind(Enum):
    """The kind of a token. `INPUT` is a name of the form X0 or Y0, which stands for an input and cannot be bound."""

    NAME = "a name"
    INPUT = "an input"
    NUMBER = "a number"
    KEYWORD = "a keyword"
    SIGN = "a sign"
    END = "the end of the file"


class Token(NamedTuple):
    kind: Kind
    text: str
    position: Position

    def __str__(self) -> str:
        return self.kind.value if self.kind is Kind.END else f"'{self.text}'"


class Include(NamedTuple):
    name: str
    position: Position


class Lexer:
    """Reads `text` from its beginning: first the includes, then the tokens."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._at = 0
        self._line = 1
        self._line_start = 0

    def includes(self) -> tuple[Include, ...]:
        """Return the `include FILE` lines at the beginning of the file."""
        lines: list[Include] = []
        while True:
            self._skip()
            match = _INCLUDE.match(self._text, self._at)
            if match is None:
                return tuple(lines)
            name = (match.group(1) or "").strip()
            if not name:
                raise SourceError("'include' names no file", self._position())
            lines.append(Include(name, self._position()))
            self._at = match.end()

    def tokens(self) -> Iterator[Token]:
        """Yield the remaining tokens, then one token `END`."""
        text = self._text
        while True:
            self._skip()
            position = self._position()
            if self._at == len(text):
                yield Token(Kind.END, "", position)
                return
            match = _TOKEN.match(text, self._at)
            if match is None:
                raise SourceError(f"unexpected character {text[self._at]!r}", position)
            word = match.group()
            yield Token(_kind(match.lastgroup, word, position), word, position)
            self._at = match.end()

    def _skip(self) -> None:
        match = _SKIP.match(self._text, self._at)
        assert match is not None
        newlines = self._text.count("\n", self._at, match.end())
        if newlines:
            self._line += newlines
            self._line_start = self._text.rindex("\n", self._at, match.end()) + 1
        self._at = match.end()

    def _position(self) -> Position:
        return Position(self._file, self._line, self._at - self._line_start + 1)


def _kind(group: str | None, word: str, position: Position) -> Kind:
    if group == "word":
        return Kind.KEYWORD if word in KEYWORDS else Kind.INPUT if _INPUT.fullmatch(word) else Kind.NAME
    if group == "number":
        if len(word) > LONGEST_NUMBER:
            raise SourceError(f"a number of more than {LONGEST_NUMBER} digits", position)
        return Kind.NUMBER
    return Kind.SIGN
