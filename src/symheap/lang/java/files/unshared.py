"""Files that several processes read at the same time."""

from __future__ import annotations

import io
import os
from pathlib import Path


class UnsharedFile(io.RawIOBase):
    """A file to read, with a position of its own.

    After a fork, two processes share the position of an open file: each moves it while the other reads.  Reads from
    here state where they begin.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: os.fstat(self._fd).st_size}[whence]
        if start + offset < 0:
            raise OSError(f"position {start + offset} of a file")
        self._at = start + offset
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        content = os.pread(self._fd, len(buffer), self._at)
        buffer[: len(content)] = content
        self._at += len(content)
        return len(content)

    def close(self) -> None:
        if not self.closed:
            os.close(self._fd)
        super().close()
