"""The tokens of a Java source with their positions, for changing one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_TOKEN: Final = re.compile(
    r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<text>\"\"\".*?(?<!\\)\"\"\"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+')
  | (?P<number>0[xX][0-9a-fA-F_.pP+-]+[lLfFdD]?|0[bB][01_]+[lL]?
              |(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[lLfFdD]?)
  | (?P<word>[^\W\d][\w$]*|\$[\w$]*)
  | (?P<sign>>>>=|<<=|>>=|>>>|\.\.\.|->|::|\+\+|--|&&|\|\||==|!=|<=|>=|\+=|-=|\*=|/=|&=|\|=|\^=|%=|<<|>>
            |[-+*/%&|^!~<>=?:;,.(){}\[\]@])
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token; `kind` is ``text`` (strings and characters), ``number``, ``word`` or ``sign``, `start` its position."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def tokens(source: str) -> tuple[Token, ...]:
    """Return the tokens without space and comments. Raises ValueError for text that is not Java.

    Law: between two consecutive tokens there are only space and comments.
    """
    result: list[Token] = []
    at = 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            raise ValueError(f"no token of Java at {source[at : at + 20]!r}")
        kind = match.lastgroup
        assert kind is not None
        if kind != "space":
            result.append(Token(kind, match[0], at))
        at = match.end()
    return tuple(result)
