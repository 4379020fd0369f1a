"""The rank of a crash, and what is known of a crash that has one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from symheap.core.outcome import Threw
from symheap.core.source import Position
from symheap.report.explore.crashes import CrashKey


class Rank(IntEnum):
    """Errors come first."""

    ERROR = 0
    WARNING = 1
    NOTE = 2


@dataclass(frozen=True, slots=True)
class Ranked:
    """A bug with its rank, and why it has it.

    `statements` are Java that runs into it, if a sequence of public calls was found; `end` is how that ended, or else
    how the path that was explored ends.  `what` says in the words of the source what is wrong.
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
        """Errors, warnings that were run into, other warnings, notes; short sequences first.

        Of warnings, those that the user's own code raises come before those that the JDK does, and before those that
        need null for an argument.
        """
        is_deep = self.end.position != self.place
        key = self.key
        return self.rank, not self.statements, self.needs_null, is_deep, self.calls, key.file, key.line, key.exception
