"""Exit statuses, and the errors that lead to them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symheap.report.explore.explored import Explored
    from symheap.report.explore.tally import Totals


class Status(IntEnum):
    CLEAN = 0
    FINDINGS = 1
    WRONG_USE = 2
    INCONCLUSIVE = 3
    INTERNAL = 4
    INTERRUPTED = 130


class WrongUse(Exception):
    """The command cannot do what it was asked to do.  The message is one line, the exit status 2."""


def of_run(run: Explored | Totals) -> Status:
    """Return the status of a run.

    A crash is a finding even if the run is not complete.  An exception thrown on purpose is not.
    """
    if run.tally.crashes:
        return Status.FINDINGS
    return Status.CLEAN if run.complete else Status.INCONCLUSIVE


_WORST_FIRST = (Status.INTERRUPTED, Status.INTERNAL, Status.WRONG_USE, Status.FINDINGS, Status.INCONCLUSIVE)


def worst(statuses: Iterable[Status]) -> Status:
    """Return the worst status: findings outrank open results."""
    given = set(statuses)
    return next((status for status in _WORST_FIRST if status in given), Status.CLEAN)
