"""Errors of code that cannot be lowered."""

from __future__ import annotations

from symheap.lang.java.errors import Malformed


class BadCode(Malformed):
    """Raised for code that a verifier refuses: `file` is the class file, `member` the method, `offset` the pc in it."""

    def __init__(self, message: str, file: str, member: str, pc: int) -> None:
        super().__init__(message, file, pc)
        self.member = member

    def __str__(self) -> str:
        return f"{self.file}: error: {self.message} ({self.member}, pc {self.offset})"


class Unlinkable(Exception):
    """Raised for a reference that cannot be linked or is not supported; a path that reaches it ends with `what`."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
