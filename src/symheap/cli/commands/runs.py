"""``symheap runs``: list and remove stored runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from symheap.cli.terminal.streams import complain, painter
from symheap.core.theories.near import did_you_mean
from symheap.report.draw.labels import printable
from symheap.report.formats import json
from symheap.report.words import counted
from symheap.session.status import Status, WrongUse
from symheap.store.choosing import Choice, NoMoment, moment
from symheap.store.folder import find, forget, readable, runs_folder
from symheap.store.listing import Listed, listed
from symheap.store.records import Json, RunState, StoreError

COMMANDS: Final = ("explore", "test", "prove", "bench")
"""The commands whose runs are stored."""

_LONGEST = 60
_ELSEWHERE = "made in other folders:"


def chosen(text: str, here: bool, command: str | None, state: str | None, since: str | None) -> Choice:
    """Return the filter that the options describe.

    Raises `WrongUse` for an unknown command or state, or a malformed time.
    """
    _check("--command", command, COMMANDS)
    _check("--state", state, [each.value for each in RunState])
    try:
        begin = None if since is None else moment(since, datetime.now(UTC))
    except NoMoment:
        raise WrongUse(f"--since: {since!r} is neither an age such as 30m, 3h, 2d or 1w nor a date") from None
    return Choice(Path.cwd(), text, here, command, state, begin)


def _check(option: str, given: str | None, known: Sequence[str]) -> None:
    if given is not None and given not in known:
        near = did_you_mean(given, known)
        raise WrongUse(f"{option}: there is no {given!r}{near or ';'} there are {', '.join(known)}")


def list_runs(form: str, choice: Choice, *, quiet: bool = False) -> Status:
    """List the chosen runs: those of this folder first, each part newest first.

    A file that is not a run is reported and left alone.
    """
    folder = runs_folder(os.environ)
    runs: list[Listed] = []
    for run in readable(folder):
        try:
            if isinstance(run, StoreError):
                raise run
            if choice.has(each := listed(run)):
                runs.append(each)
        except StoreError as error:
            complain(f"symheap: note: {error}")
    runs.sort(key=lambda each: (choice.is_here(each), each.started, each.id), reverse=True)
    if form == "json":
        sys.stdout.write(
            json.text({"schema": json.SCHEMA, "folder": str(folder), "runs": [_form(each, choice) for each in runs]})
        )
    elif quiet:
        sys.stdout.write("".join(f"{each.id}\n" for each in runs))
    elif runs:
        sys.stdout.write(_table(runs, sum(map(choice.is_here, runs))))
    else:
        complain(f"symheap: note: no {'such ' if choice != Choice(choice.folder) else ''}runs in {folder}")
    return Status.CLEAN


def _form(run: Listed, choice: Choice) -> dict[str, Json]:
    return {**run.form(), "here": choice.is_here(run)}


def _table(found: Sequence[Listed], here: int) -> str:
    """Return a table with one line per run; a separating line precedes the runs of other folders."""
    paint = painter(sys.stdout)
    rows = [("run", "started", "state", "command", "what", "target"), *map(_row, found)]
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    lines = []
    for number, row in enumerate(rows):
        cells = [cell.ljust(wide) for cell, wide in zip(row, widths, strict=False)]
        if number:
            cells[2] = paint(cells[2], _style(found[number - 1]))
        line = "  ".join((*cells, row[5]))
        lines += [paint(_ELSEWHERE, "faint")] if 0 < here == number - 1 else []
        lines.append(line if number else paint(line, "faint"))
    return "\n".join(lines) + "\n"


def _style(run: Listed) -> str:
    """Return the style of a run: green if it is decided or still running."""
    return "good" if run.complete or run.state is RunState.RUNNING else "open"


def _row(run: Listed) -> tuple[str, ...]:
    started = datetime.fromisoformat(run.started).astimezone().strftime("%Y-%m-%d %H:%M")
    what = counted(run.results, "result") + (f", {counted(run.findings, 'finding')}" if run.findings else "")
    if run.state is RunState.FINISHED and not run.complete:
        what += ", not complete"
    target = printable(run.target)
    shown = target if len(target) <= _LONGEST else f"{target[: _LONGEST // 2]}…{target[-_LONGEST // 2 :]}"
    return (run.id, started, run.state.value, run.command, what, shown)


def forget_runs(names: Sequence[str]) -> Status:
    """Remove all of these runs, or none if one does not exist."""
    folder = runs_folder(os.environ)
    for file in [find(folder, name) for name in names]:
        forget(file)
        complain(f"symheap: removed {file.stem}")
    return Status.CLEAN
