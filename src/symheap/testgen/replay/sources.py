"""Test files as replay takes them: source text, and where in it each test and its act are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A test method: its lines, and those of its act within, first and last, counted from 1."""

    name: str
    first: int
    last: int
    act: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Source:
    """A source file of the tests.  One without tests is a helper: without it nothing compiles."""

    package: str
    class_name: str
    text: str
    tests: tuple[Place, ...] = ()

    @property
    def full_name(self) -> str:
        return f"{self.package}.{self.class_name}" if self.package else self.class_name

    @property
    def path(self) -> str:
        return self.full_name.replace(".", "/") + ".java"

    def without(self, names: frozenset[str]) -> Source:
        """With some tests left out: their lines are empty, so that the others stay where they are."""
        lines = self.text.split("\n")
        for test in self.tests:
            if test.name in names:
                lines[test.first - 1 : test.last] = [""] * (test.last - test.first + 1)
        kept = tuple(test for test in self.tests if test.name not in names)
        return Source(self.package, self.class_name, "\n".join(lines), kept)


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A test: its class, in full, and its method."""

    class_name: str
    test: str

    def __str__(self) -> str:
        return f"{self.class_name}.{self.test}"
