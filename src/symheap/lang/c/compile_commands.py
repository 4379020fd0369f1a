"""Compilation databases: ``compile_commands.json``, as CMake, Meson and Bear write it.

Flags that say how a file is preprocessed are kept to.  A flag that changes what a program means otherwise has its file
left out; any other flag is ignored, and named.
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
"""Flags whose value is the next word, beside those that are kept to."""
_SILENT: Final = re.compile(r"-c|-o|-M.*|-g.*|-O.*|-W.*|-w|-pipe|-x|-S|-E|--|-pedantic.*|-fdiagnostics.*")
"""Flags that decide where the output goes, how fast it is, and which warnings there are."""
_MEANING: Final = re.compile(
    r"-funsigned-char|-fno-signed-char|-fshort-enums|-fshort-wchar|-fpack-struct.*|-mx32|-m16|-fms-extensions|"
    r"-imacros|-ftrivial-auto-var-init.*|-fno-builtin.*|-ffreestanding|-nostdinc|@.*"
)
"""Flags by which the same text is another program."""


def read_compile_commands(file: Path) -> Units:
    """The C files of a database, in its order, each once.

    Raises `SourceError` with the line of what is wrong, and of an entry whose file does not exist.
    """
    found: dict[str, Unit] = {}
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
        elif found.setdefault(str(path), unit) != unit:
            reason = f"{position.file}:{position.line} compiles it again, with other flags: only the first are used"
            skipped.append(TargetError(reason, str(path)))
    if not found and not skipped:
        raise SourceError("this database has no entry", Position(str(file), 1, 1))
    if not found:
        raise skipped[0]
    folders = dict.fromkeys(folder for unit in found.values() for folder in unit.include)
    return Units(tuple(found.values()), tuple(skipped), tuple(ignored), (str(file), *found, *folders))


# Entries --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Command:
    folder: Path
    path: Path
    words: Sequence[str]


def _entries(file: Path) -> Iterator[tuple[dict[str, Any], Position]]:
    """The entries of the list, each with the line that it begins in."""
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
    """As a user in this folder would write it, if it is below."""
    absolute = os.path.abspath(path)
    here = os.getcwd()
    return Path(os.path.relpath(absolute, here) if Path(absolute).is_relative_to(here) else absolute)


# Flags ----------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Reading:
    """The flags of one command, as far as they are read.  `foreign` are those that change the meaning otherwise."""

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
        """What comes later wins, as with a compiler."""
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
