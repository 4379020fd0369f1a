"""What is read from the file of a run has the form in which it was written, or is refused.

A file may be damaged, or may have been made by somebody who wants that reading it does harm: its tables could be views
that never end, and its triggers could change what is found when a run is gone on with.
"""

from __future__ import annotations

import math
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from symheap.store.migrations import check_tables, migrate, newest, shadow, version_of
from symheap.store.records import Document, Header, Standing, State, StoreError
from symheap.store.schema import APPLICATION

_WRONG_FORM = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


@contextmanager
def undamaged(path: Path) -> Iterator[None]:
    """Raises `StoreError` where what is in the file is not of the form that it should have."""
    try:
        yield
    except (sqlite3.Error, OSError, *_WRONG_FORM) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        what = f"the file is damaged: {reason}" if isinstance(error, _WRONG_FORM) else reason
        raise StoreError(f"{path}: {what}") from error


def existing(path: Path) -> Path:
    """The file itself, if `path` is a link to one: its lock and what SQLite writes are beside it."""
    if not path.is_file():
        raise StoreError(f"{path}: there is no such run")
    return path.resolve()


def connected_to_read(path: Path, wait: float) -> sqlite3.Connection:
    """Also where nothing can be written, though SQLite would want to put a file beside a database that is in WAL mode.

    There, a file without a log beside it is whole, and stays as it is.
    """
    is_still = not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()
    address = f"{path.absolute().as_uri()}{'?immutable=1' if is_still else ''}"
    connection = sqlite3.connect(address, timeout=wait, isolation_level=None, check_same_thread=False, uri=True)
    connection.execute("PRAGMA query_only=ON")
    return connection


def as_newest(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection to the run in the newest format; the file itself stays as it is.

    A run of an older format is shown as a migrated one by temporary views, or else copied to memory and migrated there:
    also where nothing can be written.
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
    """Lead the file to the newest format: wholly, or not at all."""
    if check_format(path, connection) < newest():
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            migrate(connection)


def check_format(path: Path, connection: sqlite3.Connection) -> int:
    """Return the format of the file.  Raises `StoreError` unless it is a run of a known one."""
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
    found = Header(**{**form, "arguments": tuple(form["arguments"])})
    texts = (found.id, found.command, found.target, *found.arguments, found.folder, found.started)
    if not all(isinstance(each, str) for each in texts):
        raise TypeError("its header holds what is no text")
    if not all(isinstance(each, Mapping) for each in (found.settings, found.versions, found.digests)):
        raise TypeError("its header has no settings")
    return found


def standing_of(form: Document) -> Standing:
    found = Standing(State(str(form["state"])), form["status"], form["seconds"], form["process"])
    if not all(each is None or isinstance(each, int) for each in (found.status, found.process)):
        raise TypeError("how it stands is not a number")
    if not math.isfinite(found.seconds):
        raise ValueError("the seconds are not a number")
    return found
