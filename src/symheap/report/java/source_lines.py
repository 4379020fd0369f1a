"""Read lines of source files for reports."""

from __future__ import annotations

from pathlib import Path

_LARGEST = 16 * 1024 * 1024


class SourceLines:
    """Reads files below a folder on demand.  Unreadable files have no lines."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files: dict[str, list[str]] = {}

    def normalised(self, file: str, line: int) -> str:
        """Return a line, counted from 1, with normalised white space; empty if it does not exist."""
        if not file or line < 1:
            return ""
        if file not in self._files:
            self._files[file] = self._read(file)
        lines = self._files[file]
        return " ".join(lines[line - 1].split()) if line <= len(lines) else ""

    def _read(self, file: str) -> list[str]:
        try:
            path = self._root / file
            if not path.is_file() or path.stat().st_size > _LARGEST:
                return []
            return path.read_text(encoding="utf-8", errors="replace").split("\n")
        except (OSError, ValueError):
            return []
