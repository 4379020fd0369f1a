"""The files of a study, and its text for the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from symheap.bench import tables, text
from symheap.bench.document import document
from symheap.bench.html import page
from symheap.bench.row import Row
from symheap.bench.study import Study
from symheap.bench.sums import add_up
from symheap.report import json


def write(
    study: Study,
    rows: Iterable[Row],
    folder: Path,
    settings: Mapping[str, str],
    form: text.Form = text.Form(),  # noqa: B008 - frozen
) -> str:
    """Writes methods.csv, classes.csv, study.json and study.html into `folder`; returns the report, in the given form.

    Each file is there as a whole or as it was before.  Raises OSError where one cannot be written.
    """
    sums = add_up(study, rows)
    folder.mkdir(parents=True, exist_ok=True)
    _replace(folder / "methods.csv", tables.methods(sums))
    _replace(folder / "classes.csv", tables.classes(sums))
    _replace(folder / "study.json", json.text(document(sums, settings)))
    _replace(folder / "study.html", page(sums, settings))
    return text.report(sums, form)


def _replace(file: Path, content: str) -> None:
    new = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with open(new, "w", encoding="utf-8", newline="") as stream:
            stream.write(content)
        os.replace(new, file)
    finally:
        new.unlink(missing_ok=True)
