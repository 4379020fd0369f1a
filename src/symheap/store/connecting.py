"""Connections to the files of runs."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Final

from symheap.store.migrations import create
from symheap.store.reading import (
    migrate_file,
)
from symheap.store.records import (
    Header,
    RunState,
    RunStatus,
    StoreError,
)
from symheap.store.rows import put, standing_form
from symheap.store.schema import APPLICATION

WAIT: Final = 10.0


def connected(path: Path) -> sqlite3.Connection:
    """Connect in WAL mode: readers and the writer do not block each other, and a commit is one append to a file."""
    connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def connected_to_write(path: Path) -> sqlite3.Connection:
    """Connect to an existing run for writing, and migrate it to the newest format."""
    connection = connected(path)
    try:
        migrate_file(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def begin(path: Path, header: Header) -> None:
    """Create the file of a run without results, under a temporary name until it is complete."""
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
        put(connection, "standing", standing_form(RunStatus(RunState.RUNNING, process=os.getpid())))
        connection.execute("COMMIT")
        connection.close()
        os.replace(new, path)
    finally:
        connection.close()
        new.unlink(missing_ok=True)


def set_aside(path: Path, aside: Path) -> None:
    """Move a run to `aside` with all of its data, including a log that a killed process has left beside it."""
    connection = connected(path)
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    os.replace(path, aside)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise StoreError(f"{path}: {reason}") from error
