"""Read the files that a proof needs, or refuse them by name."""

from __future__ import annotations

import stat
from pathlib import Path

from symheap.core.source import Position, SourceError
from symheap.core.theories.near import file_near
from symheap.lang.target import JAVALITE, POSE, Target, TargetError, is_java

ENDINGS = (".c", ".h", ".i")


def check_readable(file: Path) -> None:
    """Raise `TargetError` or `SourceError` for a file that is not C, before a compiler is called."""
    name = str(file)
    if file.suffix.lower() not in ENDINGS:
        java = is_java(Target(name)) or file.suffix in (*JAVALITE, *POSE)
        instead = "; for programs with objects there is symheap explore" if java else ""
        raise TargetError(f"prove is for C; files end in {', '.join(ENDINGS)}{instead}", name)
    try:
        mode = file.stat().st_mode
    except FileNotFoundError as error:
        raise TargetError(f"{error.strerror}{file_near(name)}", name) from error
    except OSError as error:
        raise TargetError(error.strerror or str(error), name) from error
    except ValueError as error:
        raise TargetError(str(error), name) from error
    if stat.S_ISDIR(mode):
        raise TargetError("this is a folder; name a C file in it", name)
    if not stat.S_ISREG(mode):
        raise TargetError("this is not a regular file", name)
    data = file.read_bytes()
    if b"\0" in data:
        raise SourceError("this is not a text", Position(name, data[: data.index(b"\0")].count(b"\n") + 1, 1))


def text_of(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise TargetError("this is not UTF-8 text", file) from error
