"""Select kept runs by folder, command, state, age or target."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from symheap.store.listing import Listed

_AGE: Final = re.compile(r"(\d+)\s*(m|h|d|w)")
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class NoMoment(ValueError):
    """A text that names no point in time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Filter for the list of runs; a field that is None or empty accepts any run.

    `folder` is where the list was asked for.
    """

    folder: Path
    text: str = ""
    here: bool = False
    command: str | None = None
    state: str | None = None
    since: datetime | None = None

    def is_here(self, run: Listed) -> bool:
        """Whether the run was started in the folder or below it."""
        own, at = os.path.realpath(self.folder), os.path.realpath(run.folder)
        return at == own or Path(at).is_relative_to(own)

    def has(self, run: Listed) -> bool:
        return (
            self.text.casefold() in run.target.casefold()
            and (not self.here or self.is_here(run))
            and (self.command is None or run.command == self.command)
            and (self.state is None or run.state.value == self.state)
            and (self.since is None or datetime.fromisoformat(run.started) >= self.since)
        )


def moment(text: str, now: datetime) -> datetime:
    """Parse an age or a date into a point in time.

    ``3h`` is three hours before `now` (units: m, h, d, w).  Anything else is a date, or a date and a time, in the local
    time zone.  Raises `NoMoment` for other texts.
    """
    if age := _AGE.fullmatch(text.strip()):
        try:
            return now - timedelta(**{_UNITS[age[2]]: int(age[1])})
        except OverflowError:
            return datetime.min.replace(tzinfo=UTC)
    try:
        return datetime.fromisoformat(text.strip()).astimezone()
    except (ValueError, OverflowError):
        raise NoMoment(text) from None
