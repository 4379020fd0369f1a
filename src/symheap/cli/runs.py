"""``symheap runs``: what is kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import datetime

from symheap.cli.terminal import complain, painter
from symheap.report import json
from symheap.report.labels import printable
from symheap.report.text import counted
from symheap.session.status import Status
from symheap.store.folder import find, forget, readable, runs_folder
from symheap.store.listing import Listed, listed
from symheap.store.records import State, StoreError

_LONGEST = 60


def list_runs(form: str, *, quiet: bool = False) -> Status:
    """What is no run is told of, and left alone."""
    folder = runs_folder(os.environ)
    found: list[Listed] = []
    for run in readable(folder):
        try:
            if isinstance(run, StoreError):
                raise run
            found.append(listed(run))
        except StoreError as error:
            complain(f"symheap: note: {error}")
    found.sort(key=lambda each: (each.started, each.id), reverse=True)
    if form == "json":
        sys.stdout.write(
            json.text({"schema": json.SCHEMA, "folder": str(folder), "runs": [each.form() for each in found]})
        )
    elif quiet:
        sys.stdout.write("".join(f"{each.id}\n" for each in found))
    elif found:
        sys.stdout.write(_table(found))
    else:
        complain(f"symheap: note: no runs in {folder}")
    return Status.CLEAN


def _table(found: Sequence[Listed]) -> str:
    paint = painter(sys.stdout)
    rows = [("run", "started", "state", "command", "what", "target"), *map(_row, found)]
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    lines = []
    for number, row in enumerate(rows):
        cells = [cell.ljust(wide) for cell, wide in zip(row, widths, strict=False)]
        if number:
            cells[2] = paint(cells[2], _style(found[number - 1]))
        line = "  ".join((*cells, row[5]))
        lines.append(line if number else paint(line, "faint"))
    return "\n".join(lines) + "\n"


def _style(run: Listed) -> str:
    """Green is what is decided, or still going on."""
    return "good" if run.complete or run.state is State.RUNNING else "open"


def _row(run: Listed) -> tuple[str, ...]:
    started = datetime.fromisoformat(run.started).astimezone().strftime("%Y-%m-%d %H:%M")
    what = counted(run.results, "result") + (f", {counted(run.findings, 'finding')}" if run.findings else "")
    if run.state is State.FINISHED and not run.complete:
        what += ", not complete"
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
