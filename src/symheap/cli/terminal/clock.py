"""The line to the process that watches a command: it knows when the command began, and how long it may take."""

from __future__ import annotations

from contextvars import ContextVar
from time import perf_counter

from symheap.cli.terminal.supervisor import Line

LINE: ContextVar[Line] = ContextVar("line")
"""To whoever watches the command, with the moment at which it began."""


def line() -> Line:
    """The line to the process that watches this command."""
    return LINE.get(None) or Line(perf_counter())
