"""Test files as replay expects them: source text, with the lines of each test and its act."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_IMPORT: Final = re.compile(r"import (?:static )?(?:[\w$]+\.)*([\w$]+);")
_WORD: Final = re.compile(r"[\w$]+")


@dataclass(frozen=True, slots=True)
class LinesOfTest:
    """A test method: its first and last line, and those of its act, counted from 1."""

    name: str
    first: int
    last: int
    act: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Source:
    """A source file of the tests.  A file without tests is a helper, without which nothing compiles."""

    package: str
    class_name: str
    text: str
    tests: tuple[LinesOfTest, ...] = ()

    @property
    def full_name(self) -> str:
        return f"{self.package}.{self.class_name}" if self.package else self.class_name

    @property
    def path(self) -> str:
        return self.full_name.replace(".", "/") + ".java"

    def without(self, names: frozenset[str]) -> Source:
        """Return the source with some tests blanked out, so that the others keep their lines.

        Imports that only these tests need are blanked out, too: one of them may be what the compiler refuses.
        """
        lines = self.text.split("\n")
        for test in self.tests:
            if test.name in names:
                lines[test.first - 1 : test.last] = [""] * (test.last - test.first + 1)
        _drop_unused_imports(lines)
        kept = tuple(test for test in self.tests if test.name not in names)
        return Source(self.package, self.class_name, "\n".join(lines), kept)


def imported(line: str) -> str | None:
    """Return the simple name that an import declares; None for any other line."""
    match = _IMPORT.match(line)
    return None if match is None else match[1]


def _drop_unused_imports(lines: list[str]) -> None:
    used = set(_WORD.findall("\n".join(line for line in lines if imported(line) is None)))
    for at, line in enumerate(lines):
        name = imported(line)
        if name is not None and name not in used:
            lines[at] = ""


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A test: the full name of its class, and its method."""

    class_name: str
    test: str

    def __str__(self) -> str:
        return f"{self.class_name}.{self.test}"
