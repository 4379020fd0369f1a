"""The runs that are served: those of the folder, and one given by name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from symheap.store.file import RunFile
from symheap.store.folder import ENDING, file_of, files
from symheap.store.listing import Listed, listed
from symheap.store.records import RunState, StoreError

_NAME: Final = re.compile(r"[^/\\\x00-\x1f\x7f]{1,200}")
Stamp = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Library:
    """Runs by the names of their files.  `named` is a run that may be outside of the folder."""

    folder: Path
    named: Path | None = None
    _known: dict[Path, tuple[Stamp, Listed]] = field(default_factory=dict, compare=False)

    def file(self, name: str) -> Path | None:
        """Return the file of a run.

        A name is never treated as a path: the result is in the folder and ends like a run file.
        """
        if _NAME.fullmatch(name) is None:
            return None
        if self.named is not None and name == self.named.stem:
            return self.named.resolve()
        path = file_of(self.folder, name)
        return path.resolve() if path.is_file() else None

    def list(self) -> tuple[list[tuple[str, Listed]], list[str]]:
        """Return all runs with their names, newest first, and the error for each unreadable file."""
        runs: list[tuple[str, Listed]] = []
        problems: list[str] = []
        others = [self.named] if self.named is not None and self.named.parent != self.folder else []
        for file in [*others, *files(self.folder)]:
            try:
                runs.append((file.stem, self._about(file.resolve())))
            except (StoreError, OSError) as error:
                problems.append(str(error))
        runs.sort(key=lambda each: (each[1].started, each[0]), reverse=True)
        return runs, problems

    def _about(self, file: Path) -> Listed:
        """Return the summary of a run.  If no process works on it, the summary is cached until its files change."""
        stamp = _stamp(file)
        known = self._known.get(file)
        if known is not None and known[0] == stamp and known[1].state is not RunState.RUNNING:
            return known[1]
        with RunFile.read(file) as run:
            about = listed(run)
        self._known[file] = (stamp, about)
        return about


def _stamp(file: Path) -> Stamp:
    """Return the times and sizes of the files of a run."""
    log = file.with_name(f"{file.stem}{ENDING}-wal")
    stats = [file.stat(), *([log.stat()] if log.exists() else [])]
    return tuple(value for each in stats for value in (each.st_mtime_ns, each.st_size))
