"""Jars, read in place under limits. Nothing is extracted, so no entry's name reaches the file system."""

from __future__ import annotations

import lzma
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.container import MAX_CLASS_SIZE, MAX_ENTRIES, class_of_path
from symheap.lang.java.files.unshared import UnsharedFile

MANIFEST = "META-INF/MANIFEST.MF"
_VERSIONED = re.compile(r"META-INF/versions/([1-9][0-9]{0,2})/(.+)")
_OLDEST_VERSIONED = 9
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    KeyError,
    IndexError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
    MemoryError,
)
"""The errors that `zipfile` raises on bad archives; ValueError includes UnicodeDecodeError."""


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """Limits on the cost of an archive. `ratio` applies to entries above `small` bytes."""

    entries: int = MAX_ENTRIES
    size: int = MAX_CLASS_SIZE
    total: int = 1 << 33
    ratio: int = 200
    small: int = 1 << 20


class Archive:
    """A jar. With `Multi-Release: true`, its classes are those for a JDK of version `feature`."""

    def __init__(self, path: Path, feature: int, limits: ArchiveLimits | None = None) -> None:
        self._label = str(path)
        self._opened_with = (path, feature, limits)
        self._limits = limits or ArchiveLimits()
        try:
            self._file: IO[bytes] = _opened(path)
        except FileNotFoundError:
            raise NotFound(f"{path}: no such file") from None
        except OSError as error:
            raise self._fail(f"not a readable archive: {error}", 0) from None
        try:
            self._zip = zipfile.ZipFile(self._file)
        except _BROKEN as error:
            self._file.close()
            raise self._fail(f"not a readable archive: {error}", 0) from None
        try:
            self._entries = self._select(self._zip.infolist(), feature)
        except BaseException:
            self.close()
            raise

    def __reduce__(self) -> tuple[type[Archive], tuple[Path, int, ArchiveLimits | None]]:
        return Archive, self._opened_with

    def travels(self) -> tuple[Path, Iterator[Path]]:
        return self._opened_with[0], iter(self._opened_with[:1])

    @property
    def label(self) -> str:
        return self._label

    def where(self, class_name: str) -> str:
        entry = self._entries.get(class_name)
        return f"{self._label}!/{entry.filename if entry else class_name}"

    def read(self, class_name: str) -> bytes | None:
        entry = self._entries.get(class_name)
        return None if entry is None else self._content(entry)

    def has(self, path: str) -> bool:
        """Whether a path exists, even if only for other versions of Java."""
        paths = (_release(name)[1] for name in self._zip.namelist())
        return any(name.rstrip("/") == path.rstrip("/") for name in paths)

    def names(self) -> Iterator[str]:
        return iter(self._entries)

    def close(self) -> None:
        self._zip.close()
        self._file.close()

    def _select(self, entries: list[zipfile.ZipInfo], feature: int) -> dict[str, zipfile.ZipInfo]:
        if len(entries) > self._limits.entries:
            raise self._fail(f"archive of {len(entries)} entries (more than {self._limits.entries})", 0)
        if sum(entry.file_size for entry in entries) > self._limits.total:
            raise self._fail(f"archive of more than {self._limits.total} bytes", 0)
        manifest = next((entry for entry in entries if entry.filename.upper() == MANIFEST), None)
        multi_release = manifest is not None and _is_multi_release(self._content(manifest))
        selected: dict[str, tuple[int, zipfile.ZipInfo]] = {}
        for entry in entries:
            release, path = _release(entry.filename) if multi_release else (0, entry.filename)
            name = class_of_path(path)
            if name is not None and release <= feature and (name not in selected or selected[name][0] <= release):
                selected[name] = (release, entry)
        return {name: entry for name, (_, entry) in selected.items()}

    def _content(self, entry: zipfile.ZipInfo) -> bytes:
        limits = self._limits
        at = max(0, entry.header_offset)
        if entry.file_size > limits.size:
            raise self._fail(f"{entry.filename!r} has {entry.file_size} bytes", at)
        if entry.file_size > max(limits.small, limits.ratio * entry.compress_size):
            raise self._fail(f"{entry.filename!r} is compressed more than {limits.ratio} times", at)
        if entry.compress_type not in _METHODS:
            raise self._fail(f"{entry.filename!r} is compressed by method {entry.compress_type}", at)
        try:
            with self._zip.open(entry) as stream:
                content = stream.read(entry.file_size + 1)
        except _BROKEN as error:
            raise self._fail(f"{entry.filename!r}: {error}", at) from None
        if len(content) != entry.file_size:
            raise self._fail(f"{entry.filename!r} has {len(content)} bytes, not {entry.file_size}", at)
        return content

    def _fail(self, message: str, offset: int) -> Malformed:
        return Malformed(message, self._label, offset)


def _opened(path: Path) -> IO[bytes]:
    """Open a file that forked processes may read at the same time, where processes can be forked."""
    return cast(IO[bytes], UnsharedFile(path)) if hasattr(os, "pread") else path.open("rb")


def _release(path: str) -> tuple[int, str]:
    """Return the Java version that an entry is for, 0 for all, and its path without the version."""
    match = _VERSIONED.fullmatch(path)
    if match is None or int(match[1]) < _OLDEST_VERSIONED:
        return 0, path
    return int(match[1]), match[2]


def _is_multi_release(manifest: bytes) -> bool:
    """Whether the main section, which ends at the first empty line, declares multi-release."""
    for line in manifest.splitlines():
        if not line:
            return False
        key, _, value = line.partition(b":")
        if key.strip().lower() == b"multi-release":
            return value.strip().lower() == b"true"
    return False
