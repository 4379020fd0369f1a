"""Line coverage of a program by an exploration.

A line is *covered* if some trace has run an instruction of it, and *missed* if it has code that no trace has run.  Only
the program under test counts, and only files of which some code was run.  Code that runs before the call, such as the
initialisers of Java classes, counts neither way.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symheap.core.source import CodePosition, Position, SourceError
from symheap.engine.explore import Exploration
from symheap.lang.target import Loaded, TargetError, read
from symheap.objects.ir import Method
from symheap.report.explore.places import source_file
from symheap.report.formats.notation import Notation
from symheap.store.records import Json

if TYPE_CHECKING:
    from symheap.lang.java.entry import JavaProgram
    from symheap.report.explore.explored import Explored

Lines = dict[str, set[int]]


@dataclass(frozen=True, slots=True)
class SourceCoverage:
    """A source file: its `text`, if it can be read, and the numbers of its lines with code."""

    file: str
    text: str | None
    covered: tuple[int, ...]
    missed: tuple[int, ...]


def coverage(run: Explored) -> tuple[SourceCoverage, ...]:
    """Return the coverage of the files of the program under test, sorted by name."""
    return tuple(
        SourceCoverage(file, _text(file), tuple(sorted(covered)), tuple(sorted(missed)))
        for file, (covered, missed) in sorted(run.coverage.lines().items())
    )


def _text(file: str) -> str | None:
    try:
        return read(file) if os.path.isfile(file) else None
    except (TargetError, SourceError):
        return None


class Coverage:
    """The lines covered by an exploration, including those covered by an earlier exploration of the same program.

    A method is examined again only after some trace got further in it.
    """

    def __init__(self, loaded: Loaded, notation: Notation, exploration: Exploration[Any]) -> None:
        self._loaded = loaded
        self._notation = notation
        self._exploration = exploration
        self._before: Lines = {}
        self._run: Lines = {}
        self._coded: dict[tuple[str, str], Lines] = {}
        self._seen: dict[Method, tuple[int, ...] | None] = {}
        self._classes: set[str] = set()
        self._form: dict[str, Json] | None = None

    def lines(self) -> dict[str, tuple[set[int], set[int]]]:
        """Return by file the covered lines, and the other lines with code."""
        self._look()
        coded = _union(self._coded.values())
        covered = _union((self._run, self._before))
        return {file: (covered.get(file, set()), coded[file] - covered.get(file, set())) for file in coded}

    def form(self) -> dict[str, Json]:
        """Return the coverage as plain data, from which it can be restored.  Callers must not change it."""
        self._look()
        if self._form is None:
            self._form = {
                file: {"covered": list[Json](sorted(covered)), "missed": list[Json](sorted(missed))}
                for file, (covered, missed) in sorted(self.lines().items())
            }
        return self._form

    def restore(self, form: Mapping[str, Any]) -> None:
        """Add the coverage of an earlier process: the inverse of `form`."""
        self._form = None
        for file, lines in form.items():
            self._before.setdefault(file, set()).update(lines["covered"])

    def counts(self) -> tuple[int, int]:
        """Return the number of lines with code, and how many of them are covered."""
        lines = self.lines().values()
        covered = sum(len(run) for run, _ in lines)
        return covered + sum(len(missed) for _, missed in lines), covered

    # Covered lines ----------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        if not self._seen:
            self._declare()
        for method in self._exploration.entered():
            if method not in self._seen:
                self._meet(method)
            seen = self._seen[method]
            if seen is None:
                continue
            reached = self._exploration.covered(method)
            if reached != seen:
                self._seen[method] = reached
                self._form = None
                _add(self._run, self._in(method, reached))

    def _meet(self, method: Method) -> None:
        if not self._counts(method):
            self._seen[method] = None
            return
        self._seen[method] = ()
        self._coded[method.owner, method.key] = self._in(method, map(len, method.blocks))

    def _counts(self, method: Method) -> bool:
        """Whether a method comes from a source and belongs to the program under test."""
        if not any(self._is_own(i.position) for block in method.blocks for i in block):
            return False
        self._declare_beside(method.owner)
        return (method.owner, method.key) in self._coded

    def _is_own(self, position: Position) -> bool:
        """Whether a position is in the program under test, and not in the entry that calls the method."""
        return (
            position.line > 0 and "<entry>" not in getattr(position, "member", "") and self._notation.is_own(position)
        )

    def _in(self, method: Method, reached: Iterable[int]) -> Lines:
        """Return the lines of the first instructions of each block."""
        lines: Lines = {}
        for block, count in zip(method.blocks, reached, strict=True):
            for instruction in block[:count]:
                if self._is_own(instruction.position):
                    lines.setdefault(self._file(instruction.position), set()).add(instruction.position.line)
        return lines

    def _file(self, position: Position) -> str:
        """Return the path of a source if it can be found, or else the name recorded by the compiler."""
        if not isinstance(position, CodePosition):
            return position.file
        return source_file(self._loaded.target.path, position) or position.file

    # Lines with code --------------------------------------------------------------------------------------------------

    def _declare(self) -> None:
        """Register methods that no trace has entered yet; for Java, those of the source or class under test."""
        program, java = self._loaded.program, self._loaded.java
        if java is None:
            for method in (program.entry, *program.methods.values()):
                self._coded[method.owner, method.key] = self._in(method, map(len, method.blocks))
            return
        from symheap.report.java.lines import classes_in

        self._declare_classes(java, classes_in(java.table.world.class_path, os.path.basename(self._loaded.target.path)))
        self._declare_beside(java.subject.class_name)

    def _declare_beside(self, class_name: str) -> None:
        """Register the methods of a Java class and of the classes nested with it."""
        if self._loaded.java is not None and class_name not in self._classes:
            from symheap.report.java.lines import classes_beside

            class_path = self._loaded.java.table.world.class_path
            self._declare_classes(self._loaded.java, classes_beside(class_path, class_name))

    def _declare_classes(self, java: JavaProgram, names: Iterable[str]) -> None:
        from symheap.report.java.lines import lines_of

        new = [name for name in names if name not in self._classes]
        self._classes.update(new)
        for method in lines_of(java.table.world.class_path, new):
            self._coded[method.owner, method.key] = {self._file(method.position): set(method.lines)}


def _union(parts: Iterable[Lines]) -> Lines:
    union: Lines = {}
    for part in parts:
        _add(union, part)
    return union


def _add(covered: Lines, more: Lines) -> None:
    for file, lines in more.items():
        covered.setdefault(file, set()).update(lines)
