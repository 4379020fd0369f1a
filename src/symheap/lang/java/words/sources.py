"""Expressions of sources that were compiled to given conditions."""

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
"""The path of the source of a place in compiled code; None if it is not known."""

_NEAR: Final = (0, 1, -1, 2, -2, 3, -3, 4, 5, 6)
"""Lines around that of an instruction where its expression may stand, if the statement has several lines."""
_MOST_TOKENS: Final = 400
_LONGEST: Final = 100


class Sources:
    """The sources of a program, read when asked for.  What cannot be read has no expressions."""

    def __init__(self, find: FindSource) -> None:
        self._find = find
        self._tokens: dict[str, Tokens | None] = {}
        self._expressions: dict[tuple[str, int], tuple[Expression, ...]] = {}

    def text(self, position: CodePosition, code: Expression, folded: Folded = never) -> str | None:
        """The expression of the source that was compiled to `code` at a place; None if none is found near it.

        One whose literals are the same comes before one where a name may stand for a literal.
        """
        path = self._find(position)
        tokens = None if path is None else self._read(path)
        if path is None or tokens is None:
            return None
        for how, away in product((never, folded), _NEAR):
            for found in self._on_line(path, tokens, position.line + away):
                if same(found, code, how):
                    return _shown(tokens, found)
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
        """The expressions that begin on a line, with all their parts, the longest from each place first."""
        if (path, line) not in self._expressions:
            found: dict[tuple[int, int, str], Expression] = {}
            for at in tokens.of_line(line)[:_MOST_TOKENS]:
                try:
                    whole, _ = parse(tokens, at)
                except NoExpression:
                    continue
                for part in _parts(whole):
                    found.setdefault((part.start, part.end, part.op), part)
            self._expressions[path, line] = tuple(found.values())
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
