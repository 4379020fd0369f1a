"""The two ways in which reading Java can fail: what is there is malformed, or it is not there."""

from __future__ import annotations


class Malformed(Exception):
    """A file that is not what it should be.  Whatever the bytes, readers raise this and nothing else."""

    def __init__(self, message: str, file: str, offset: int) -> None:
        super().__init__(message, file, offset)
        self.message = message
        self.file = file
        self.offset = offset

    def __str__(self) -> str:
        return f"{self.file}: error: {self.message} (byte {self.offset})"


class NotFound(Exception):
    """A class, a file or a JDK that is missing.  The message is one line and says what to do."""
