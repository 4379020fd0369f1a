"""Read the headers of the C programs of the tests.

A program starts with ``// symheap: safe``, followed by ``, leak lost`` or ``, leak unreleased`` if memory leaks; its
twin, ``<name>_broken.c``, with ``// symheap: unsafe <kind> at <line>``: an error that some execution runs into.  A twin
whose error is a leak has ``// symheap: unsafe lost at <line>`` or ``unreleased``, with the line of the allocation.

A second line ``// property: <name>`` names the property to prove, if it is not ``memsafety``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from symheap.memory.errors import MemoryErrorKind
from symheap.separation.proof.verdict import Leak

_SAFE = re.compile(r"// symheap: safe(?:, leak (?P<leak>\S+))?")
_UNSAFE = re.compile(r"// symheap: unsafe (?P<kind>\S+) at (?P<line>\d+)")
_LEAKING = re.compile(r"// symheap: unsafe (?P<leak>lost|unreleased) at (?P<line>\d+)")
_PROPERTY = re.compile(r"// property: (?P<name>\S+)")
_SUFFIX = "_broken"


@dataclass(frozen=True, slots=True)
class Right:
    """A program without memory errors, with its leak status."""

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
    """A program without memory errors that leaks, and the line of the allocation."""

    source: Path
    leak: Leak
    line: int


def expected(source: Path) -> Right | Broken | Leaking:
    """Return the expectation in the first line of a program.  Raises ValueError if it cannot be parsed."""
    line = source.read_text(encoding="utf-8").split("\n", 1)[0]
    if match := _SAFE.fullmatch(line):
        return Right(source, Leak(match["leak"] or "none"))
    if match := _LEAKING.fullmatch(line):
        return Leaking(source, Leak(match["leak"]), int(match["line"]))
    if match := _UNSAFE.fullmatch(line):
        return Broken(source, MemoryErrorKind(match["kind"]), int(match["line"]))
    raise ValueError(f"{source.name}: {line}")


def property_of(source: Path) -> str:
    """Return the property in the second line of a program's header, or ``memsafety``."""
    lines = source.read_text(encoding="utf-8").split("\n", 2)
    match = _PROPERTY.fullmatch(lines[1]) if len(lines) > 1 else None
    return match["name"] if match else "memsafety"


def right_programs(folder: Path) -> tuple[Right, ...]:
    return tuple(each for each in _all(folder) if isinstance(each, Right))


def broken_programs(folder: Path) -> tuple[Broken, ...]:
    return tuple(each for each in _all(folder) if isinstance(each, Broken))


def leaking_programs(folder: Path) -> tuple[Leaking, ...]:
    return tuple(each for each in _all(folder) if isinstance(each, Leaking))


def _all(folder: Path) -> list[Right | Broken | Leaking]:
    return [expected(source) for source in sorted(folder.glob("*.c"))]
