"""The C programs of the tests: what their headers say.

A program starts with ``// symheap: safe``, with ``, leak lost`` or ``, leak unreleased`` where memory leaks; its twin,
``<name>_broken.c``, with ``// symheap: unsafe <kind> at <line>``: an error that some execution runs into.  A twin whose
error is a leak says ``// symheap: unsafe lost at <line>`` or ``unreleased``, with the line of the allocation.

A second line ``// property: <name>`` names the property that is asked for, where it is not ``memsafety``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from symheap.memory.errors import MemoryErrorKind
from symheap.separation.verdict import Leak

_SAFE = re.compile(r"// symheap: safe(?:, leak (?P<leak>\S+))?")
_UNSAFE = re.compile(r"// symheap: unsafe (?P<kind>\S+) at (?P<line>\d+)")
_LEAKING = re.compile(r"// symheap: unsafe (?P<leak>lost|unreleased) at (?P<line>\d+)")
_PROPERTY = re.compile(r"// property: (?P<name>\S+)")
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


@dataclass(frozen=True, slots=True)
class Leaking:
    """A program without errors of memory that leaks, and the line of the allocation."""

    source: Path
    leak: Leak
    line: int


def expected(source: Path) -> Right | Broken | Leaking:
    """What the first line of a program says.  Raises ValueError where it cannot be read."""
    line = source.read_text(encoding="utf-8").split("\n", 1)[0]
    if found := _SAFE.fullmatch(line):
        return Right(source, Leak(found["leak"] or "none"))
    if found := _LEAKING.fullmatch(line):
        return Leaking(source, Leak(found["leak"]), int(found["line"]))
    if found := _UNSAFE.fullmatch(line):
        return Broken(source, MemoryErrorKind(found["kind"]), int(found["line"]))
    raise ValueError(f"{source.name}: {line}")


def property_of(source: Path) -> str:
    """The property that a program is about: the second line of its header, or ``memsafety``."""
    lines = source.read_text(encoding="utf-8").split("\n", 2)
    found = _PROPERTY.fullmatch(lines[1]) if len(lines) > 1 else None
    return found["name"] if found else "memsafety"


def right_programs(folder: Path) -> tuple[Right, ...]:
    return tuple(found for found in _all(folder) if isinstance(found, Right))


def broken_programs(folder: Path) -> tuple[Broken, ...]:
    return tuple(found for found in _all(folder) if isinstance(found, Broken))


def leaking_programs(folder: Path) -> tuple[Leaking, ...]:
    return tuple(found for found in _all(folder) if isinstance(found, Leaking))


def _all(folder: Path) -> list[Right | Broken | Leaking]:
    return [expected(source) for source in sorted(folder.glob("*.c"))]
