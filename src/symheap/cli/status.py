"""Exit statuses, and the errors that lead to them."""

from __future__ import annotations

from enum import IntEnum

from symheap.report.run import Run


class Status(IntEnum):
    CLEAN = 0
    FINDINGS = 1
    WRONG_USE = 2
    INCONCLUSIVE = 3
    INTERNAL = 4
    INTERRUPTED = 130


class WrongUse(Exception):
    """The command cannot do what it is asked: one line, status 2."""


def of_run(run: Run) -> Status:
    """A path that ends in an error is a finding, also where the run is not complete."""
    if run.tally.exceptional:
        return Status.FINDINGS
    return Status.CLEAN if run.complete else Status.INCONCLUSIVE
