"""Writing tests below a source root.  What the user made is never overwritten."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

IsPristine = Callable[[str], bool]
"""Whether a text is one that we wrote, and nobody has edited it since."""


class Fate(Enum):
    """What became of a file.  The value is what a report and its JSON form call it."""

    WRITTEN = "written"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was to be written.  One that is `KEPT` was edited, or is not ours: it is as it was before."""

    path: Path
    fate: Fate


def check_writable(root: Path) -> None:
    """Raises OSError if files could not be written below `root`, which need not exist; leaves nothing behind."""
    at = root
    while not at.exists() and at != at.parent:
        at = at.parent
    if not at.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(at))
    try:
        with tempfile.TemporaryFile(dir=at):
            pass
    except OSError as error:
        raise OSError(error.errno, error.strerror or "cannot be written", str(root)) from error


def path_of(root: Path, package: str, class_name: str) -> Path:
    """Where the source of a class of a package is, by the custom of javac."""
    return root.joinpath(*filter(None, package.split(".")), f"{class_name}.java")


def fate(path: Path, text: str, is_pristine: IsPristine) -> Fate:
    """What `write` would do."""
    before = _text(path)
    if before == text:
        return Fate.UNCHANGED
    if path.exists() and (before is None or not is_pristine(before)):
        return Fate.KEPT
    return Fate.WRITTEN if before is None else Fate.REPLACED


def write(path: Path, text: str, is_pristine: IsPristine) -> Written:
    """Put a text there, whole or not at all, unless that would overwrite what the user made."""
    found = fate(path, text, is_pristine)
    if found in (Fate.WRITTEN, Fate.REPLACED):
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text)
    return Written(path, found)


def _text(path: Path) -> str | None:
    """What is there, if it is text."""
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _replace(path: Path, text: str) -> None:
    """By way of a file beside it, which takes its place at once."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        os.chmod(name, _mode(path))
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _mode(path: Path) -> int:
    """Of a new file what the user's mask allows; of another, what it was."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
