"""The files of a study, and its report for the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from symheap.bench.report import tables, text
from symheap.bench.report.document import document
from symheap.bench.report.html import page
from symheap.bench.row import Row
from symheap.bench.study import Study
from symheap.bench.sums import BrokenLaw, Sums, add_up
from symheap.report.formats import json
from symheap.store.records import Json


@dataclass(frozen=True, slots=True)
class Written:
    """The report in the requested form and in plain form, with the data behind it.

    `document` holds the totals without the rows.  `failed` has one error for each file that could not be written, with
    the name of the file.
    """

    report: str
    plain: str
    sums: Sums
    document: dict[str, Json]
    failed: tuple[OSError, ...] = ()


def write(
    study: Study,
    rows: Iterable[Row],
    folder: Path,
    settings: Mapping[str, str],
    form: text.TextStyle = text.TextStyle(),  # noqa: B008 - frozen
) -> Written:
    """Write methods.csv, classes.csv, study.json and study.html into `folder`; return the report in the given form.

    Each file is either replaced as a whole or unchanged, independently of the others.
    """
    sums = add_up(study, rows)
    whole = document(sums, settings)
    contents = {
        "methods.csv": tables.methods(sums),
        "classes.csv": tables.classes(sums),
        "study.json": json.text(whole),
        "study.html": page(sums, settings),
    }
    failed = (_replaced(folder / name, content) for name, content in contents.items())
    brief = {name: value for name, value in whole.items() if name not in ("classes", "methods")}
    return Written(
        text.report(sums, form),
        text.report(sums),
        sums,
        {**brief, "findings": [_finding(each) for each in sums.broken]},
        tuple(error for error in failed if error is not None),
    )


def _finding(broken: BrokenLaw) -> Json:
    return {"kind": broken.law, "message": broken.numbers, "place": broken.method}


def replace_file(file: Path, content: bytes) -> None:
    """Replace the content of `file` as a whole, or leave it unchanged and raise an OSError that names it."""
    new = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with open(new, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(new, file)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(file)) from error
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _replaced(file: Path, content: str) -> OSError | None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, content.encode("utf-8"))
    except OSError as error:
        return error
    return None
