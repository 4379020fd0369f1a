"""The rank of a crash, and the data of a ranked crash."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from symheap.core.outcome import Threw
from symheap.core.source import Position
from symheap.report.explore.crashes import CrashKey


class Rank(IntEnum):
    """The ranks, errors first."""

    ERROR = 0
    WARNING = 1
    NOTE = 2

    @property
    def word(self) -> str:
        """The rank as reports name it."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A bug with its rank and the reason for it.

    `statements` are Java statements that run into it, if a sequence of public calls was found.  `end` is the end of
    that sequence, or else of the explored path.  `what` describes the problem in the words of the source.
    """

    key: CrashKey
    rank: Rank
    reason: str
    place: Position
    end: Threw
    statements: tuple[str, ...] = ()
    calls: int = 0
    traces: int = 0
    needs_null: bool = False
    what: str = ""
    method: str = ""
    """The key of the method that was called last, or that was explored."""

    @property
    def order(self) -> tuple[int, bool, bool, bool, int, str, int, str]:
        """The sort key: errors, warnings with a sequence, other warnings, notes; short sequences first.

        Among warnings, those that need null for an argument come last, and before them those raised inside the JDK.
        """
        is_deep = self.end.position != self.place
        key = self.key
        return self.rank, not self.statements, self.needs_null, is_deep, self.calls, key.file, key.line, key.exception
