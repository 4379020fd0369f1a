"""Positions in source files, and errors that refer to one."""

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
        """The identity of the position, for comparing paths."""
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def is_in_model(self) -> bool:
        """Whether the position is in a model of symheap's own, such as ``<library>``, and in no file of the user."""
        return self.file.startswith("<") and self.file.endswith(">")


@dataclass(frozen=True, slots=True)
class CodePosition(Position):
    """A position in compiled code: its source line, and in `column` the offset of the instruction."""

    member: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else f"{self.file}({self.member}+{self.column})"

    @property
    def place(self) -> str:
        return f"{self.member}+{self.column}"


class SourceError(Exception):
    """Raised when the input is not a program: one line of text with its position. The command line exits with 2."""

    def __init__(self, message: str, position: Position) -> None:
        super().__init__(message)
        self.message = message
        self.position = position

    def __str__(self) -> str:
        return f"{self.position}: error: {self.message}"

    def __reduce__(self) -> tuple[type[SourceError], tuple[str, Position]]:
        return SourceError, (self.message, self.position)
