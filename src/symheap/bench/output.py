"""The files of a study, and its text for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from symheap.bench import tables, text
from symheap.bench.document import document
from symheap.bench.html import page
from symheap.bench.journal import replace_file
from symheap.bench.row import Row
from symheap.bench.study import Study
from symheap.bench.sums import add_up
from symheap.report import json


@dataclass(frozen=True, slots=True)
class Written:
    """The report, and what kept files from being written: an error for each, which names it."""

    report: str
    failed: tuple[OSError, ...] = ()


def write(
    study: Study,
    rows: Iterable[Row],
    folder: Path,
    settings: Mapping[str, str],
    form: text.Form = text.Form(),  # noqa: B008 - frozen
) -> Written:
    """Writes methods.csv, classes.csv, study.json and study.html into `folder`; returns the report, in the given form.

    Each file is there as a whole or as it was before, and none depends on another.
    """
    sums = add_up(study, rows)
    contents = {
        "methods.csv": tables.methods(sums),
        "classes.csv": tables.classes(sums),
        "study.json": json.text(document(sums, settings)),
        "study.html": page(sums, settings),
    }
    failed = (_replaced(folder / name, content) for name, content in contents.items())
    return Written(text.report(sums, form), tuple(error for error in failed if error is not None))


def _replaced(file: Path, content: str) -> OSError | None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, content.encode("utf-8"))
    except OSError as error:
        return error
    return None
