"""Jars by their Maven coordinates, kept in the user's cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from symheap.core import processes
from symheap.core.cache import cache_folder

MAVEN_SECONDS = 300.0
"""The time limit of one call.  Maven itself retries several times before it reports that there is no network."""

Tell = Callable[[str], None]
"""Gets a short description of work that may take a while."""


class Unavailable(Exception):
    """Raised when a jar could not be fetched, with a one-sentence reason."""


class Maven:
    """Jars by their coordinates, kept in the user's cache, so none is fetched twice. `tell` reports downloads."""

    def __init__(self, environ: Mapping[str, str], tell: Tell = lambda doing: None) -> None:
        self._environ = environ
        self._tell = tell
        self._folder = cache_folder(environ) / "maven"

    def jar(self, coordinates: str) -> Path:
        """Return the jar of ``group:artifact:version`` or ``group:artifact:version:jar:classifier``.

        Raises `Unavailable`.
        """
        kept = self._kept(coordinates)
        if not kept.is_file():
            self._tell(f"fetching {coordinates}")
            self._fetch((coordinates,), coordinates, _copy_one)
        return kept

    def jars(self, coordinates: Sequence[str]) -> tuple[Path, ...]:
        """Return several jars without their dependencies; missing ones are fetched in one call. Raises
        `Unavailable`.
        """
        missing = tuple(each for each in coordinates if not self._kept(each).is_file())
        if missing:
            what = ", ".join(each.split(":")[1] for each in missing)
            self._tell(f"fetching {what}")
            self._fetch(missing, what, _copy_all)
        return tuple(self._kept(each) for each in coordinates)

    def _kept(self, coordinates: str) -> Path:
        group, artifact, version, *more = coordinates.split(":")
        return self._folder / group / f"{'-'.join((artifact, version, *more[1:]))}.jar"

    def _fetch(
        self, coordinates: Sequence[str], what: str, command: Callable[[Sequence[str], Path], list[str]]
    ) -> None:
        client = shutil.which("mvn", path=self._environ.get("PATH", ""))
        if client is None:
            raise Unavailable(f"{what} is to be fetched from Maven Central, but there is no mvn on the PATH")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self._folder) as folder:
                self._run([client, "-B", "-q", *command(coordinates, Path(folder))], what, folder)
                for each in coordinates:
                    self._keep(each, Path(folder))
        except OSError as error:
            raise Unavailable(f"{what} cannot be kept in {self._folder}: {error.strerror}") from error

    def _keep(self, coordinates: str, folder: Path) -> None:
        kept = self._kept(coordinates)
        made = folder / kept.name
        if not made.is_file():
            raise Unavailable(f"{coordinates} was fetched, but Maven left no {kept.name}")
        kept.parent.mkdir(parents=True, exist_ok=True)
        os.replace(made, kept)

    def _run(self, command: list[str], what: str, folder: str) -> None:
        try:
            done = processes.run(
                command,
                cwd=folder,
                env=dict(self._environ),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                seconds=MAVEN_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unavailable(f"{what} could not be fetched from Maven Central: {error}") from error
        if done.returncode:
            errors = [line for line in done.stdout.splitlines() if line.startswith("[ERROR]")]
            reason = errors[0].removeprefix("[ERROR]").strip() if errors else f"mvn ended with status {done.returncode}"
            raise Unavailable(f"{what} could not be fetched from Maven Central: {reason[:300]}")


def _copy_one(coordinates: Sequence[str], folder: Path) -> list[str]:
    settings = {"artifact": coordinates[0], "outputDirectory": str(folder), "transitive": "false"}
    return ["dependency:copy", *(f"-D{name}={value}" for name, value in settings.items())]


def _copy_all(coordinates: Sequence[str], folder: Path) -> list[str]:
    """Return a command on a made-up project, since Maven copies several jars only as dependencies of a project."""
    project = folder / "pom.xml"
    project.write_text(_project(coordinates), encoding="utf-8")
    settings = {"outputDirectory": str(folder), "excludeTransitive": "true"}
    return ["-f", str(project), "dependency:copy-dependencies", *(f"-D{name}={v}" for name, v in settings.items())]


def _project(coordinates: Sequence[str]) -> str:
    needed = "".join(
        "<dependency>"
        + "".join(
            f"<{tag}>{escape(part)}</{tag}>"
            for tag, part in zip(("groupId", "artifactId", "version"), each.split(":"), strict=True)
        )
        + "</dependency>"
        for each in coordinates
    )
    own = "<groupId>symheap</groupId><artifactId>jars</artifactId><version>1</version><packaging>pom</packaging>"
    return f"<project><modelVersion>4.0.0</modelVersion>{own}<dependencies>{needed}</dependencies></project>\n"
