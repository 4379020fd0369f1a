"""One run as an SQLite file.

Law: what `add_…` has returned from is in the file, whatever ends this process: a result is written before it is shown.
A disk that is full ends in `StoreError`; the file then holds all results but the last.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from symheap.store.records import Document, Header, Json, KeptPath, KeptSubject, Source, Standing, State, StoreError
from symheap.store.schema import APPLICATION, FORMAT, TABLES

_WAIT: Final = 10.0
_PATH_COLUMNS: Final = (
    "number, place, key, end, confirmed, document, conditions, style, ending, text, input, final, test"
)


class RunFile:
    """An open run.  One process at a time may write; any number may read meanwhile."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[bytes] | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._before = 0.0
        self._began = time.perf_counter()
        self.header = self._read_header()

    # Opening ----------------------------------------------------------------------------------------------------------

    @staticmethod
    def create(path: Path, header: Header) -> RunFile:
        """A new run that this process works on.  Raises `StoreError` where it cannot be kept."""
        with _explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = _locked(path)
            with open(path, "xb"):
                pass
            connection = _connected(path)
            connection.execute(f"PRAGMA application_id={APPLICATION}")
            connection.execute(f"PRAGMA user_version={FORMAT}")
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                for statement in TABLES.split(";\n"):
                    connection.execute(statement)
                _put(connection, "header", asdict(header))
                _put(connection, "standing", _standing(Standing(State.RUNNING, process=os.getpid())))
        return RunFile(path, connection, lock)

    @staticmethod
    def open(path: Path) -> RunFile:
        """A run to go on with.  Raises `StoreError` if another process is at it."""
        with _explained(path):
            lock = _locked(path)
            run = RunFile(path, _connected(_existing(path)), lock)
        run._before = run.standing().seconds
        run.stand(State.RUNNING)
        return run

    @staticmethod
    def read(path: Path) -> RunFile:
        """A run to look at."""
        with _explained(path):
            return RunFile(path, _connected(_existing(path), read_only=True), None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """A run that was worked on and that nobody said the end of has failed."""
        if self._lock is not None:
            with suppress(StoreError):
                if self.standing().state is State.RUNNING:
                    self.stand(State.FAILED)
        self._connection.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # The run ----------------------------------------------------------------------------------------------------------

    def standing(self) -> Standing:
        """How it stands.  A run that nobody is at is not running, whatever its file says."""
        form = self._fact("standing")
        found = Standing(State(str(form["state"])), form["status"], form["seconds"], form["process"])
        if found.state is State.RUNNING and self._lock is None and not is_locked(self.path):
            return replace(found, state=State.BROKEN_OFF, process=None)
        return found

    def stand(self, state: State, status: int | None = None) -> None:
        process = os.getpid() if state is State.RUNNING else None
        seconds = self._before + time.perf_counter() - self._began
        self._write(lambda: _put(self._connection, "standing", _standing(Standing(state, status, seconds, process))))

    def note(self, name: str, document: Mapping[str, Json]) -> None:
        """A fact about the run as a whole; the last one of a name counts."""
        self._write(lambda: _put(self._connection, name, document))

    def noted(self, name: str) -> Document | None:
        row = self._connection.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    def add_source(self, source: Source) -> None:
        row = (source.file, _storable(source.text))
        self._write(lambda: self._connection.execute("INSERT OR REPLACE INTO source VALUES (?, ?)", row))

    def sources(self) -> tuple[Source, ...]:
        rows = self._connection.execute("SELECT file, text FROM source ORDER BY file")
        return tuple(Source(*row) for row in rows)

    # Subjects ---------------------------------------------------------------------------------------------------------

    def subject(self, target: str, kind: str) -> KeptSubject:
        """The one of that name, which is added if it is not there."""
        found = next((each for each in self.subjects() if (each.target, each.kind) == (target, kind)), None)
        if found is not None:
            return found
        row = (_storable(target), kind)
        self._write(lambda: self._connection.execute("INSERT INTO subject (target, kind) VALUES (?, ?)", row))
        return self.subjects()[-1]

    def subjects(self) -> list[KeptSubject]:
        rows = self._connection.execute(
            "SELECT number, target, kind, document, progress, text FROM subject ORDER BY number"
        )
        return [
            KeptSubject(number, target, kind, _loaded(document), json.loads(progress), text)
            for number, target, kind, document, progress, text in rows
        ]

    def end_subject(self, number: int, document: Mapping[str, Json], text: str = "") -> None:
        row = (_dumped(document), _storable(text), number)
        statement = "UPDATE subject SET document = ?, text = ? WHERE number = ?"
        self._write(lambda: self._connection.execute(statement, row))

    def reopen_subject(self, number: int) -> None:
        """What it came to is no more its end."""
        self._write(lambda: self._connection.execute("UPDATE subject SET document = NULL WHERE number = ?", (number,)))

    # Results ----------------------------------------------------------------------------------------------------------

    def add_path(self, subject: int, path: KeptPath, progress: Mapping[str, Json] | None = None) -> None:
        """A path, and how far its subject has come with it: both, or neither."""
        row = (subject, *_row_of(path))

        def write() -> None:
            self._connection.execute(f"INSERT INTO path VALUES ({', '.join('?' * len(row))})", row)
            if progress is not None:
                statement = "UPDATE subject SET progress = ? WHERE number = ?"
                self._connection.execute(statement, (_dumped(progress), subject))

        self._write(write)

    def add_test(self, subject: int, number: int, test: Mapping[str, Json]) -> None:
        row = (_dumped(test), subject, number)
        statement = "UPDATE path SET test = ? WHERE subject = ? AND number = ?"
        self._write(lambda: self._connection.execute(statement, row))

    def paths(self, subject: int, since: int = 0) -> Iterator[KeptPath]:
        """Those from number `since` on, in the order of finding."""
        statement = f"SELECT {_PATH_COLUMNS} FROM path WHERE subject = ? AND number >= ? ORDER BY number"
        return map(_path_of, self._connection.execute(statement, (subject, since)))

    def path_count(self, subject: int) -> int:
        [[count]] = self._connection.execute("SELECT count(*) FROM path WHERE subject = ?", (subject,))
        return int(count)

    def item_count(self, subject: int) -> int:
        [[count]] = self._connection.execute("SELECT count(*) FROM item WHERE subject = ?", (subject,))
        return int(count)

    def add_item(self, subject: int, kind: str, key: str, document: Mapping[str, Json]) -> None:
        """A result that is no path: a round of a proof, a row of a study.  The last of a key counts."""
        row = (subject, kind, _storable(key), _dumped(document))
        statement = "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?)"
        self._write(lambda: self._connection.execute(statement, row))

    def items(self, subject: int, kind: str) -> dict[str, Document]:
        """By key, in the order of keys."""
        statement = "SELECT key, document FROM item WHERE subject = ? AND kind = ? ORDER BY key"
        rows = self._connection.execute(statement, (subject, kind))
        return {key: json.loads(document) for key, document in rows}

    # Below ------------------------------------------------------------------------------------------------------------

    def _write(self, work: Callable[[], object]) -> None:
        with _explained(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            work()

    def _fact(self, name: str) -> Document:
        found = self.noted(name)
        if found is None:
            raise StoreError(f"{self.path}: this is not the file of a run")
        return found

    def _read_header(self) -> Header:
        with _explained(self.path):
            [[application]] = self._connection.execute("PRAGMA application_id")
            [[version]] = self._connection.execute("PRAGMA user_version")
            if application != APPLICATION:
                raise StoreError(f"{self.path}: this is not the file of a run")
            if version != FORMAT:
                raise StoreError(f"{self.path}: written by another version of symheap (format {version})")
            form = self._fact("header")
        return Header(**{**form, "arguments": tuple(form["arguments"])})


def _connected(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """WAL: readers and the writer do not wait for each other, and a commit is one write to the end of a file."""
    connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    if read_only:
        connection.execute("PRAGMA query_only=ON")
    else:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise StoreError(f"{path}: there is no such run")
    return path


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise StoreError(f"{path}: {reason}") from error


# Who is at it ---------------------------------------------------------------------------------------------------------


def _lock_file(path: Path) -> Path:
    return path.with_suffix(".lock")


def _locked(path: Path) -> IO[bytes]:
    """Ends with the process.  It is a file of its own: closing the database's would drop the locks of SQLite."""
    stream = open(_lock_file(path), "ab")  # noqa: SIM115 - closed with the run
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        stream.close()
        raise StoreError(f"{path}: another process is at this run") from error
    return stream


def is_locked(path: Path) -> bool:
    try:
        with open(_lock_file(path), "rb") as stream:
            fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


# Rows -----------------------------------------------------------------------------------------------------------------


def _storable(text: str) -> str:
    """Names may hold halves of surrogate pairs, which no file can."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _dumped(document: object) -> str:
    return json.dumps(document, separators=(",", ":"))


def _loaded(text: str | None) -> Document | None:
    return None if text is None else json.loads(text)


def _put(connection: sqlite3.Connection, name: str, document: Mapping[str, Any]) -> None:
    connection.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, _dumped(document)))


def _standing(standing: Standing) -> dict[str, Any]:
    return {**asdict(standing), "state": standing.state.value}


def _row_of(path: KeptPath) -> tuple[Any, ...]:
    optional = (None if each is None else _dumped(each) for each in (path.input, path.final, path.test))
    return (
        path.number,
        path.place,
        _dumped(path.key),
        _dumped(path.end),
        path.confirmed,
        _dumped(path.document),
        _dumped(path.conditions),
        path.style,
        _storable(path.ending),
        _storable(path.text),
        *optional,
    )


def _path_of(row: tuple[Any, ...]) -> KeptPath:
    number, place, key, end, confirmed, document, conditions, style, ending, text, *optional = row
    return KeptPath(
        number,
        place,
        tuple(json.loads(key)),
        json.loads(end),
        bool(confirmed),
        json.loads(document),
        tuple(json.loads(conditions)),
        style,
        ending,
        text,
        *map(_loaded, optional),
    )
