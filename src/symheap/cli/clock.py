"""The time that a command has: it begins with the process, and whoever watches the command knows of it."""

from __future__ import annotations

from contextvars import ContextVar
from time import perf_counter
from typing import Final

from symheap.cli.supervisor import Line
from symheap.core.deadline import NEVER, Deadline

LINE: ContextVar[Line] = ContextVar("line")
"""To whoever watches the command, with the moment at which it began."""
GRACE_SECONDS: Final = 0.3
"""After the limit, for a step that is nearly done.  What takes longer is given up."""


def line() -> Line:
    return LINE.get(None) or Line(perf_counter())


def whole_run(seconds: float | None) -> Deadline:
    """The end of the time that the command has, reading and writing included; None: no limit."""
    told = line()
    told.limit(seconds)
    return NEVER if seconds is None else Deadline(told.began + seconds)


def last_moment(deadline: Deadline) -> Deadline:
    """When work that looks at the clock is given up."""
    return deadline.later(GRACE_SECONDS)
