"""What a study has found so far, in a file that only grows: a line a row, and nothing that was written is lost.

The first line says what the rows depend on.  Whatever ends the writing process, at most the line that it was writing is
lost; the next one begins after the last whole line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from io import FileIO
from pathlib import Path
from typing import Any

from symheap.bench.row import Cost, Outcome, Row

NAME = "journal.jsonl"
FORMAT = 1
_BEGINNING = b'{"journal":'

Key = tuple[str, str]
Setting = str | int | float | bool | None


class Refused(Exception):
    """The folder is not one to write to: one line that says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the rows of a journal depend on: rows under another header are of another study."""

    study: str
    settings: Mapping[str, Setting]
    versions: Mapping[str, str]

    def facts(self) -> dict[str, Setting]:
        return {"study": self.study, **self.settings, **self.versions}

    def differences(self, other: Header) -> tuple[str, ...]:
        mine, theirs = self.facts(), other.facts()
        names = dict.fromkeys((*theirs, *mine))
        return tuple(
            f"{name} was {_shown(theirs.get(name))}, now {_shown(mine.get(name))}"
            for name in names
            if mine.get(name) != theirs.get(name)
        )


def _shown(value: Setting) -> str:
    return "not set" if value is None else str(value)


class Journal:
    """An open journal.  `rows` has what it holds; of several lines for one method and model the last counts."""

    def __init__(self, stream: FileIO, rows: dict[Key, Row]) -> None:
        self._stream = stream
        self.rows = rows

    def add(self, row: Row) -> None:
        """Returns when the row is on the disk.  Raises OSError where it cannot be; then the journal is as it was."""
        _append(self._stream, row_form(row))
        self.rows[row.method, row.heap] = row


@contextmanager
def open_journal(folder: Path, header: Header, *, fresh: bool = False) -> Iterator[Journal]:
    """The journal of `folder`, which is made if it is not there.

    Raises `Refused` if the folder holds other things, or a journal with another header.  `fresh` begins a new journal;
    the old one is kept beside it until that happens again.  The file itself is never another one: who has its lock has
    the journal, whatever becomes of its content.
    """
    file = folder / NAME
    if not file.exists() and folder.exists() and any(folder.iterdir()):
        raise Refused(f"{folder} holds files that are not those of a study; name another folder with -o")
    folder.mkdir(parents=True, exist_ok=True)
    with FileIO(file, "a+") as stream:
        _lock(stream, folder)
        if fresh:
            _set_aside(stream, file)
        yield Journal(stream, _resumed(stream, file, header))


def read_journal(file: Path) -> tuple[Header | None, dict[Key, Row], int]:
    """The header, the rows, and how many bytes of the file are whole lines.  Raises `Refused` if it is no journal."""
    content = file.read_bytes()
    _check_beginning(file, content)
    whole = content.rfind(b"\n") + 1
    header: Header | None = None
    rows: dict[Key, Row] = {}
    for number, line in enumerate(content[:whole].splitlines(), 1):
        try:
            form = json.loads(line)
            if header is None:
                header = _header_of(form)
                continue
            row = row_of(form)
        except (ValueError, KeyError, TypeError) as error:
            raise Refused(f"{file}:{number}: not a line of such a journal; begin anew with --fresh") from error
        rows[row.method, row.heap] = row
    return header, rows, whole


def _check_beginning(file: Path, content: bytes) -> None:
    """A journal that was ended while its first line was written is one, too."""
    if not content.startswith(_BEGINNING[: len(content)]):
        raise Refused(f"{file} is not a journal of a study; name another folder with -o")


def _set_aside(stream: FileIO, file: Path) -> None:
    """Empties the journal, once its content is on the disk in another file."""
    content = file.read_bytes()
    _check_beginning(file, content)
    if content:
        replace_file(file.with_suffix(".old.jsonl"), content)
    stream.truncate(0)


def replace_file(file: Path, content: bytes) -> None:
    """`file` has the content as a whole, or is as it was before; the OSError that says so names it."""
    new = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with open(new, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(new, file)
    except OSError as error:
        raise _of(error, file) from error
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _of(error: OSError, file: Path) -> OSError:
    return OSError(error.errno, error.strerror or str(error), str(file))


def _resumed(stream: FileIO, file: Path, header: Header) -> dict[Key, Row]:
    before, rows, whole = read_journal(file)
    stream.truncate(whole)
    if before is None:
        _append(stream, _header_form(header))
        return {}
    different = header.differences(before)
    if different:
        raise Refused(
            f"{file.parent} has results with other settings: {'; '.join(different)}; begin anew with --fresh, or name "
            "another folder with -o"
        )
    return rows


def _append(stream: FileIO, form: Mapping[str, object]) -> None:
    """The whole line, or nothing of it."""
    before = os.fstat(stream.fileno()).st_size
    left = memoryview(json.dumps(form, separators=(",", ":")).encode("ascii") + b"\n")
    try:
        while left:
            left = left[stream.write(left) :]
        os.fsync(stream.fileno())
    except OSError as error:
        with suppress(OSError):
            stream.truncate(before)
        raise _of(error, Path(os.fsdecode(stream.name))) from error


def _lock(stream: FileIO, folder: Path) -> None:
    """One process at a time; the system forgets a lock when its holder ends, however that comes about."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Refused(f"another process is writing to {folder}") from error


# Lines ----------------------------------------------------------------------------------------------------------------


def _header_form(header: Header) -> dict[str, object]:
    return {
        "journal": FORMAT,
        "study": header.study,
        "settings": dict(header.settings),
        "versions": dict(header.versions),
    }


def _header_of(form: dict[str, Any]) -> Header:
    if form["journal"] != FORMAT:
        raise ValueError("another format")
    return Header(form["study"], dict(form["settings"]), dict(form["versions"]))


def row_form(row: Row) -> dict[str, object]:
    """A row as JSON has it."""
    return {**asdict(row), "outcome": row.outcome.value}


def row_of(form: dict[str, Any]) -> Row:
    """The inverse of `row_form`."""
    return Row(**{**form, "outcome": Outcome(form["outcome"]), "cost": Cost(**form["cost"])})
