"""A folder of Java sources, compiled together.

A source that javac rejects is left out, and so is every source that needs it; each is reported with its first error.
Sources that declare classes of the same name are compiled separately, as unrelated programs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from symheap.core.cache import prune, write_atomically
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.archive import Archive
from symheap.lang.java.files.container import MAX_ENTRIES, Container
from symheap.lang.java.files.folder import Folder
from symheap.lang.java.files.inputs import inputs_digest
from symheap.lang.java.files.javac import KEPT_COMPILATIONS, CompileError, Javac, details_below, jar_of
from symheap.lang.java.files.jdk import Jdk

_NOT_CLASSES: Final = ("module-info.java", "package-info.java")
_BUILDS: Final = ("pom.xml", "*.gradle", "*.gradle.kts")
_PLACED: Final = re.compile(r"(.+?\.java):(\d+): error: (.*)")
_DUPLICATE: Final = "duplicate class: "
_ROUNDS: Final = 20
"""The number of rounds.  A source is left out one round after the sources that it needs."""


@dataclass(frozen=True, slots=True)
class SourceProblem:
    """The first error of a source that was left out. `place` is ``:line:column``, as far as javac gives them."""

    file: str
    place: str
    message: str


@dataclass(frozen=True, slots=True)
class Compiled:
    """Classes that were compiled together; `location` is a jar or folder that a JVM can take as its class path.

    `sources` are the sources of the classes, if they clash with others of the folder.
    """

    container: Container
    location: Path
    sources: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class CompiledFolder:
    """The result for a folder: compiled `parts`, usually a single one, and the sources left out."""

    parts: tuple[Compiled, ...]
    problems: tuple[SourceProblem, ...]


def sources_in(folder: Path) -> list[Path]:
    """Return the Java sources at or below a folder, in the order of their paths, without those of hidden folders."""
    sources: list[Path] = []
    for at, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        sources += [Path(at, file) for file in sorted(files) if file.endswith(".java") and file not in _NOT_CLASSES]
        if len(sources) > MAX_ENTRIES:
            raise Malformed(f"folder of more than {MAX_ENTRIES} sources", str(folder), 0)
    return sources


def builds_in(folder: Path) -> list[Path]:
    """Return the build files at or below a folder."""
    files = (each for name in _BUILDS for each in folder.rglob(name))
    return sorted(each for each in files if not any(part.startswith(".") for part in each.relative_to(folder).parts))


def compile_folder(
    folder: Path, jdk: Jdk, class_path: Sequence[Path], *, cache: Path | None = None, time_limit: float | None = None
) -> CompiledFolder:
    """Compile all sources of a folder. With `cache`, unchanged sources are not compiled again."""
    sources = sources_in(folder)
    javac = Javac(jdk, class_path) if time_limit is None else Javac(jdk, class_path, time_limit)
    digest = inputs_digest(sources[0], folder, class_path, f"folder {javac.identity}") if cache and sources else None
    kept = cache / "javac" / f"{digest}.jar" if cache and digest else None
    if kept is not None and (known := _reopened(kept, jdk)) is not None:
        return CompiledFolder((known,), ())
    compiled = _Compiling(javac, folder).run(sources)
    if kept is not None and len(compiled.parts) == 1 and not compiled.problems:
        write_atomically(kept, jar_of(compiled.parts[0].location))
        prune(kept.parent, KEPT_COMPILATIONS)
    return compiled


def _reopened(kept: Path, jdk: Jdk) -> Compiled | None:
    """Return a cached compilation, or None if there is no valid one."""
    if not kept.is_file():
        return None
    try:
        container = Archive(kept, jdk.feature)
        os.utime(kept)
    except (Malformed, NotFound, OSError):
        return None
    return Compiled(container, kept)


class _Compiling:
    """Rounds of javac over the remaining sources."""

    def __init__(self, javac: Javac, folder: Path) -> None:
        self._javac = javac
        self._folder = folder
        self._absolute = folder.absolute()
        self._problems: list[SourceProblem] = []

    def run(self, sources: Sequence[Path]) -> CompiledFolder:
        parts: list[Compiled] = []
        left = list(sources)
        while left:
            together, apart = self._part(left)
            if together is not None:
                parts.append(replace(together, sources=()) if not parts and not apart else together)
            left = apart
        return CompiledFolder(tuple(parts), tuple(sorted(self._problems, key=lambda each: each.file)))

    def _part(self, sources: list[Path]) -> tuple[Compiled | None, list[Path]]:
        """Return the sources that compile together, and those that clash with them."""
        left, apart = list(sources), list[Path]()
        for _ in range(_ROUNDS):
            if not left:
                return None, apart
            try:
                classes = self._javac.compile(left)
                return Compiled(Folder(classes), classes, tuple(left)), apart
            except CompileError as error:
                refused = self._refused(error, left)
                clashing = [each for each in left if each in refused and refused[each].message.startswith(_DUPLICATE)]
                apart += clashing
                self._problems += [problem for file, problem in refused.items() if file not in clashing]
                left = [each for each in left if each not in refused]
        self._problems += [SourceProblem(str(each), "", "javac found errors again and again") for each in left]
        return None, apart

    def _refused(self, error: CompileError, left: Sequence[Path]) -> dict[Path, SourceProblem]:
        """Return the sources with errors, each with its first; a duplicate class takes precedence over other errors.

        Raises the error if it is about no source.
        """
        first: dict[Path, SourceProblem] = {}
        known = set(left)
        for problem in _placed(error.lines):
            at = Path(problem.file)
            file = self._folder / at.relative_to(self._absolute) if at.is_relative_to(self._absolute) else at
            if file in known and (file not in first or problem.message.startswith(_DUPLICATE)):
                first[file] = SourceProblem(str(file), problem.place, problem.message)
        if not first:
            raise error
        return first


def _placed(lines: Sequence[str]) -> Iterator[SourceProblem]:
    """Yield the errors that have a position."""
    for number, line in enumerate(lines):
        if match := _PLACED.fullmatch(line):
            column, more = details_below(lines[number + 1 :])
            yield SourceProblem(match[1], f":{match[2]}{column}", match[3] + more)
