"""Where the classes of a study are: in a folder of subjects, or on Maven Central."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from symheap.bench.study import Project
from symheap.lang.java.files.cache import cache_folder
from symheap.lang.java.files.classpath import ClassPath, open_entry
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.world import World

MAVEN_SECONDS = 300.0
"""For one jar.  Maven itself tries several times before it says that there is no network."""

Tell = Callable[[str], None]
"""Hears in a few words what is being done, where that may take a while."""


@dataclass(frozen=True, slots=True)
class Found:
    """A class path: the classes of the project itself first."""

    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """The classes are nowhere, or what they need is not: a sentence that says what to do."""

    why: str


class Unavailable(Exception):
    """A jar could not be fetched: one sentence."""


class Maven:
    """Jars by their coordinates, kept in the user's cache: none is fetched twice.  `tell` hears what is fetched."""

    def __init__(self, environ: Mapping[str, str], tell: Tell = lambda doing: None) -> None:
        self._environ = environ
        self._tell = tell
        self._folder = cache_folder(environ) / "maven"

    def jar(self, coordinates: str) -> Path:
        """The jar of ``group:artifact:version``.  Raises `Unavailable`."""
        group, artifact, version = coordinates.split(":")
        kept = self._folder / group / f"{artifact}-{version}.jar"
        if not kept.is_file():
            self._fetch(coordinates, kept)
        return kept

    def _fetch(self, coordinates: str, to: Path) -> None:
        client = shutil.which("mvn", path=self._environ.get("PATH", ""))
        if client is None:
            raise Unavailable(f"{coordinates} is to be fetched from Maven Central, but there is no mvn on the PATH")
        self._tell(f"fetching {coordinates}")
        to.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            self._run([client, *_copy(coordinates, folder)], coordinates, folder)
            made = Path(folder) / to.name
            if not made.is_file():
                raise Unavailable(f"{coordinates} was fetched, but Maven left no {to.name}")
            os.replace(made, to)

    def _run(self, command: list[str], coordinates: str, folder: str) -> None:
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                env=dict(self._environ),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=MAVEN_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unavailable(f"{coordinates} could not be fetched from Maven Central: {error}") from error
        if done.returncode:
            said = [line for line in done.stdout.splitlines() if line.startswith("[ERROR]")]
            reason = said[0].removeprefix("[ERROR]").strip() if said else f"mvn ended with status {done.returncode}"
            raise Unavailable(f"{coordinates} could not be fetched from Maven Central: {reason[:300]}")


def _copy(coordinates: str, folder: str) -> list[str]:
    settings = {"artifact": coordinates, "outputDirectory": folder, "transitive": "false"}
    return ["-B", "-q", "dependency:copy", *(f"-D{name}={value}" for name, value in settings.items())]


def find(project: Project, subjects: Path | None, maven: Maven) -> Found | Missing:
    """The classes of a project: those below `subjects`, else its jar; and the jars that it needs."""
    own = _below(project, subjects)
    if own is None and not project.coordinates:
        where = "--subjects DIR is needed" if subjects is None else f"{subjects} should have its classes"
        return Missing(f"{project.name} is not on Maven Central: {where}")
    try:
        first = str(own) if own is not None else str(maven.jar(project.coordinates[0]))
        return Found((first, *(str(maven.jar(needed)) for needed in project.coordinates[1:])))
    except Unavailable as error:
        return Missing(str(error))


def world(found: Found, java: JavaOptions) -> World:
    """The classes of a project, and those of the JDK.  Raises `NotFound` if there is no JDK."""
    jdk = find_jdk(java.jdk, java.environ)
    return World(ClassPath([open_entry(Path(entry), jdk.feature) for entry in found.entries], jdk))


def _below(project: Project, subjects: Path | None) -> Path | None:
    """The first folder that fits a pattern and has one of the project's packages."""
    if subjects is None:
        return None
    packages = [name.rstrip(".").replace(".", os.sep) for name in project.packages]
    for pattern in project.folders:
        for folder in sorted(subjects.glob(pattern)):
            if any((folder / package).is_dir() for package in packages):
                return folder
    return None
