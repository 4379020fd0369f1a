"""The connection to the supervising process, which knows the start and the time limit of the command."""

from __future__ import annotations

from contextvars import ContextVar
from time import perf_counter

from symheap.cli.terminal.supervisor import Line

LINE: ContextVar[Line] = ContextVar("line")
"""The connection to the supervising process, with the start time of the command."""


def line() -> Line:
    """Return the connection to the process that supervises this command."""
    return LINE.get(None) or Line(perf_counter())
