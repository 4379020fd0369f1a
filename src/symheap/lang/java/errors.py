"""The two ways in which reading Java can fail: a file is malformed, or it is missing."""

from __future__ import annotations

MAX_MESSAGE = 400


def printable(text: str) -> str:
    """Return `text` safe for a terminal: names in class files may contain lone surrogates and escape codes."""
    whole = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text[:MAX_MESSAGE])
    return f"{whole}..." if len(text) > MAX_MESSAGE else whole


class Malformed(Exception):
    """Raised for an invalid file. For any bytes, readers raise this and nothing else."""

    def __init__(self, message: str, file: str, offset: int) -> None:
        super().__init__(message, file, offset)
        self.message = message
        self.file = file
        self.offset = offset

    def __str__(self) -> str:
        return f"{printable(self.file)}: error: {printable(self.message)} (byte {self.offset})"


class NotFound(Exception):
    """Raised when a class, a file or a JDK is missing. The message is one line and says what to do."""
