"""The C files of a folder or a compilation database, each with its options for the preprocessor."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from symheap.lang.target import TargetError

SOURCE: Final = ".c"
HEADER: Final = ".h"


@dataclass(frozen=True, slots=True)
class Unit:
    """A C file that is proved by itself, with the options of its preprocessor.

    `standard` is as in ``-std=``, empty if it is not given; `narrow` selects a 32-bit machine.
    """

    file: Path
    include: tuple[str, ...] = ()
    include_system: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    undefine: tuple[str, ...] = ()
    include_first: tuple[str, ...] = ()
    standard: str = ""
    narrow: bool = False


@dataclass(frozen=True, slots=True)
class Units:
    """The files of a target, the files left out with the reason, and the flags that are ignored.

    `read` are all files and folders that the result of a proof depends on.
    """

    units: tuple[Unit, ...]
    skipped: tuple[TargetError, ...] = ()
    ignored: tuple[str, ...] = ()
    read: tuple[str, ...] = ()


def units_of_folder(folder: Path) -> Units:
    """Return every C file at or below a folder.

    Headers are searched in the folder and in each folder below it that has some.  Raises `TargetError` if there is no C
    file.
    """
    sources, headers = _files(folder)
    if not sources:
        raise TargetError(f"there are no C files (*{SOURCE}) in this folder", str(folder))
    include = tuple(dict.fromkeys((str(folder), *(str(each.parent) for each in headers))))
    return Units(tuple(Unit(each, include) for each in sources), read=tuple(map(str, (*sources, *headers))))


def _files(folder: Path) -> tuple[Sequence[Path], Sequence[Path]]:
    """Return the sources and the headers, in the order of their paths, without those in hidden folders."""
    paths: list[Path] = []
    for at, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        paths += [Path(at, file) for file in sorted(files)]
    sources = [each for each in paths if each.suffix == SOURCE and each.is_file()]
    return sources, [each for each in paths if each.suffix == HEADER]
