"""Write tests below a source root.  Files of the user are never overwritten."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

IsPristine = Callable[[str], bool]
"""Whether a text was generated and not edited since."""


class Fate(Enum):
    """The fate of a file.  The value is its name in reports and in JSON."""

    WRITTEN = "written"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Written:
    """A file to be written.  A `KEPT` file was edited or not generated, and stays as it was."""

    path: Path
    fate: Fate


def check_writable(root: Path) -> None:
    """Raise OSError if files could not be written below `root`, which need not exist.  Leaves nothing behind."""
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
    """Return the path of the source of a class, by the convention of javac."""
    return root.joinpath(*filter(None, package.split(".")), f"{class_name}.java")


def fate(path: Path, text: str, is_pristine: IsPristine) -> Fate:
    """Return what `write` would do."""
    before = _text(path)
    if before == text:
        return Fate.UNCHANGED
    if path.exists() and (before is None or not is_pristine(before)):
        return Fate.KEPT
    return Fate.WRITTEN if before is None else Fate.REPLACED


def write(path: Path, text: str, is_pristine: IsPristine) -> Written:
    """Write a file completely or not at all, unless that would overwrite work of the user."""
    outcome = fate(path, text, is_pristine)
    if outcome in (Fate.WRITTEN, Fate.REPLACED):
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text)
    return Written(path, outcome)


def _text(path: Path) -> str | None:
    """Return the content of a text file; None for other files."""
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _replace(path: Path, text: str) -> None:
    """Write to a temporary file beside the target, then replace the target atomically."""
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
    """Return the permissions: those of the existing file, or what the user's mask allows."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
