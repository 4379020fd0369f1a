"""The inputs of a compilation as one digest: equal digests mean equal results."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

MAX_FILES = 2000
MAX_SOURCE_BYTES = 8 << 20


class _TooMuch(Exception):
    """Raised when reading all inputs would take longer than compiling again."""


def inputs_digest(path: Path, root: Path | None, class_path: Sequence[Path], tool: str) -> str | None:
    """Return a digest of all sources below `root`, since javac may read any, and of class path sizes and times.

    Returns None if there are too many of them.
    """
    digest = hashlib.sha256()
    try:
        _add(digest, tool, os.path.realpath(path))
        for file in _sources(path, root):
            _add(digest, str(file), file.read_bytes())
        for entry in class_path:
            for file in _files(entry, ".class") if entry.is_dir() else (entry,):
                status = file.stat()
                _add(digest, str(file.absolute()), f"{status.st_size} {status.st_mtime_ns}")
    except (_TooMuch, OSError):
        return None
    return digest.hexdigest()


def _add(digest: hashlib._Hash, *parts: str | bytes) -> None:
    """Add parts with their lengths, so that different sequences of parts have different digests."""
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)


def _sources(path: Path, root: Path | None) -> list[Path]:
    files = [path] if root is None else [path, *_files(root, ".java")]
    if sum(file.stat().st_size for file in files) > MAX_SOURCE_BYTES:
        raise _TooMuch
    return files


def _files(root: Path, suffix: str) -> Iterator[Path]:
    seen = 0
    for folder, folders, files in os.walk(root):
        folders.sort()
        seen += len(files) + len(folders)
        if seen > MAX_FILES:
            raise _TooMuch
        yield from (Path(folder, file) for file in sorted(files) if file.endswith(suffix))
