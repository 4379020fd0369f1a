"""The lines and branches of classes that tests reach, measured on the JVM.

A line belongs to a source file, whichever classes have code for it: the body of a lambda belongs to its line.  A branch
is an outcome of a conditional jump or switch.  Compiler-generated code does not count: bridges and other synthetic
methods, the methods of every enum, and those of records that are linked when first called.  Class files without debug
information have no lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from symheap.lang.java.classfile.classfile import ClassFile
from symheap.lang.java.classfile.members import MethodInfo
from symheap.lang.java.counted import counted
from symheap.lang.java.files.classpath import ClassPath
from symheap.testgen.jumps import Event, Jumps, Site, jumps_of
from symheap.testgen.replay.events import Hits, Seen

_CLINIT = "<clinit>"

Line = tuple[str, int]
"""A source file with its package, and a line number."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The number of reached lines and branches, their totals, and those that were not reached."""

    lines_hit: int
    lines: int
    branches_hit: int
    branches: int
    missed_lines: tuple[Line, ...] = ()
    missed_branches: tuple[Event, ...] = ()


def coverage(class_path: ClassPath, classes: Iterable[str], seen: Sequence[Seen]) -> Coverage:
    """Return what the acts of tests reach.

    In initialisers the whole tests count, since these run on first use of a class.
    """
    act, whole = _together([each.act for each in seen]), _together([each.whole for each in seen])
    jumps = Jumps(class_path)
    branches, hit_branches = set[Event](), outcomes(act, jumps) | _initializers(outcomes(whole, jumps))
    lines, hit_lines = set[Line](), set[Line]()
    for file in _files(class_path, classes):
        source = _source(file)
        for method in counted(file):
            own = {line for _, line in method.code.lines.entries} if method.code is not None else set()
            reached = whole if method.name == _CLINIT else act
            lines |= {(source, line) for line in own}
            hit_lines |= {(source, line) for line in own if (file.name, line) in reached.lines}
            branches |= set(_branches(file.name, method))
    missed_lines, missed_branches = lines - hit_lines, branches - hit_branches
    return Coverage(
        len(hit_lines),
        len(lines),
        len(branches) - len(missed_branches),
        len(branches),
        tuple(sorted(missed_lines)),
        tuple(sorted(missed_branches, key=lambda e: (e.site.owner, e.site.method, e.site.ordinal, e.outcome))),
    )


def outcomes(hits: Hits, jumps: Jumps) -> frozenset[Event]:
    """Return the branches that were taken."""
    taken: set[Event] = set()
    for site, value in hits.jumps:
        jump = jumps.at(site)
        if jump is not None and (outcome := jump.outcome(value)) in jump.outcomes:
            taken.add(Event(site, outcome or ""))
    return frozenset(taken)


def _together(parts: Sequence[Hits]) -> Hits:
    lines = frozenset(line for each in parts for line in each.lines)
    return Hits(lines, frozenset(jump for each in parts for jump in each.jumps))


def _initializers(events: frozenset[Event]) -> frozenset[Event]:
    return frozenset(event for event in events if event.site.method.startswith(_CLINIT))


def _files(class_path: ClassPath, classes: Iterable[str]) -> Iterator[ClassFile]:
    return (file for name in classes if (file := class_path.find(name)) is not None)


def _source(file: ClassFile) -> str:
    package, _, name = file.name.rpartition(".")
    own = file.source_file or f"{name.partition('$')[0]}.java"
    return f"{package.replace('.', '/')}/{own}" if package else own


def _branches(owner: str, method: MethodInfo) -> Iterator[Event]:
    assert method.code is not None
    for ordinal, jump in enumerate(jumps_of(method.code)):
        site = Site(owner, method.name + method.descriptor, ordinal)
        yield from (Event(site, outcome) for outcome in jump.outcomes)
