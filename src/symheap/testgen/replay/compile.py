"""Compile all tests at once.  Tests that javac rejects are left out, and the others are compiled again."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from symheap.lang.java.files.child import CannotRun
from symheap.lang.java.files.launch import run_javac
from symheap.testgen.replay.sources import LinesOfTest, Name, Source, imported
from symheap.testgen.replay.toolchain import Toolchain

ROUNDS = 8
"""The number of compilations before giving up: javac may hide one kind of error behind another."""

_OPTIONS = ("-g", "-proc:none", "-nowarn", "-implicit:none", "-encoding", "UTF-8", "-Xmaxerrs", "10000")
_ERROR = re.compile(r"(.+?\.java):(\d+): error: (.*)")
_ANY_ERROR = re.compile(r"error: (.*)")


@dataclass(frozen=True, slots=True)
class Compiled:
    """The result of a compilation.

    `folder` has the classes of `sources`, which are the given ones without the tests in `refused` (with their errors).
    """

    folder: Path
    sources: tuple[Source, ...]
    refused: Mapping[Name, str]


@dataclass(frozen=True, slots=True)
class _Error:
    """An error of javac.  `line` is 0 if javac names none; `path` is empty if it names no file of ours."""

    path: str
    line: int
    message: str


def compile_tests(
    toolchain: Toolchain, class_path: Sequence[Path], sources: Sequence[Source], folder: Path
) -> Compiled:
    """Compile into a new folder below `folder`.  Raises `CannotRun` if javac cannot be run."""
    refused: dict[Name, str] = {}
    left = tuple(sources)
    for attempt in range(ROUNDS):
        made = folder / f"classes{attempt}"
        errors = _attempt(toolchain, class_path, left, folder / f"sources{attempt}", made)
        if not errors:
            return Compiled(made, left, refused)
        blamed = _blamed(errors, left)
        refused.update(blamed)
        left = tuple(kept for source in left if (kept := _without(source, blamed)) is not None)
        if not any(source.tests for source in left):
            break
    else:
        refused.update({_name(source, test.name): "javac refuses the file" for source in left for test in source.tests})
    empty = folder / "nothing"
    empty.mkdir()
    return Compiled(empty, (), refused)


def _name(source: Source, test: str) -> Name:
    return Name(source.full_name, test)


def _without(source: Source, refused: Mapping[Name, str]) -> Source | None:
    """Return the file without refused tests.

    None if it has no tests left, because the error may then be outside of the tests.
    """
    names = frozenset(test.name for test in source.tests if _name(source, test.name) in refused)
    if not names:
        return source
    return source.without(names) if len(names) < len(source.tests) else None


def _blamed(errors: Sequence[_Error], sources: Sequence[Source]) -> dict[Name, str]:
    """Return the tests with errors.

    An error at an import is attributed to the tests that name what it imports, and any other error outside of all tests
    to every test of its file.  An error in a file without tests, or in no file, is attributed to all tests.
    """
    errors_by_test: dict[Name, str] = {}
    for error in errors:
        own = [source for source in sources if source.path == error.path and source.tests]
        for source in own or sources:
            within = [test for test in source.tests if own and test.first <= error.line <= test.last]
            for test in within or (_importing(source, error.line) if own else ()) or source.tests:
                where = f"line {error.line}: " if error.line and own else ""
                errors_by_test.setdefault(_name(source, test.name), f"{where}{error.message}")
    return errors_by_test


def _importing(source: Source, line: int) -> list[LinesOfTest]:
    """Return the tests that name the class or member that a line of the file imports."""
    lines = source.text.split("\n")
    name = imported(lines[line - 1]) if line <= len(lines) else None
    if name is None:
        return []
    word = re.compile(rf"\b{re.escape(name)}\b")
    return [test for test in source.tests if word.search("\n".join(lines[test.first - 1 : test.last]))]


def _attempt(
    toolchain: Toolchain, class_path: Sequence[Path], sources: Sequence[Source], texts: Path, classes: Path
) -> list[_Error]:
    classes.mkdir()
    files: list[str] = []
    for source in sources:
        path = texts / source.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source.text, encoding="utf-8")
        files.append(str(path))
    entries = os.pathsep.join(str(path.absolute()) for path in (*class_path, *toolchain.junit))
    empty = texts / ".nothing"
    empty.mkdir(parents=True)
    places = ("-d", str(classes), "-cp", entries, "-sourcepath", str(empty), "-processorpath", str(empty))
    return _run(str(toolchain.jdk.javac()), [*_OPTIONS, *places, *files], texts)


def _run(javac: str, arguments: list[str], texts: Path) -> list[_Error]:
    try:
        status, output = run_javac(javac, arguments)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotRun(f"{javac} cannot be run: {error}") from error
    if not status:
        return []
    return _errors(output, texts) or [_Error("", 0, output.strip()[:300] or f"javac ended with status {status}")]


def _errors(said: str, texts: Path) -> list[_Error]:
    errors: list[_Error] = []
    for line in said.splitlines():
        if match := _ERROR.fullmatch(line):
            path = Path(match[1])
            inside = path.is_relative_to(texts)
            errors.append(_Error(path.relative_to(texts).as_posix() if inside else "", int(match[2]), match[3]))
        elif match := _ANY_ERROR.fullmatch(line):
            errors.append(_Error("", 0, match[1]))
    return errors
