"""Compilation databases: ``compile_commands.json``, as CMake, Meson and Bear write it.

Flags of the preprocessor are respected.  A file is left out if another of its flags changes the meaning of programs;
all remaining flags are ignored, and listed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from symheap.core.source import Position, SourceError
from symheap.lang.c.units import SOURCE, Unit, Units
from symheap.lang.target import TargetError

ENDING: Final = ".json"
_TWO_WORDS: Final = (
    *("-o", "-MF", "-MT", "-MQ", "-x", "-arch", "-isysroot", "--sysroot", "-idirafter", "-imacros", "-iprefix"),
    *("-Xclang", "-Xpreprocessor", "-Xlinker", "-Xassembler", "-target", "-L", "-l", "-T", "-u", "--param", "-G"),
    "-framework",
)
"""Ignored flags whose value is the next word."""
_SILENT: Final = re.compile(r"-c|-o|-M.*|-g.*|-O.*|-W.*|-w|-pipe|-x|-S|-E|--|-pedantic.*|-fdiagnostics.*")
"""Flags that only concern output files, optimisation and warnings."""
_MEANING: Final = re.compile(
    r"-funsigned-char|-fno-signed-char|-fshort-enums|-fshort-wchar|-fpack-struct.*|-mx32|-m16|-fms-extensions|"
    r"-imacros|-ftrivial-auto-var-init.*|-fno-builtin.*|-ffreestanding|-nostdinc|@.*"
)
"""Flags that give the same text another meaning, and that are not supported."""


def read_compile_commands(file: Path) -> Units:
    """Return the C files of a database, in its order, each once.

    Raises `SourceError` at the line of an entry that is malformed or whose file does not exist.
    """
    units: dict[str, Unit] = {}
    skipped: list[TargetError] = []
    ignored: dict[str, None] = {}
    for entry, position in _entries(file):
        command = _command(entry, position)
        path = command.path
        if path.suffix != SOURCE:
            skipped.append(TargetError(f"this is not a C file (*{SOURCE})", str(path)))
            continue
        if not path.is_file():
            raise SourceError(f"there is no file {path}", position)
        reading = _Reading(command.folder)
        reading.take(command.words[1:], path)
        ignored.update(reading.ignored)
        unit = reading.unit(path)
        if reading.foreign:
            reason = f"the flag {reading.foreign[0]} changes what the program means, and is not understood"
            skipped.append(TargetError(reason, str(path)))
        elif units.setdefault(str(path), unit) != unit:
            reason = f"{position.file}:{position.line} compiles it again, with other flags: only the first are used"
            skipped.append(TargetError(reason, str(path)))
    if not units and not skipped:
        raise SourceError("this database has no entry", Position(str(file), 1, 1))
    if not units:
        raise skipped[0]
    folders = dict.fromkeys(folder for unit in units.values() for folder in unit.include)
    return Units(tuple(units.values()), tuple(skipped), tuple(ignored), (str(file), *units, *folders))


# Entries --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Command:
    folder: Path
    path: Path
    words: Sequence[str]


def _entries(file: Path) -> Iterator[tuple[dict[str, Any], Position]]:
    """Yield the entries of the list, each with the line on which it begins."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SourceError("this is not UTF-8 text", Position(str(file), 1, 1)) from error
    except OSError as error:
        raise TargetError(error.strerror or str(error), str(file)) from error
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        raise SourceError(f"this is not JSON: {error.msg}", Position(str(file), error.lineno, error.colno)) from error
    except RecursionError as error:
        raise SourceError("this is nested too deeply", Position(str(file), 1, 1)) from error
    if not isinstance(whole, list):
        raise SourceError("a compilation database is a list of entries", Position(str(file), 1, 1))
    at = text.index("[") + 1
    for _ in whole:
        while text[at] in " \t\r\n,":
            at += 1
        position = Position(str(file), text.count("\n", 0, at) + 1, 1)
        entry, at = json.JSONDecoder().raw_decode(text, at)
        if not isinstance(entry, dict):
            raise SourceError("an entry is an object with directory, file and command", position)
        yield entry, position


def _command(entry: dict[str, Any], position: Position) -> _Command:
    folder, name = entry.get("directory", ""), entry.get("file")
    if not isinstance(name, str) or not name or not isinstance(folder, str):
        raise SourceError("this entry names no file", position)
    base = Path(position.file).parent / folder
    words = entry.get("arguments")
    if words is None and isinstance(entry.get("command"), str):
        try:
            words = shlex.split(entry["command"])
        except ValueError as error:
            raise SourceError(f"the command of {name} cannot be split into words: {error}", position) from error
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise SourceError(f"the entry of {name} has neither arguments nor a command", position)
    return _Command(base, _from_here(base / name), words)


def _from_here(path: Path) -> Path:
    """Return `path` relative to the current folder if it is below it; else absolute."""
    absolute = os.path.abspath(path)
    here = os.getcwd()
    return Path(os.path.relpath(absolute, here) if Path(absolute).is_relative_to(here) else absolute)


# Flags ----------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Reading:
    """Flags of one command read so far.  `foreign` are unsupported flags that change the meaning of the program."""

    folder: Path
    include: list[str] = field(default_factory=list)
    include_system: list[str] = field(default_factory=list)
    macros: dict[str, str | None] = field(default_factory=dict)
    include_first: list[str] = field(default_factory=list)
    standard: str = ""
    narrow: bool = False
    ignored: dict[str, None] = field(default_factory=dict)
    foreign: list[str] = field(default_factory=list)

    def take(self, words: Sequence[str], path: Path) -> None:
        left = list(reversed(words))
        while left:
            word = left.pop()
            if not word.startswith(("-", "@")):
                continue  # the file itself, or an object to link
            if word in ("-I", "-D", "-U", "-include", "-isystem", "-iquote") and left:
                self._keep(word, left.pop())
            elif kept := re.fullmatch(r"(-I|-D|-U|-isystem|-iquote|-include)(.+)", word):
                self._keep(kept[1], kept[2])
            elif word.startswith("-std="):
                self.standard = word.removeprefix("-std=")
            elif word in ("-m32", "-m64"):
                self.narrow = word == "-m32"
            elif _MEANING.fullmatch(word):
                self.foreign.append(word)
            else:
                if not _SILENT.fullmatch(word):
                    self.ignored.setdefault(word)
                if word in _TWO_WORDS and left:
                    left.pop()

    def _keep(self, flag: str, value: str) -> None:
        """Store the value of a flag.  As in a compiler, a later value overrides an earlier one."""
        if flag in ("-I", "-iquote"):
            self.include.append(str(_from_here(self.folder / value)))
        elif flag == "-isystem":
            self.include_system.append(str(_from_here(self.folder / value)))
        elif flag == "-include":
            near = self.folder / value
            self.include_first.append(str(_from_here(near)) if near.is_file() else value)
        else:
            name, _, text = value.partition("=")
            self.macros.pop(name, None)
            self.macros[name] = None if flag == "-U" else text if "=" in value else "1"

    def unit(self, path: Path) -> Unit:
        return Unit(
            path,
            tuple(dict.fromkeys(self.include)),
            tuple(dict.fromkeys(self.include_system)),
            tuple(f"{name}={text}" for name, text in self.macros.items() if text is not None),
            tuple(name for name, text in self.macros.items() if text is None),
            tuple(self.include_first),
            self.standard,
            self.narrow,
        )
