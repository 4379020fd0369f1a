"""The texts of a replay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symheap.core.source import Position


class NotWritten(Exception):
    """Why there is no C text for a program."""


@dataclass(frozen=True, slots=True)
class Text:
    """`files` by their names: ``main.c``, and one more for each further file of the program.

    `own` are the files of the user that the text has lines of.  `lines`: a statement stands on one line of the text,
    as that line of the source which is given here for the others that it is spread over.
    """

    files: Mapping[str, str]
    own: frozenset[str]
    lines: Mapping[tuple[str, int], frozenset[int]]

    def lines_of(self, position: Position) -> frozenset[int]:
        """The lines at which an error at `position` may be reported."""
        return self.lines.get((position.file, position.line), frozenset()) | {position.line}

    def statement_lines(self, position: Position) -> frozenset[int]:
        """The lines of the source that a statement with `position` is spread over."""
        marks = self.lines_of(position)
        spread = {line for (file, line), found in self.lines.items() if file == position.file and found & marks}
        return frozenset(marks | spread)
