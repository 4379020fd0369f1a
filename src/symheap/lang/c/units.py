"""The C files that a folder or a compilation database stands for, each with the options that it is read with."""

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
    """A C file that is proved by itself, and how its preprocessor is called.

    `standard` is as in ``-std=``, empty where nothing is said; `narrow`: for a 32-bit machine.
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
    """The files of a target, those that are left out with the reason, and the flags that have no say.

    `read` are the files and folders that decide what is proved.
    """

    units: tuple[Unit, ...]
    skipped: tuple[TargetError, ...] = ()
    ignored: tuple[str, ...] = ()
    read: tuple[str, ...] = ()


def units_of_folder(folder: Path) -> Units:
    """Every C file at or below a folder.  Headers are found in the folder and in each one below it that has some.

    Raises `TargetError` if there is no C file.
    """
    sources, headers = _files(folder)
    if not sources:
        raise TargetError(f"there are no C files (*{SOURCE}) in this folder", str(folder))
    include = tuple(dict.fromkeys((str(folder), *(str(each.parent) for each in headers))))
    return Units(tuple(Unit(each, include) for each in sources), read=tuple(map(str, (*sources, *headers))))


def _files(folder: Path) -> tuple[Sequence[Path], Sequence[Path]]:
    """The sources and the headers, in the order of their paths, without those of hidden folders."""
    found: list[Path] = []
    for at, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        found += [Path(at, file) for file in sorted(files)]
    sources = [each for each in found if each.suffix == SOURCE and each.is_file()]
    return sources, [each for each in found if each.suffix == HEADER]
