"""The results of a study so far: a run file in its folder, to which each row is added when its method is done.

However the process ends, all rows that it had finished adding are in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from symheap.bench.row import Cost, Replay, Row, RowOutcome, Tests
from symheap.store import records
from symheap.store.file import RunFile
from symheap.store.folder import new_id
from symheap.store.records import Busy, Json, StoreError

NAME: Final = "study.run"
ASIDE: Final = "study.old.run"
COMMAND: Final = "bench"
KIND: Final = "study"
ROW, PAGE = "row", "page"
_LEFT_BEHIND: Final = ("study.lock", "study.new")
"""Files that remain if a process ends before its journal is complete."""
_TEXT_JOURNAL: Final = "journal.jsonl"
_ITS_BEGINNING: Final = b'{"journal":'

Key = tuple[str, str]
Setting = str | int | float | bool | None


class JournalRefused(Exception):
    """The folder cannot be written to.  The message is one line with the reason and the remedy."""


@dataclass(frozen=True, slots=True)
class StudyHeader:
    """The settings that the rows of a journal depend on.  Rows with another header belong to another study."""

    study: str
    settings: Mapping[str, Setting]
    versions: Mapping[str, str]

    def facts(self) -> dict[str, Setting]:
        return {"study": self.study, **self.settings, **self.versions}

    def differences(self, other: StudyHeader) -> tuple[str, ...]:
        mine, theirs = self.facts(), other.facts()
        names = dict.fromkeys((*theirs, *mine))
        return tuple(
            f"{name} was {_shown(theirs.get(name))}, now {_shown(mine.get(name))}"
            for name in names
            if mine.get(name) != theirs.get(name)
        )


def _shown(value: Setting) -> str:
    return "not set" if value is None else str(value)


class StudyJournal:
    """An open journal.  `rows` holds its content; the last of several rows for one method and model counts."""

    def __init__(self, file: RunFile, study: str) -> None:
        self.file = file
        self._subject = file.subject(study, KIND).number
        kept = file.items(self._subject, ROW)
        self.rows = _rows(file.path, kept)
        self._made = max((form[_MADE] for form in kept.values()), default=0)

    def add(self, row: Row) -> None:
        """Add a row and return when it is in the file.  If this raises `StoreError`, the journal is unchanged."""
        form: dict[str, Json] = {**row_form(row), _MADE: self._made + 1}
        self.file.add_item(self._subject, ROW, f"{row.heap} {row.method}", form)
        self._made += 1
        self.rows[row.method, row.heap] = row

    def show(self, page: Mapping[str, Json]) -> None:
        """Store the page of the current rows."""
        self.file.add_item(self._subject, PAGE, "", page)

    def begin(self) -> None:
        """Invalidate the stored totals."""
        self.file.reopen_subject(self._subject)

    def end(self, document: Mapping[str, Json], report: str) -> None:
        self.file.end_subject(self._subject, document, report)


@contextmanager
def open_journal(
    folder: Path,
    header: StudyHeader,
    *,
    fresh: bool = False,
    asked: records.Header | None = None,
    resumed: RunFile | None = None,
) -> Iterator[StudyJournal]:
    """Open the journal of `folder`, or create it.

    `asked` holds the command line and its folder.  `resumed` is a journal that is already open.  Raises
    `JournalRefused` if the folder holds other files, or a journal with another header.  `fresh` starts a new journal;
    the old one is renamed, which replaces an older one.  The holder of the lock owns the journal, even if the file is
    renamed.
    """
    _check_folder(folder, fresh=fresh)
    now = asked or records.Header(new_id(header.study, datetime.now(UTC)), COMMAND, "", (), "", "")
    stored = replace(now, settings={"study": header.study, **header.settings}, versions=header.versions)
    try:
        if resumed is not None:
            file = _continued(resumed, folder, header)
        elif fresh or not (folder / NAME).exists():
            file = _new(folder, stored)
        else:
            file = _again(folder, header, stored)
    except Busy as error:
        raise JournalRefused(f"another process is writing to {folder}") from error
    except StoreError as error:
        raise JournalRefused(str(error)) from error
    with file if resumed is None else nullcontext():
        yield StudyJournal(file, header.study)


def _check_folder(folder: Path, *, fresh: bool) -> None:
    if (folder / NAME).exists() or not folder.exists():
        return
    others = [each for each in folder.iterdir() if each.name not in _LEFT_BEHIND]
    text = folder / _TEXT_JOURNAL
    if text.is_file() and text.read_bytes().startswith(_ITS_BEGINNING):
        if not fresh:
            raise JournalRefused(
                f"{text} is from an earlier version, whose results are not read; start again with --fresh, or name "
                "another folder with -o"
            )
    elif others:
        raise JournalRefused(f"{folder} holds files that are not those of a study; name another folder with -o")


def _new(folder: Path, stored: records.Header) -> RunFile:
    file = folder / NAME
    if file.exists():
        _header_of_file(file)
    return RunFile.create(file, stored, aside=folder / ASIDE)


def _again(folder: Path, header: StudyHeader, stored: records.Header) -> RunFile:
    """Open the journal for the same study.  Nothing is written before the header was compared."""
    before = _header_of_file(folder / NAME)
    _check_same(folder, header, before)
    file = RunFile.open(folder / NAME)
    file.ask_anew(replace(stored, id=before.id, started=before.started))
    return file


def _continued(resumed: RunFile, folder: Path, header: StudyHeader) -> RunFile:
    if resumed.path != (folder / NAME).resolve():
        raise JournalRefused(f"run {resumed.header.id} is that of {resumed.path.parent}, not of {folder}")
    _check_same(folder, header, resumed.header)
    return resumed


def _header_of_file(file: Path) -> records.Header:
    try:
        with RunFile.read(file) as before:
            header = before.header
    except StoreError as error:
        raise JournalRefused(f"{error}; name another folder with -o") from error
    if header.command != COMMAND:
        raise JournalRefused(f"{file} is not the file of a study; name another folder with -o")
    return header


def _check_same(folder: Path, header: StudyHeader, before: records.Header) -> None:
    settings: dict[str, Any] = dict(before.settings)
    different = header.differences(StudyHeader(settings.pop("study", ""), settings, before.versions))
    if different:
        raise JournalRefused(
            f"{folder} has results with other settings: {'; '.join(different)}; start again with --fresh, or name "
            "another folder with -o"
        )


# Rows -----------------------------------------------------------------------------------------------------------------

_MADE: Final = "made"
"""Sequence number of the row; rows are read in this order."""


def _rows(file: Path, kept: Mapping[str, dict[str, Any]]) -> dict[Key, Row]:
    rows: dict[Key, Row] = {}
    try:
        for form in sorted(kept.values(), key=lambda form: int(form[_MADE])):
            row = row_of({name: value for name, value in form.items() if name != _MADE})
            rows[row.method, row.heap] = row
    except (ValueError, KeyError, TypeError) as error:
        raise JournalRefused(f"{file} has a row that does not belong to a study; start again with --fresh") from error
    return rows


def row_form(row: Row) -> dict[str, Json]:
    """Return a row in its JSON form."""
    return {**asdict(row), "outcome": row.outcome.value}


def row_of(form: dict[str, Any]) -> Row:
    """Return the row of a JSON form: the inverse of `row_form`."""
    tests = None if form.get("tests") is None else _tests_of(form["tests"])
    return Row(**{**form, "outcome": RowOutcome(form["outcome"]), "cost": Cost(**form["cost"]), "tests": tests})


def _tests_of(form: dict[str, Any]) -> Tests:
    replay = None if form.get("replay") is None else Replay(**form["replay"])
    return Tests(**{**form, "replay": replay})
