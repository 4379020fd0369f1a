"""One run as an SQLite file.

Law: when `add_…` returns, its result is in the file, however the process ends: a result is written before it is shown.
A full disk raises `StoreError`; the file then holds all results but the last.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from symheap.store.connecting import WAIT, begin, connected, connected_to_write, explained, set_aside
from symheap.store.locks import is_locked, locked
from symheap.store.reading import as_newest, connected_to_read, existing, header_of, standing_of, undamaged
from symheap.store.records import (
    Document,
    Header,
    Json,
    KeptPath,
    KeptSubject,
    RunState,
    RunStatus,
    Source,
    StoreError,
    TextPath,
)
from symheap.store.rows import dumped, loaded, path_of, put, row_of, standing_form, storable

_log: Final = logging.getLogger(__name__)

_PATH_COLUMNS: Final = (
    'number, place, key, "end", confirmed, document, conditions, style, ending, text, input, final, test'
)


class RunFile:
    """An open run.  One process at a time may write, from any of its threads; any number of processes may read."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[bytes] | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._writing = threading.Lock()
        self._deferred: list[Callable[[sqlite3.Connection], object]] = []
        self._found: RunStatus | None = None
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
        """Create a run for this process to work on.  The file appears complete or not at all.

        An existing run of that name is moved to `aside`.  Raises `StoreError` if the new run cannot be stored.
        """
        with explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = locked(path)
            try:
                if path.exists() and aside is not None:
                    set_aside(path, aside)
                begin(path, header)
                _log.info("keeping the run in %s", path)
                return RunFile(path, connected(path), lock)
            except BaseException:
                lock.close()
                raise

    @staticmethod
    def open(path: Path) -> RunFile:
        """Open a run to resume it; a file of an older format is migrated.

        Raises `StoreError` if another process is working on it.
        """
        with explained(path):
            path = existing(path)
            lock = locked(path)
            try:
                run = RunFile(path, connected_to_write(path), lock)
            except BaseException:
                lock.close()
                raise
        _log.info("resuming the run in %s", path)
        run._found = run._said()
        run._before = run._found.seconds
        run.stand(RunState.RUNNING)
        run._changes = run._connection.total_changes
        return run

    @staticmethod
    def read(path: Path) -> RunFile:
        """Open a run for reading.  The file is not changed, whatever its format."""
        with explained(path):
            path = existing(path)
            connection = connected_to_read(path, WAIT)
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
        """Close the file.

        A run that was worked on without a recorded end is marked as failed; one that was not changed keeps its status.
        """
        if self._lock is not None:
            with suppress(StoreError):
                if self._deferred:
                    self._write(lambda: None)
                if self._found is not None and self._connection.total_changes == self._changes:
                    form = standing_form(self._found)
                    self._write(lambda: put(self._connection, "standing", form))
                elif self.standing().state is RunState.RUNNING:
                    self.stand(RunState.FAILED)
        self._connection.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # The run ----------------------------------------------------------------------------------------------------------

    def standing(self) -> RunStatus:
        """Return the status of the run.  A run that no process works on is not running, whatever its file says.

        The working process records the end before it releases the lock, so the file is read again after the lock is
        tested.
        """
        standing = self._said()
        if standing.state is RunState.RUNNING and self._lock is None and not is_locked(self.path):
            standing = self._said()
            if standing.state is RunState.RUNNING:
                return replace(standing, state=RunState.BROKEN_OFF, process=None)
        return standing

    def _said(self) -> RunStatus:
        with undamaged(self.path):
            return standing_of(self._fact("standing"))

    def stand(self, state: RunState, status: int | None = None) -> None:
        process = os.getpid() if state is RunState.RUNNING else None
        seconds = self.spent()
        self._write(
            lambda: put(self._connection, "standing", standing_form(RunStatus(state, status, seconds, process)))
        )

    @property
    def was_finished(self) -> bool:
        """Whether the command had finished when this process reopened the run."""
        return self._found is not None and self._found.state is RunState.FINISHED

    def spent(self) -> float:
        """Return the seconds of work on the run, in this process and in earlier ones."""
        return self._before + time.perf_counter() - self._began

    def note(self, name: str, document: Mapping[str, Json]) -> None:
        """Record a fact about the whole run; a later fact of the same name replaces it."""
        self._write(lambda: put(self._connection, name, document))

    def noted(self, name: str) -> Document | None:
        with undamaged(self.path):
            row = self._connection.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
            return None if row is None else json.loads(row[0])

    def ask_anew(self, header: Header) -> None:
        """Replace the header: the same run, started by another command line or from another folder."""
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

    def subject(self, target: str, kind: str, number: int | None = None) -> KeptSubject:
        """Return the subject of that name; add it if it is missing, with this `number` or the next one.

        Subjects are listed in the order of their numbers.
        """
        row = (storable(target), kind)
        matches = self.subjects("target = ? AND kind = ?", row)
        if not matches:
            statement = "INSERT INTO subject (number, target, kind) VALUES (?, ?, ?)"
            self._write(lambda: self._connection.execute(statement, (number, *row)))
            matches = self.subjects("target = ? AND kind = ?", row)
        return matches[0]

    def subjects(self, where: str = "true", values: tuple[str | int, ...] = ()) -> list[KeptSubject]:
        """Return all subjects, or those that an SQL condition selects."""
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
        """Store the result and the text of a subject, and its progress if that is further than at its last result."""
        row = (dumped(document), storable(text), None if progress is None else dumped(progress), number)
        statement = "UPDATE subject SET document = ?, text = ?, progress = coalesce(?, progress) WHERE number = ?"
        self._write(lambda: self._connection.execute(statement, row))

    def reopen_subject(self, number: int) -> None:
        """Remove the result and the text of a subject, which is not finished after all."""
        statement = "UPDATE subject SET document = NULL, text = '' WHERE number = ?"
        self._write(lambda: self._connection.execute(statement, (number,)))

    def clear_subject(self, number: int) -> None:
        """Reset a subject to its state after creation: remove all of its results."""

        def write() -> None:
            for table in ("path", "item"):
                self._connection.execute(f"DELETE FROM {table} WHERE subject = ?", (number,))
            statement = "UPDATE subject SET document = NULL, progress = '{}', text = '' WHERE number = ?"
            self._connection.execute(statement, (number,))

        self._write(write)

    # Results ----------------------------------------------------------------------------------------------------------

    def add_path(self, subject: int, path: KeptPath, progress: Mapping[str, Json] | None = None) -> None:
        """Add a path and the progress of its subject, in one transaction."""
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
        """Yield the paths stored with their texts, from number `since` on, in the order in which they were found.

        Paths in compact form are left out; `symheap.report.explore.derived` reads both kinds.
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

    def add_item(self, subject: int, kind: str, key: str, document: Mapping[str, Json]) -> None:
        """Add a result that is not a path: a round of a proof or a row of a study.  The last one of a key counts."""
        row = (subject, kind, storable(key), dumped(document))
        statement = "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?)"
        self._write(lambda: self._connection.execute(statement, row))

    def items(self, subject: int, kind: str) -> dict[str, Document]:
        """Return the items of a kind by key, in the order of their keys."""
        statement = "SELECT key, document FROM item WHERE subject = ? AND kind = ? ORDER BY key"
        with undamaged(self.path):
            rows = self._connection.execute(statement, (subject, kind))
            return {key: json.loads(document) for key, document in rows}

    # Rows -------------------------------------------------------------------------------------------------------------

    def write(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Run `work` in one transaction: the file holds all of its changes, or none."""
        self._write(lambda: work(self._connection))

    def defer(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Run `work` in the next transaction of any caller, at the latest that of `close`.

        If that transaction fails, the work is tried again with the next one, unless `give_up_deferred` is called.
        """
        with self._writing:
            self._deferred.append(work)

    def give_up_deferred(self) -> None:
        """Drop all deferred work."""
        with self._writing:
            self._deferred.clear()

    def select(self, statement: str, values: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, ...]]:
        return self._connection.execute(statement, values)

    # Private methods --------------------------------------------------------------------------------------------------

    def _write(self, work: Callable[[], object]) -> None:
        with self._writing:
            deferred = tuple(self._deferred)
            with explained(self.path), self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                for each in deferred:
                    each(self._connection)
                work()
            del self._deferred[: len(deferred)]

    def _fact(self, name: str) -> Document:
        document = self.noted(name)
        if document is None:
            raise StoreError(f"{self.path}: this is not the file of a run")
        return document

    def _read_header(self) -> Header:
        with undamaged(self.path):
            return header_of(self._fact("header"))
