"""The C programs of the tests: what their headers say.

A program starts with ``// symheap: safe``, with ``, leak lost`` or ``, leak unreleased`` where memory leaks; its twin,
``<name>_broken.c``, with ``// symheap: unsafe <kind> at <line>``: an error that some execution runs into.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from symheap.memory.errors import MemoryErrorKind
from symheap.shape.verdict import Leak

_SAFE = re.compile(r"// symheap: safe(?:, leak (?P<leak>\S+))?")
_UNSAFE = re.compile(r"// symheap: unsafe (?P<kind>\S+) at (?P<line>\d+)")
_SUFFIX = "_broken"


@dataclass(frozen=True, slots=True)
class Right:
    """A program without errors of memory; whether it leaks is apart."""

    source: Path
    leak: Leak

    @property
    def twin(self) -> Path:
        return self.source.with_stem(self.source.stem + _SUFFIX)


@dataclass(frozen=True, slots=True)
class Broken:
    """A program with an error, and the line where it happens."""

    source: Path
    kind: MemoryErrorKind
    line: int


def expected(source: Path) -> Right | Broken:
    """What the first line of a program says.  Raises ValueError where it cannot be read."""
    line = source.read_text(encoding="utf-8").split("\n", 1)[0]
    if found := _SAFE.fullmatch(line):
        return Right(source, Leak(found["leak"] or "none"))
    if found := _UNSAFE.fullmatch(line):
        return Broken(source, MemoryErrorKind(found["kind"]), int(found["line"]))
    raise ValueError(f"{source.name}: {line}")


def right_programs(folder: Path) -> tuple[Right, ...]:
    return tuple(found for found in _all(folder) if isinstance(found, Right))


def broken_programs(folder: Path) -> tuple[Broken, ...]:
    return tuple(found for found in _all(folder) if isinstance(found, Broken))


def _all(folder: Path) -> list[Right | Broken]:
    return [expected(source) for source in sorted(folder.glob("*.c"))]
