"""The runs that are served: those of the folder, and one that was named."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from symheap.store.file import RunFile
from symheap.store.folder import ENDING, file_of, files
from symheap.store.listing import Listed, listed
from symheap.store.records import State, StoreError

_NAME: Final = re.compile(r"[^/\\\x00-\x1f\x7f]{1,200}")
Stamp = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Library:
    """Runs by the names of their files.  `named` is one that need not be in the folder."""

    folder: Path
    named: Path | None = None
    _known: dict[Path, tuple[Stamp, Listed]] = field(default_factory=dict, compare=False)

    def file(self, name: str) -> Path | None:
        """That of a run.  A name is never a path: what it could lead to is in the folder, and ends like a run."""
        if _NAME.fullmatch(name) is None:
            return None
        if self.named is not None and name == self.named.stem:
            return self.named.resolve()
        found = file_of(self.folder, name)
        return found.resolve() if found.is_file() else None

    def list(self) -> tuple[list[tuple[str, Listed]], list[str]]:
        """All runs with their names, the newest first; of files that cannot be read, why."""
        found: list[tuple[str, Listed]] = []
        problems: list[str] = []
        others = [self.named] if self.named is not None and self.named.parent != self.folder else []
        for file in [*others, *files(self.folder)]:
            try:
                found.append((file.stem, self._about(file.resolve())))
            except (StoreError, OSError) as error:
                problems.append(str(error))
        found.sort(key=lambda each: (each[1].started, each[0]), reverse=True)
        return found, problems

    def _about(self, file: Path) -> Listed:
        """Of a run that nobody is at, what was known when its files were last written still holds."""
        stamp = _stamp(file)
        known = self._known.get(file)
        if known is not None and known[0] == stamp and known[1].state is not State.RUNNING:
            return known[1]
        with RunFile.read(file) as run:
            about = listed(run)
        self._known[file] = (stamp, about)
        return about


def _stamp(file: Path) -> Stamp:
    """When its files were written, and how large they are."""
    log = file.with_name(f"{file.stem}{ENDING}-wal")
    found = [file.stat(), *([log.stat()] if log.exists() else [])]
    return tuple(value for each in found for value in (each.st_mtime_ns, each.st_size))
