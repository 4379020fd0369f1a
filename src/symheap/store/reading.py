"""Checks on the data read from a run file: malformed data is refused.

A file may be damaged or malicious: its tables could be views that never end, and its triggers could change data when
the run is resumed.
"""

from __future__ import annotations

import math
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from symheap.store.migrations import check_tables, migrate, newest, shadow, version_of
from symheap.store.records import Document, Header, RunState, RunStatus, StoreError
from symheap.store.schema import APPLICATION

_WRONG_FORM = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


@contextmanager
def undamaged(path: Path) -> Iterator[None]:
    """Raise `StoreError` if the data read from the file is malformed."""
    try:
        yield
    except (sqlite3.Error, OSError, *_WRONG_FORM) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        what = f"the file is damaged: {reason}" if isinstance(error, _WRONG_FORM) else reason
        raise StoreError(f"{path}: {what}") from error


def existing(path: Path) -> Path:
    """Return the file itself if `path` is a link, since the lock and SQLite's own files are beside the target."""
    if not path.is_file():
        raise StoreError(f"{path}: there is no such run")
    return path.resolve()


def connected_to_read(path: Path, wait: float) -> sqlite3.Connection:
    """Connect for reading, even in a folder that is not writable.

    For a database in WAL mode SQLite wants to create a file beside it.  In a read-only folder, a database without a log
    is complete and does not change, so it is opened as immutable.
    """
    is_still = not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()
    address = f"{path.absolute().as_uri()}{'?immutable=1' if is_still else ''}"
    connection = sqlite3.connect(address, timeout=wait, isolation_level=None, check_same_thread=False, uri=True)
    connection.execute("PRAGMA query_only=ON")
    return connection


def as_newest(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection to the run in the newest format; the file itself stays as it is.

    A run of an older format is shown as migrated by temporary views, or copied to memory and migrated there.  Both work
    where the file cannot be written.
    """
    if check_format(path, connection) == newest():
        return connection
    connection.execute("PRAGMA query_only=OFF")
    is_shown = shadow(connection)
    connection.execute("PRAGMA query_only=ON")
    if is_shown:
        return connection
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        connection.backup(copy)
        migrate(copy)
        copy.execute("PRAGMA query_only=ON")
    except BaseException:
        copy.close()
        raise
    connection.close()
    return copy


def migrate_file(path: Path, connection: sqlite3.Connection) -> None:
    """Migrate the file to the newest format in one transaction."""
    if check_format(path, connection) < newest():
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            migrate(connection)


def check_format(path: Path, connection: sqlite3.Connection) -> int:
    """Return the format of the file.  Raises `StoreError` unless it is a run of a known format."""
    with undamaged(path):
        [[application]] = connection.execute("PRAGMA application_id")
        version = version_of(connection)
        if application != APPLICATION or version < 1:
            raise StoreError(f"{path}: this is not the file of a run")
        if version > newest():
            raise StoreError(
                f"{path}: written by a newer version of symheap (format {version}; this one reads up to {newest()})"
            )
        check_tables(connection)
        return version


def header_of(form: Document) -> Header:
    header = Header(**{**form, "arguments": tuple(form["arguments"])})
    texts = (header.id, header.command, header.target, *header.arguments, header.folder, header.started)
    if not all(isinstance(each, str) for each in texts):
        raise TypeError("its header holds a value that is not text")
    if not all(isinstance(each, Mapping) for each in (header.settings, header.versions, header.digests)):
        raise TypeError("its header has no settings")
    return header


def standing_of(form: Document) -> RunStatus:
    standing = RunStatus(RunState(str(form["state"])), form["status"], form["seconds"], form["process"])
    if not all(each is None or isinstance(each, int) for each in (standing.status, standing.process)):
        raise TypeError("its status is not a number")
    if not math.isfinite(standing.seconds):
        raise ValueError("the seconds are not a number")
    return standing
