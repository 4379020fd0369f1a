"""One run as an SQLite file.

Law: what `add_…` has returned from is in the file, whatever ends this process: a result is written before it is shown.
A disk that is full ends in `StoreError`; the file then holds all results but the last.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from symheap.store.locks import is_locked, locked
from symheap.store.migrations import create
from symheap.store.reading import (
    as_newest,
    connected_to_read,
    existing,
    header_of,
    migrate_file,
    standing_of,
    undamaged,
)
from symheap.store.records import (
    Document,
    Header,
    Json,
    KeptPath,
    KeptSubject,
    Source,
    Standing,
    State,
    StoreError,
    TextPath,
)
from symheap.store.rows import dumped, loaded, path_of, put, row_of, standing_form, storable
from symheap.store.schema import APPLICATION

_log: Final = logging.getLogger(__name__)

_WAIT: Final = 10.0
_PATH_COLUMNS: Final = (
    'number, place, key, "end", confirmed, document, conditions, style, ending, text, input, final, test'
)


class RunFile:
    """An open run.  One process at a time may write, from any of its threads; any number may read meanwhile."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[bytes] | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._writing = threading.Lock()
        self._deferred: list[Callable[[sqlite3.Connection], object]] = []
        self._found: Standing | None = None
        self._changes = 0
        self._before = 0.0
        self._began = time.perf_counter()
        try:
            self.header = self._read_header()
        except BaseException:
            connection.close()
            raise

    # Opening ----------------------------------------------------------------------------------------------------------

    @staticmethod
    def create(path: Path, header: Header, *, aside: Path | None = None) -> RunFile:
        """A new run that this process works on.  A file of that name is there with all that is in it, or not at all.

        A run that has the name goes `aside`.  Raises `StoreError` where the new one cannot be kept.
        """
        with _explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = locked(path)
            try:
                if path.exists() and aside is not None:
                    _set_aside(path, aside)
                _begin(path, header)
                _log.info("keeping the run in %s", path)
                return RunFile(path, _connected(path), lock)
            except BaseException:
                lock.close()
                raise

    @staticmethod
    def open(path: Path) -> RunFile:
        """Open a run to resume it; a file of an older format is migrated.

        Raises `StoreError` if another process is at it.
        """
        with _explained(path):
            path = existing(path)
            lock = locked(path)
            try:
                run = RunFile(path, _connected_to_write(path), lock)
            except BaseException:
                lock.close()
                raise
        _log.info("resuming the run in %s", path)
        run._found = run._said()
        run._before = run._found.seconds
        run.stand(State.RUNNING)
        run._changes = run._connection.total_changes
        return run

    @staticmethod
    def read(path: Path) -> RunFile:
        """Open a run to read it; the file is not changed, whatever its format."""
        with _explained(path):
            path = existing(path)
            connection = connected_to_read(path, _WAIT)
            try:
                return RunFile(path, as_newest(path, connection), None)
            except BaseException:
                connection.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """A run that was worked on and that nobody said the end of has failed; one that was left alone is as it was."""
        if self._lock is not None:
            with suppress(StoreError):
                if self._deferred:
                    self._write(lambda: None)
                if self._found is not None and self._connection.total_changes == self._changes:
                    found = standing_form(self._found)
                    self._write(lambda: put(self._connection, "standing", found))
                elif self.standing().state is State.RUNNING:
                    self.stand(State.FAILED)
        self._connection.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # The run ----------------------------------------------------------------------------------------------------------

    def standing(self) -> Standing:
        """How it stands.  A run that nobody is at is not running, whatever its file says.

        Who ends a run says so before the lock is let go: what the file says is read again after that.
        """
        found = self._said()
        if found.state is State.RUNNING and self._lock is None and not is_locked(self.path):
            found = self._said()
            if found.state is State.RUNNING:
                return replace(found, state=State.BROKEN_OFF, process=None)
        return found

    def _said(self) -> Standing:
        with undamaged(self.path):
            return standing_of(self._fact("standing"))

    def stand(self, state: State, status: int | None = None) -> None:
        process = os.getpid() if state is State.RUNNING else None
        seconds = self.spent()
        self._write(lambda: put(self._connection, "standing", standing_form(Standing(state, status, seconds, process))))

    @property
    def was_finished(self) -> bool:
        """Whether the command had come to its end when this process took the run over."""
        return self._found is not None and self._found.state is State.FINISHED

    def spent(self) -> float:
        """Seconds of work on it, now and before."""
        return self._before + time.perf_counter() - self._began

    def note(self, name: str, document: Mapping[str, Json]) -> None:
        """A fact about the run as a whole; the last one of a name counts."""
        self._write(lambda: put(self._connection, name, document))

    def noted(self, name: str) -> Document | None:
        with undamaged(self.path):
            row = self._connection.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
            return None if row is None else json.loads(row[0])

    def ask_anew(self, header: Header) -> None:
        """The same run, asked for in other words: by another command line, in another folder."""
        self._write(lambda: put(self._connection, "header", asdict(header)))
        self.header = header

    def add_source(self, source: Source) -> None:
        row = (storable(source.file), storable(source.text))
        self._write(lambda: self._connection.execute("INSERT OR REPLACE INTO source VALUES (?, ?)", row))

    def sources(self) -> tuple[Source, ...]:
        with undamaged(self.path):
            rows = self._connection.execute("SELECT file, text FROM source ORDER BY file")
            return tuple(Source(*row) for row in rows)

    # Subjects ---------------------------------------------------------------------------------------------------------

    def subject(self, target: str, kind: str) -> KeptSubject:
        """The one of that name, which is added if it is not there."""
        row = (storable(target), kind)
        found = self.subjects("target = ? AND kind = ?", row)
        if not found:
            self._write(lambda: self._connection.execute("INSERT INTO subject (target, kind) VALUES (?, ?)", row))
            found = self.subjects("target = ? AND kind = ?", row)
        return found[0]

    def subjects(self, where: str = "true", values: tuple[str | int, ...] = ()) -> list[KeptSubject]:
        """All of them, or those that a condition of SQL selects."""
        columns = "number, target, kind, document, progress, text"
        with undamaged(self.path):
            rows = self._connection.execute(f"SELECT {columns} FROM subject WHERE {where} ORDER BY number", values)
            return [
                KeptSubject(number, target, kind, loaded(document), json.loads(progress), text)
                for number, target, kind, document, progress, text in rows
            ]

    def end_subject(
        self, number: int, document: Mapping[str, Json], text: str = "", progress: Mapping[str, Json] | None = None
    ) -> None:
        """What it came to, what was said of it, and how far it came if that is more than its last result says."""
        row = (dumped(document), storable(text), None if progress is None else dumped(progress), number)
        statement = "UPDATE subject SET document = ?, text = ?, progress = coalesce(?, progress) WHERE number = ?"
        self._write(lambda: self._connection.execute(statement, row))

    def reopen_subject(self, number: int) -> None:
        """What it came to, and what was said of that, is no more its end."""
        statement = "UPDATE subject SET document = NULL, text = '' WHERE number = ?"
        self._write(lambda: self._connection.execute(statement, (number,)))

    def clear_subject(self, number: int) -> None:
        """It is as if it had just been added: nothing that was found counts."""

        def write() -> None:
            for table in ("path", "item"):
                self._connection.execute(f"DELETE FROM {table} WHERE subject = ?", (number,))
            statement = "UPDATE subject SET document = NULL, progress = '{}', text = '' WHERE number = ?"
            self._connection.execute(statement, (number,))

        self._write(write)

    # Results ----------------------------------------------------------------------------------------------------------

    def add_path(self, subject: int, path: KeptPath, progress: Mapping[str, Json] | None = None) -> None:
        """A path, and how far its subject has come with it: both, or neither."""
        row = (subject, *row_of(path))

        def write() -> None:
            marks = ", ".join("?" * len(row))
            self._connection.execute(f"INSERT INTO path (subject, {_PATH_COLUMNS}) VALUES ({marks})", row)
            if progress is not None:
                statement = "UPDATE subject SET progress = ? WHERE number = ?"
                self._connection.execute(statement, (dumped(progress), subject))

        self._write(write)

    def add_test(self, subject: int, number: int, test: Mapping[str, Json]) -> None:
        row = (dumped(test), subject, number)
        statement = "UPDATE path SET test = ? WHERE subject = ? AND number = ?"
        self._write(lambda: self._connection.execute(statement, row))

    def text_paths(self, subject: int, since: int = 0) -> Iterator[TextPath]:
        """Those from number `since` on that are kept with their texts, in the order of finding.

        Paths in compact form are none of them: `symheap.report.explore.derived` reads both.
        """
        where = "subject = ? AND number >= ? AND document IS NOT NULL"
        with undamaged(self.path):
            for row in self._connection.execute(
                f"SELECT {_PATH_COLUMNS} FROM path WHERE {where} ORDER BY number", (subject, since)
            ):
                yield path_of(row)

    def path_count(self, subject: int) -> int:
        [[count]] = self._connection.execute("SELECT count(*) FROM path WHERE subject = ?", (subject,))
        return int(count)

    def crash_count(self, subject: int) -> int:
        """How many different crashes its paths show."""
        named = """coalesce(ending, json_extract("end", '$.error'))"""
        at = f"""{named} || coalesce(json_extract(document, '$.outcome.position'), json_extract("end", '$.position'))"""
        statement = f"SELECT count(DISTINCT {at}) FROM path WHERE subject = ? AND style = 'bad' AND confirmed"
        with undamaged(self.path):
            [[count]] = self._connection.execute(statement, (subject,))
        return int(count)

    def item_count(self, subject: int) -> int:
        """How many results are no paths: rows of studies, rounds of proofs."""
        statement = "SELECT count(*) FROM item WHERE subject = ? AND kind IN ('row', 'round')"
        [[count]] = self._connection.execute(statement, (subject,))
        return int(count)

    def add_item(self, subject: int, kind: str, key: str, document: Mapping[str, Json]) -> None:
        """A result that is no path: a round of a proof, a row of a study.  The last of a key counts."""
        row = (subject, kind, storable(key), dumped(document))
        statement = "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?)"
        self._write(lambda: self._connection.execute(statement, row))

    def items(self, subject: int, kind: str) -> dict[str, Document]:
        """By key, in the order of keys."""
        statement = "SELECT key, document FROM item WHERE subject = ? AND kind = ? ORDER BY key"
        with undamaged(self.path):
            rows = self._connection.execute(statement, (subject, kind))
            return {key: json.loads(document) for key, document in rows}

    # Rows -------------------------------------------------------------------------------------------------------------

    def write(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Do some work in one transaction: all of it is in the file afterwards, or nothing."""
        self._write(lambda: work(self._connection))

    def defer(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Do some work in the next transaction, whoever makes it: at the latest that of `close`.

        Work whose transaction fails is tried again with the next one, unless it is given up.
        """
        with self._writing:
            self._deferred.append(work)

    def give_up_deferred(self) -> None:
        """What is deferred is not done."""
        with self._writing:
            self._deferred.clear()

    def select(self, statement: str, values: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, ...]]:
        return self._connection.execute(statement, values)

    # Below ------------------------------------------------------------------------------------------------------------

    def _write(self, work: Callable[[], object]) -> None:
        with self._writing:
            deferred = tuple(self._deferred)
            with _explained(self.path), self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                for each in deferred:
                    each(self._connection)
                work()
            del self._deferred[: len(deferred)]

    def _fact(self, name: str) -> Document:
        found = self.noted(name)
        if found is None:
            raise StoreError(f"{self.path}: this is not the file of a run")
        return found

    def _read_header(self) -> Header:
        with undamaged(self.path):
            return header_of(self._fact("header"))


def _connected(path: Path) -> sqlite3.Connection:
    """WAL: readers and the writer do not wait for each other, and a commit is one write to the end of a file."""
    connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def _connected_to_write(path: Path) -> sqlite3.Connection:
    """Connect to an existing run, in the newest format from here on."""
    connection = _connected(path)
    try:
        migrate_file(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _begin(path: Path, header: Header) -> None:
    """The file of a run without results, made under another name until it is whole."""
    if path.exists():
        raise FileExistsError(17, "there is a file of that name", str(path))
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    connection = sqlite3.connect(new, isolation_level=None)
    try:
        connection.execute("BEGIN")
        connection.execute(f"PRAGMA application_id={APPLICATION}")
        create(connection)
        put(connection, "header", asdict(header))
        put(connection, "standing", standing_form(Standing(State.RUNNING, process=os.getpid())))
        connection.execute("COMMIT")
        connection.close()
        os.replace(new, path)
    finally:
        connection.close()
        new.unlink(missing_ok=True)


def _set_aside(path: Path, aside: Path) -> None:
    """With all that is in it, also what a process that was killed has left beside it."""
    connection = _connected(path)
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    os.replace(path, aside)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise StoreError(f"{path}: {reason}") from error
