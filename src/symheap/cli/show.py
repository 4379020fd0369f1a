"""``symheap show``: a run that is kept, as a page, as text, or as JSON."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

from symheap.cli.status import Status
from symheap.cli.terminal import Progress, complain
from symheap.cli.terminal import output as open_output
from symheap.page.model import page_model
from symheap.page.render import page
from symheap.report import json
from symheap.report.labels import printable
from symheap.store.file import RunFile
from symheap.store.folder import find, runs_folder


def show(name: str, form: str, output: Path | None) -> Status:
    file = find(runs_folder(os.environ), name)
    with RunFile.read(file) as run, Progress(lambda: f"symheap: reading {file.stem}") as progress:
        content = _CONTENT[form](run)
        if form == "html" and output is None:
            output = file.with_suffix(".html")
            is_opened = sys.stdout.isatty()
        else:
            is_opened = False
        with open_output(str(output) if output is not None else None, progress) as out:
            out.write(content)
    if is_opened and output is not None:
        webbrowser.open(output.resolve().as_uri())
    if form == "html" and output is not None:
        complain(f"symheap: wrote {output}")
    return Status.CLEAN


def _html(run: RunFile) -> str:
    return page(page_model(run))


def _json(run: RunFile) -> str:
    return json.text(page_model(run, drawings=False))


def _text(run: RunFile) -> str:
    """What was printed, subject by subject."""
    parts: list[str] = []
    for subject in run.subjects():
        parts.append(f"=== {subject.target}\n")
        parts += [f"{path.text}\n" for path in run.paths(subject.number)]
        parts.append(subject.text)
    state = run.standing().state.value
    return printable("".join(parts), newlines=True) + f"run {run.header.id}: {state}\n"


_CONTENT = {"html": _html, "json": _json, "text": _text}
