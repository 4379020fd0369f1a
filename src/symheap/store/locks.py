"""Who is at a run: a lock beside its file, held while a process works on it.

It is on a file of its own, since closing the database's would drop the locks of SQLite, and ends with the process,
however that ends.
"""

from __future__ import annotations

import fcntl
import time
from pathlib import Path
from typing import IO, Final

from symheap.store.records import Busy

_INSTANT: Final = 0.3
"""So long a lock is tried for: somebody may be looking whether it is held."""


def lock_file(path: Path) -> Path:
    return path.with_suffix(".lock")


def locked(path: Path) -> IO[bytes]:
    """The lock of a run.  Raises `StoreError` if another process has it."""
    stream = open(lock_file(path), "ab")  # noqa: SIM115 - closed with the run
    until = time.monotonic() + _INSTANT
    while True:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return stream
        except BlockingIOError as error:
            if time.monotonic() > until:
                stream.close()
                raise Busy(f"{path}: another process is at this run") from error
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
