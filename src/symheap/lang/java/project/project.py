"""Project folders, which contain a build, as opposed to class folders."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from symheap.lang.java.project.gradle import BUILDS, SETTINGS, open_gradle
from symheap.lang.java.project.maven import POM, open_maven
from symheap.lang.java.project.modules import Project, ProjectError, Tell


def is_project(folder: Path) -> bool:
    return folder.is_dir() and any((folder / name).is_file() for name in (POM, *BUILDS, *SETTINGS))


def open_project(folder: Path, environ: Mapping[str, str], tell: Tell = lambda doing: None) -> Project:
    """Return the project of a folder. Its build is run, and may run arbitrary code: `tell` is called before.

    A folder with builds of both kinds is treated as Maven's. Raises `ProjectError`.
    """
    root = Path(os.path.realpath(folder))
    if not is_project(root):
        raise ProjectError(f"{folder}: no {POM}, {BUILDS[0]} or {SETTINGS[0]} here")
    return open_maven(root, environ, tell) if (root / POM).is_file() else open_gradle(root, environ, tell)
