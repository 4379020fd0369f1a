"""Exit statuses, and the errors that lead to them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symheap.report.explore.explored import Explored, Totals


class Status(IntEnum):
    CLEAN = 0
    FINDINGS = 1
    WRONG_USE = 2
    INCONCLUSIVE = 3
    INTERNAL = 4
    INTERRUPTED = 130


class WrongUse(Exception):
    """The command cannot do what it is asked: one line, status 2."""


def of_run(run: Explored | Totals) -> Status:
    """A path that crashes is a finding, also where the run is not complete; an exception thrown on purpose is none."""
    if run.tally.crashes:
        return Status.FINDINGS
    return Status.CLEAN if run.complete else Status.INCONCLUSIVE


_WORST_FIRST = (Status.INTERRUPTED, Status.INTERNAL, Status.WRONG_USE, Status.FINDINGS, Status.INCONCLUSIVE)


def worst(statuses: Iterable[Status]) -> Status:
    """That of several programs: what was found counts for more than what was left open."""
    found = set(statuses)
    return next((status for status in _WORST_FIRST if status in found), Status.CLEAN)
