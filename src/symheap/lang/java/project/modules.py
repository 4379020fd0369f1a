"""A project for test generation: modules with classes, their sources, and their dependencies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

Tell = Callable[[str], None]
"""Gets a short description of work that may take a while."""

_JUPITER: Final = re.compile(r"junit-jupiter-api-.*\.jar")
_JUNIT_4: Final = re.compile(r"junit4?(-dep)?(-4\..*)?\.jar")


class ProjectError(Exception):
    """Raised for a project that cannot be tested as it is: one line. `lines` is the output of the build, if it
    failed.
    """

    def __init__(self, message: str, lines: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Module:
    """A part of a project that has classes of its own. All paths are absolute.

    `class_path` are the dependencies of the classes, without those of tests only; `test_path` are the further
    dependencies of tests. `test_root` may not exist. `junit` is 4 or 5, whichever the tests use; None if there is no
    JUnit on their class path.
    """

    name: str
    folder: Path
    classes: Path
    sources: tuple[Path, ...]
    test_root: Path
    class_path: tuple[Path, ...]
    junit: int | None
    test_path: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Project:
    """A project; `kind` is the build tool: ``maven`` or ``gradle``. Modules are in the order of the build."""

    root: Path
    kind: str
    modules: tuple[Module, ...]


def junit_on(test_class_path: Iterable[Path]) -> int | None:
    """Return the version of JUnit by the names of the jars. A project that has both is migrating from 4 to 5."""
    names = [entry.name for entry in test_class_path]
    if any(_JUPITER.fullmatch(name) for name in names):
        return 5
    return 4 if any(_JUNIT_4.fullmatch(name) for name in names) else None
