"""Places in source files, and errors that name one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a file; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def place(self) -> str:
        """The identity of the place, for comparing paths."""
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class CodePosition(Position):
    """A place in compiled code: the line that it comes from, and in `column` the offset of the instruction."""

    member: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else f"{self.file}({self.member}+{self.column})"

    @property
    def place(self) -> str:
        return f"{self.member}+{self.column}"


class SourceError(Exception):
    """The input is not a program: one line, with its place.  The command line ends with status 2."""

    def __init__(self, message: str, position: Position) -> None:
        super().__init__(message)
        self.message = message
        self.position = position

    def __str__(self) -> str:
        return f"{self.position}: error: {self.message}"
