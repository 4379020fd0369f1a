"""Branch coverage as JaCoCo measures it: by its agent in the JVM, and its report by lines."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from symheap.lang.java.files.jdk import Jdk

AGENT: Final = "org.jacoco:org.jacoco.agent:0.8.14:jar:runtime"
REPORTER: Final = "org.jacoco:org.jacoco.cli:0.8.14:jar:nodeps"


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """A line of a source file, whose name has its package before it: ``p/List.java``."""

    source: str
    number: int

    def __str__(self) -> str:
        return f"{self.source}:{self.number}"


@dataclass(frozen=True, slots=True)
class Branches:
    """How many of the branches that begin at a line were taken."""

    covered: int
    missed: int

    @property
    def all(self) -> int:
        return self.covered + self.missed


def agent_option(agent: Path, execution: Path) -> str:
    """For ``-javaagent:``.  What is measured is written when the JVM ends."""
    return f"{agent}=destfile={execution},append=false"


def report(jdk: Jdk, reporter: Path, execution: Path, classes: Iterable[Path], into: Path) -> dict[Line, Branches]:
    """What JaCoCo says about the branches of classes.  Raises `subprocess.CalledProcessError`."""
    folders = [argument for folder in classes for argument in ("--classfiles", str(folder))]
    command = [str(jdk.java()), "-jar", str(reporter), "report", str(execution), *folders, "--xml", str(into)]
    subprocess.run(command, check=True, capture_output=True)
    return parse(into.read_bytes())


def parse(content: bytes) -> dict[Line, Branches]:
    """The lines of a report in XML that branches begin at."""
    found: dict[Line, Branches] = {}
    for package in ElementTree.fromstring(content).iter("package"):
        for source in package.findall("sourcefile"):
            name = "/".join(filter(None, (package.get("name"), source.get("name"))))
            for line in source.findall("line"):
                branches = Branches(_count(line, "cb"), _count(line, "mb"))
                if branches.all:
                    found[Line(name, _count(line, "nr"))] = branches
    return found


def _count(line: ElementTree.Element, name: str) -> int:
    return int(line.get(name, "0"))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Branches that were expected to be taken beside those that were.

    `expected` and `reached` count branches; `short` are the lines where less was reached than expected, and `other`
    those branches, by line, that nobody expected and that were not taken.
    """

    expected: int
    reached: int
    all: int
    covered: int
    short: Mapping[Line, tuple[int, int]]
    other: Mapping[Line, int]


def compare(expected: Mapping[Line, int], measured: Mapping[Line, Branches]) -> Comparison:
    """JaCoCo counts branches by lines, and leaves out those that a compiler made: more of a line is not expected."""
    wanted = {line: min(count, measured[line].all) for line, count in expected.items() if line in measured}
    reached = {line: min(count, measured[line].covered) for line, count in wanted.items()}
    return Comparison(
        expected=sum(wanted.values()),
        reached=sum(reached.values()),
        all=sum(branches.all for branches in measured.values()),
        covered=sum(branches.covered for branches in measured.values()),
        short={line: (reached[line], count) for line, count in sorted(wanted.items()) if reached[line] < count},
        other={
            line: left
            for line, branches in sorted(measured.items())
            if (left := branches.all - max(wanted.get(line, 0), branches.covered)) > 0
        },
    )
