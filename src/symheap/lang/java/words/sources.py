"""Source expressions that were compiled to given ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Final

from symheap.core.source import CodePosition
from symheap.lang.java.words.expression import Expression
from symheap.lang.java.words.matching import Folded, never, same
from symheap.lang.java.words.parsing import NoExpression, parse
from symheap.lang.java.words.tokens import LARGEST, Tokens

FindSource = Callable[[CodePosition], "str | None"]
"""Returns the path of the source for a position in compiled code; None if it is unknown."""

_NEAR: Final = (0, 1, -1, 2, -2, 3, -3, 4, 5, 6)
"""Line offsets from an instruction at which its expression may be, if the statement has several lines."""
_MOST_TOKENS: Final = 400
_LONGEST: Final = 100


class Sources:
    """The sources of a program, read on demand. Unreadable sources have no expressions."""

    def __init__(self, find: FindSource) -> None:
        self._find = find
        self._read: dict[str, _Source | None] = {}

    def text(self, position: CodePosition, code: Expression, folded: Folded = never) -> str | None:
        """Return the source expression compiled to `code` at a position; None if there is none nearby.

        A match with equal literals is preferred to one in which a name stands for a literal.
        """
        path = self._find(position)
        if path is None:
            return None
        if path not in self._read:
            self._read[path] = _read(path)
        source = self._read[path]
        if source is None:
            return None
        for how, away in product((never, folded), _NEAR):
            for candidate in source.on_line(position.line + away):
                if same(candidate, code, how):
                    return _shown(source.tokens, candidate)
        return None


class _Source:
    """The tokens of a source, and the expressions on each line, parsed on demand."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._expressions: dict[int, tuple[Expression, ...]] = {}

    def on_line(self, line: int) -> tuple[Expression, ...]:
        """Return the expressions that begin on a line, with all their parts, the longest from each place first."""
        if line not in self._expressions:
            by_place: dict[tuple[int, int, str], Expression] = {}
            for at in self.tokens.of_line(line)[:_MOST_TOKENS]:
                try:
                    whole, _ = parse(self.tokens, at)
                except NoExpression:
                    continue
                for part in _parts(whole):
                    by_place.setdefault((part.start, part.end, part.op), part)
            self._expressions[line] = tuple(by_place.values())
        return self._expressions[line]


def _read(path: str) -> _Source | None:
    try:
        file = Path(path)
        is_small = file.is_file() and file.stat().st_size <= LARGEST
        return _parsed(file.read_text(encoding="utf-8", errors="replace")) if is_small else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=4)
def _parsed(text: str) -> _Source:
    """Return a source by its text: the methods of a class share what was parsed of it."""
    return _Source(Tokens(text))


def _parts(value: Expression) -> Iterator[Expression]:
    if value.start >= 0:
        yield value
    for part in value.parts:
        yield from _parts(part)


def _shown(tokens: Tokens, expression: Expression) -> str:
    first, last = expression.start, expression.end - 1
    while tokens.all[first].text == "(" and _closes(tokens, first) == last:
        first, last = first + 1, last - 1
    text = tokens.text(first, last)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _closes(tokens: Tokens, at: int) -> int:
    depth = 0
    for number in range(at, len(tokens.all)):
        depth += {"(": 1, ")": -1}.get(tokens.all[number].text, 0)
        if not depth:
            return number
    return -1
