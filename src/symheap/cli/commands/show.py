"""``symheap show``: show a stored run as a page, as text, or as JSON."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

from symheap.cli.terminal.streams import Progress
from symheap.cli.terminal.streams import output as open_output
from symheap.page.model import page_model
from symheap.page.render import page
from symheap.report.draw.labels import printable
from symheap.report.explore.derived import kept_paths
from symheap.report.formats import json
from symheap.session.status import Status
from symheap.store.file import RunFile
from symheap.store.folder import find, runs_folder


def show(name: str, form: str, output: Path | None) -> Status:
    file = find(runs_folder(os.environ), name)
    with RunFile.read(file) as run, Progress(lambda: f"symheap: reading {file.stem}") as progress:
        content = _CONTENT[form](run)
        beside = file.with_suffix(".html") if form == "html" and output is None else None
        chosen = beside or output
        with open_output(None if chosen is None else str(chosen), progress) as out:
            out.write(content)
    if beside is not None:
        sys.stdout.write(f"{beside}\n")
        if sys.stdout.isatty():
            webbrowser.open(beside.resolve().as_uri())
    return Status.CLEAN


def _html(run: RunFile) -> str:
    return page(page_model(run))


def _json(run: RunFile) -> str:
    return json.text(page_model(run, drawings=False))


def _text(run: RunFile) -> str:
    """Return the printed report, subject by subject."""
    parts: list[str] = []
    for subject in run.subjects():
        parts.append(f"=== {subject.target}\n")
        parts += [f"{path.text}\n" for path in kept_paths(run, subject.number)]
        parts.append(subject.text)
    state = run.standing().state.value
    return printable("".join(parts), newlines=True) + f"run {run.header.id}: {state}\n"


_CONTENT = {"html": _html, "json": _json, "text": _text}
