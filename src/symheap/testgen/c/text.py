"""The texts of a replay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symheap.core.source import Position


class NotWritten(Exception):
    """There is no C text for a program; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Text:
    """`files` by name: ``main.c``, and one more for each further file of the program.

    `own` are the user's files with lines in the text.  A statement is on one line of the text, which is marked with one
    of the source lines that it spans; `lines` maps each of its other source lines to that one.
    """

    files: Mapping[str, str]
    own: frozenset[str]
    lines: Mapping[tuple[str, int], frozenset[int]]

    def lines_of(self, position: Position) -> frozenset[int]:
        """Return the lines at which an error at `position` may be reported."""
        return self.lines.get((position.file, position.line), frozenset()) | {position.line}

    def statement_lines(self, position: Position) -> frozenset[int]:
        """Return the source lines that a statement with `position` spans."""
        marks = self.lines_of(position)
        spread = {line for (file, line), here in self.lines.items() if file == position.file and here & marks}
        return frozenset(marks | spread)
