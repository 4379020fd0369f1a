"""Summary of a run in one line."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime

from symheap.store.counts import crash_count, item_count
from symheap.store.file import RunFile
from symheap.store.reading import undamaged
from symheap.store.records import SKIPPED, Json, KeptSubject, RunState, RunStatus

_DECIDED = (0, 1)
"""Exit statuses of a run that left nothing open: no findings, and some findings."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One line in the list of runs.  `folder` is where its command was typed."""

    id: str
    started: str
    state: RunState
    status: int | None
    command: str
    target: str
    subjects: int
    results: int
    findings: int
    complete: bool
    seconds: float
    folder: str

    def form(self) -> dict[str, Json]:
        names = (
            "id",
            "started",
            "status",
            "command",
            "target",
            "subjects",
            "results",
            "findings",
            "complete",
            "seconds",
            "folder",
        )
        return {**{name: getattr(self, name) for name in names}, "state": self.state.value}


def listed(run: RunFile) -> Listed:
    """Return the summary of a run.  If it has not ended, the seconds are those of its last progress note.

    Raises `StoreError` for a damaged file, so that the other runs can still be listed.
    """
    with undamaged(run.path):
        entry = _listed(run)
        datetime.fromisoformat(entry.started)
        if not math.isfinite(entry.seconds):
            raise ValueError("the seconds are not a number")
        return entry


def _listed(run: RunFile) -> Listed:
    header, standing, subjects = run.header, run.standing(), run.subjects()
    progress = run.noted("progress") or {}
    return Listed(
        header.id,
        header.started,
        standing.state,
        standing.status,
        header.command,
        header.target,
        len(subjects),
        sum(run.path_count(each.number) + item_count(run, each.number) for each in subjects),
        sum(_findings(run, each) for each in subjects if each.kind != "tests"),
        standing.status in _DECIDED and not skipped(run) and all(is_complete(each, standing) for each in subjects),
        round(max(standing.seconds, progress.get("seconds", 0.0)), 3),
        header.folder,
    )


def is_complete(subject: KeptSubject, standing: RunStatus) -> bool:
    """Whether the subject is finished and nothing of it was cut, unknown or left open.

    A subject without such a flag, such as a study, is as complete as its run.
    """
    document = subject.document
    if document is None or standing.state is not RunState.FINISHED:
        return False
    if document.get("verdict") == "unknown":
        return False
    return bool(document.get("complete", "verdict" in document or standing.status in _DECIDED))


def skipped(run: RunFile) -> list[str]:
    """Return what the run left out, with the reasons."""
    return list((run.noted(SKIPPED) or {}).get("reasons", ()))


def _findings(run: RunFile, subject: KeptSubject) -> int:
    """Return the number of findings; for an unfinished subject, those found so far."""
    if subject.document is None:
        return crash_count(run, subject.number)
    return len(subject.document.get("findings", ()))
