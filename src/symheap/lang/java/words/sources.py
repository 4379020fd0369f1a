"""Source expressions that were compiled to given ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
        self._tokens: dict[str, Tokens | None] = {}
        self._expressions: dict[tuple[str, int], tuple[Expression, ...]] = {}

    def text(self, position: CodePosition, code: Expression, folded: Folded = never) -> str | None:
        """Return the source expression compiled to `code` at a position; None if there is none nearby.

        A match with equal literals is preferred to one in which a name stands for a literal.
        """
        path = self._find(position)
        tokens = None if path is None else self._read(path)
        if path is None or tokens is None:
            return None
        for how, away in product((never, folded), _NEAR):
            for candidate in self._on_line(path, tokens, position.line + away):
                if same(candidate, code, how):
                    return _shown(tokens, candidate)
        return None

    def _read(self, path: str) -> Tokens | None:
        if path not in self._tokens:
            try:
                file = Path(path)
                is_small = file.is_file() and file.stat().st_size <= LARGEST
                self._tokens[path] = Tokens(file.read_text(encoding="utf-8", errors="replace")) if is_small else None
            except (OSError, ValueError):
                self._tokens[path] = None
        return self._tokens[path]

    def _on_line(self, path: str, tokens: Tokens, line: int) -> tuple[Expression, ...]:
        """Return the expressions that begin on a line, with all their parts, the longest from each place first."""
        if (path, line) not in self._expressions:
            by_place: dict[tuple[int, int, str], Expression] = {}
            for at in tokens.of_line(line)[:_MOST_TOKENS]:
                try:
                    whole, _ = parse(tokens, at)
                except NoExpression:
                    continue
                for part in _parts(whole):
                    by_place.setdefault((part.start, part.end, part.op), part)
            self._expressions[path, line] = tuple(by_place.values())
        return self._expressions[path, line]


def _parts(value: Expression) -> Iterator[Expression]:
    if value.start >= 0:
        yield value
    for part in value.parts:
        yield from _parts(part)


def _shown(tokens: Tokens, found: Expression) -> str:
    first, last = found.start, found.end - 1
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
