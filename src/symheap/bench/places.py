"""Find the classes of a study: in a folder of subjects, or on Maven Central."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from symheap.bench.study import StudyProject
from symheap.lang.java.files.classpath import ClassPath, open_entry
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.world import World


@dataclass(frozen=True, slots=True)
class ProjectJars:
    """A class path; the first entry holds the project's own classes."""

    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """The classes or their libraries cannot be found; `why` also says what to do."""

    why: str


def find(project: StudyProject, subjects: Path | None, maven: Maven) -> ProjectJars | Missing:
    """Find the classes of a project, below `subjects` or else in its jar, and the jars that it needs."""
    own = _below(project, subjects)
    if own is None and not project.coordinates:
        where = "--subjects DIR is needed" if subjects is None else f"{subjects} should have its classes"
        return Missing(f"{project.name} is not on Maven Central: {where}")
    try:
        first = str(own) if own is not None else str(maven.jar(project.coordinates[0]))
        return ProjectJars((first, *(str(maven.jar(needed)) for needed in project.coordinates[1:])))
    except Unavailable as error:
        return Missing(str(error))


def world(place: ProjectJars, java: JavaOptions) -> World:
    """Return the classes of a project and of the JDK.  Raises `NotFound` if there is no JDK."""
    jdk = find_jdk(java.jdk, java.environ)
    return World(ClassPath([open_entry(Path(entry), jdk.feature) for entry in place.entries], jdk))


def _below(project: StudyProject, subjects: Path | None) -> Path | None:
    """Return the first folder that matches a pattern and contains one of the project's packages."""
    if subjects is None:
        return None
    packages = [name.rstrip(".").replace(".", os.sep) for name in project.packages]
    for pattern in project.folders:
        for folder in sorted(subjects.glob(pattern)):
            if any((folder / package).is_dir() for package in packages):
                return folder
    return None
