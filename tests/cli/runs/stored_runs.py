"""Find and read the runs that a test has stored."""

from __future__ import annotations

import json
from pathlib import Path

from symheap.report.explore.derived import kept_paths
from symheap.store.file import RunFile
from symheap.store.folder import files


def the_run(folder: Path) -> Path:
    [file] = files(folder)
    return file


def results(file: Path) -> set[str]:
    """Return the paths of a run, without their numbers and their examples, which depend on the solver."""
    with RunFile.read(file) as run:
        return {
            json.dumps([subject.target, path.place, path.key, {**path.document, "id": "", "inputs": None}])
            for subject in run.subjects()
            for path in kept_paths(run, subject.number)
        }
