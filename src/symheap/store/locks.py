"""Locks on runs: a process holds a lock file beside the run while it works on it.

The lock needs a file of its own, because closing the database file would drop SQLite's own locks.  It ends with the
process, even if the process is killed.
"""

from __future__ import annotations

import fcntl
import time
from pathlib import Path
from typing import IO, Final

from symheap.store.records import Busy

_INSTANT: Final = 0.3
"""Seconds to retry a lock: another process may hold it briefly to test whether the run is locked."""


def lock_file(path: Path) -> Path:
    return path.with_suffix(".lock")


def locked(path: Path) -> IO[bytes]:
    """Lock a run and return the open lock file.  Raises `StoreError` if another process holds the lock."""
    stream = open(lock_file(path), "ab")  # noqa: SIM115 - closed with the run
    until = time.monotonic() + _INSTANT
    while True:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return stream
        except BlockingIOError as error:
            if time.monotonic() > until:
                stream.close()
                raise Busy(f"{path}: another process is working on this run") from error
        time.sleep(0.01)


def is_locked(path: Path) -> bool:
    try:
        with open(lock_file(path), "rb") as stream:
            fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
