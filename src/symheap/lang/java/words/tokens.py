"""The tokens of a Java source, with their lines."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(
    r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<text>\"\"\".*?\"\"\"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')
  | (?P<number>(?:0[xX][0-9a-fA-F_.pP+-]*?[0-9a-fA-F](?:[pP][+-]?\d+)?|0[bB][01_]+|
       (?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)[lLfFdD]?)
  | (?P<name>[^\W\d][\w$]*|\$[\w$]*)
  | (?P<sign>>>>=|<<=|>>=|>>>|\.\.\.|->|::|\+\+|--|&&|\|\||==|!=|<=|>=|\+=|-=|\*=|/=|&=|\|=|\^=|%=|<<|>>|.)
    """,
    re.VERBOSE | re.DOTALL,
)

LARGEST: Final = 4 * 1024 * 1024
"""The largest source that is read, in characters."""


class Token(NamedTuple):
    """A token; `kind` is text, number, name or sign, and `start` and `end` are offsets in the source."""

    kind: str
    text: str
    start: int
    end: int
    line: int


class Tokens:
    """All tokens of a source, and the tokens of each line."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.all = tuple(_tokens(source)) if len(source) <= LARGEST else ()
        self._lines = [token.line for token in self.all]

    def of_line(self, line: int) -> range:
        """Return the numbers of the tokens that begin on a line."""
        return range(bisect_left(self._lines, line), bisect_right(self._lines, line))

    def text(self, first: int, last: int) -> str:
        """Return the source from one token to another, on one line."""
        return " ".join(self.source[self.all[first].start : self.all[last].end].split())


def _tokens(source: str) -> list[Token]:
    tokens: list[Token] = []
    line = 1
    for match in _TOKEN.finditer(source):
        kind, text = match.lastgroup or "sign", match.group()
        if kind != "skip":
            tokens.append(Token(kind, text, match.start(), match.end(), line))
        line += text.count("\n")
    return tokens
