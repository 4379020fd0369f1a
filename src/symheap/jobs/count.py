"""How many jobs there are by default."""

from __future__ import annotations

import os
import sys


def processors() -> int:
    """Return the number of processors that this process may use: the default number of jobs."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def is_supported() -> bool:
    """Whether workers can be forked here.  On systems other than Linux a fork may break libraries of the system."""
    return sys.platform == "linux"


def jobs_for(units: int, asked: int | None) -> int:
    """Return how many jobs `units` of work are worth, with so many `asked` for."""
    return min(asked or processors(), units) if is_supported() else 1
