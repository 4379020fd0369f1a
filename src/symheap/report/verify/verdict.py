"""A verdict on a property of a Java program, and the execution that violates it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from symheap.core.model import Plain
from symheap.core.source import Position
from symheap.core.theories.ieee import reader
from symheap.report.explore.explored import Explored


class Word(StrEnum):
    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


_WIDTHS: Final = {"Z": 8, "B": 8, "S": 16, "C": 32, "I": 32, "J": 64, "F": 32, "D": 64}
_BITS: Final = {"C": 16}
_SPECIAL: Final = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}
TEXT: Final = "T"
"""The kind of inputs that are strings."""


@dataclass(frozen=True, slots=True)
class CallResult:
    """The result of one call: the place of the call, the method, the kind of value, and the value.

    `kind` is a descriptor; a string has the kind `TEXT` and a text as its value.
    """

    method: str
    file: str
    line: int
    kind: str
    value: Plain | str

    @property
    def plain(self) -> bool | int | float | str:
        """The value, as Python has it."""
        if isinstance(self.value, str):
            return self.value
        if self.kind == "Z":
            return bool(self.value)
        if self.kind in ("F", "D"):
            return reader(_WIDTHS[self.kind])(self.signed)
        return self.signed

    @property
    def signed(self) -> int:
        """A number as a signed integer of its width: a float is its bits, and a char is not negative."""
        width = _WIDTHS[self.kind]
        bits = int(self.value) & ((1 << _BITS.get(self.kind, width)) - 1)
        return bits - (1 << width) if bits >> (width - 1) else bits

    @property
    def java(self) -> str:
        """The value as Java writes it, without suffixes."""
        value = self.plain
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float):
            return _SPECIAL.get(str(value), str(value))
        return java_text(value) if isinstance(value, str) else str(value)


def java_text(text: str) -> str:
    """Return a text as a string literal in ASCII."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    units = text.encode("utf-16-be", "surrogatepass")
    codes = [units[i] << 8 | units[i + 1] for i in range(0, len(units), 2)]
    shown = (escapes.get(chr(c)) or (chr(c) if 32 <= c < 127 else f"\\u{c:04x}") for c in codes)
    return f'"{"".join(shown)}"'


@dataclass(frozen=True, slots=True)
class Violation:
    """An execution that a JVM has run: its uncaught exception, the place where it was made, and the inputs."""

    exception: str
    position: Position
    inputs: tuple[CallResult, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """A reason why a verdict is unknown: its kind, for machines, and a sentence."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a property.  `open` are the reasons why it is unknown, the first one first.

    `sources` are the files of the program.
    """

    target: str
    of: str
    word: Word
    open: tuple[Open, ...]
    violation: Violation | None
    run: Explored
    sources: tuple[Path, ...]
