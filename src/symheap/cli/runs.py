"""``symheap runs``: what is kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from symheap.cli.status import Status
from symheap.cli.terminal import complain, painter
from symheap.report import json
from symheap.report.labels import printable
from symheap.report.text import counted
from symheap.store.file import RunFile
from symheap.store.folder import find, forget, readable, runs_folder
from symheap.store.records import Json, State, StoreError

_STYLE = {State.FINISHED: "good", State.RUNNING: "good"}
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Listed:
    """A run in one line."""

    id: str
    started: str
    state: State
    status: int | None
    command: str
    target: str
    subjects: int
    results: int
    findings: int
    seconds: float

    def form(self) -> dict[str, Json]:
        names = ("id", "started", "status", "command", "target", "subjects", "results", "findings", "seconds")
        return {**{name: getattr(self, name) for name in names}, "state": self.state.value}


def listed(run: RunFile) -> Listed:
    header, standing, subjects = run.header, run.standing(), run.subjects()
    return Listed(
        header.id,
        header.started,
        standing.state,
        standing.status,
        header.command,
        header.target,
        len(subjects),
        sum(run.path_count(each.number) + run.item_count(each.number) for each in subjects),
        sum(len(each.document.get("findings", ())) for each in subjects if each.document is not None),
        round(standing.seconds, 3),
    )


def list_runs(form: str) -> Status:
    """What is no run is told of, and left alone."""
    folder = runs_folder(os.environ)
    found: list[Listed] = []
    for run in readable(folder):
        if isinstance(run, StoreError):
            complain(f"symheap: note: {run}")
        else:
            found.append(listed(run))
    found.sort(key=lambda each: (each.started, each.id), reverse=True)
    if form == "json":
        sys.stdout.write(
            json.text({"schema": json.SCHEMA, "folder": str(folder), "runs": [each.form() for each in found]})
        )
    elif found:
        sys.stdout.write(_table(found))
    else:
        complain(f"symheap: no runs in {folder}")
    return Status.CLEAN


def _table(found: Sequence[Listed]) -> str:
    paint = painter(sys.stdout)
    rows = [("run", "started", "state", "command", "what", "target"), *map(_row, found)]
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    lines = []
    for number, row in enumerate(rows):
        cells = [cell.ljust(wide) for cell, wide in zip(row, widths, strict=False)]
        if number:
            cells[2] = paint(cells[2], _STYLE.get(found[number - 1].state, "open"))
        line = "  ".join((*cells, row[5]))
        lines.append(line if number else paint(line, "faint"))
    return "\n".join(lines) + "\n"


def _row(run: Listed) -> tuple[str, ...]:
    started = datetime.fromisoformat(run.started).astimezone().strftime("%Y-%m-%d %H:%M")
    what = counted(run.results, "result") + (f", {counted(run.findings, 'finding')}" if run.findings else "")
    target = printable(run.target)
    shown = target if len(target) <= _LONGEST else f"{target[: _LONGEST // 2]}…{target[-_LONGEST // 2 :]}"
    return (run.id, started, run.state.value, run.command, what, shown)


def forget_runs(names: Sequence[str]) -> Status:
    """All of them, or none if one is not there or is going on."""
    folder = runs_folder(os.environ)
    for file in [find(folder, name) for name in names]:
        forget(file)
        complain(f"symheap: removed {file.stem}")
    return Status.CLEAN
