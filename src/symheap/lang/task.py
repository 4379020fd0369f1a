"""Task definitions of SV-COMP: a small YAML file that names the program, its properties and its language.

Only the keys that matter here are read, in the form in which the competition writes them.  Expected verdicts are not
read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from symheap.core.source import Position, SourceError

ENDING: Final = ".yml"

_ENTRY: Final = re.compile(r"\s*(?:-\s+)?(?P<key>\w+):\s*(?P<value>.*?)\s*(?:#.*)?")
_ITEM: Final = re.compile(r"\s*-\s+(?P<value>[^:]*?)\s*(?:#.*)?")


@dataclass(frozen=True, slots=True)
class Task:
    """A task of SV-COMP: the `files` or folders of the program, and the names of its `properties`.

    A property is named after its file, without the ending.  `model` is the data model and `language` the language of
    the program, in lower case; both are empty if the task does not name them.
    """

    files: tuple[Path, ...]
    properties: tuple[str, ...]
    model: str
    language: str = ""


def read_task(file: Path) -> Task:
    """Read the task that a file defines.  Raises `SourceError` if it names no program."""
    files: list[str] = []
    properties: list[str] = []
    model = language = ""
    for key, value in _entries(file.read_text(encoding="utf-8", errors="replace")):
        if key == "input_files":
            files += [each for each in re.split(r"[\[\],\s'\"]+", value) if each]
        elif key == "property_file":
            properties.append(Path(value.strip("'\"")).stem)
        elif key == "data_model":
            model = value.strip("'\"").lower()
        elif key == "language":
            language = value.strip("'\"").lower()
    if not files:
        raise SourceError("this task definition names no input_files", Position(str(file), 1, 1))
    if model not in ("", "ilp32", "lp64"):
        raise SourceError(f"the data model {model} is not known", Position(str(file), 1, 1))
    return Task(tuple(file.parent / each for each in files), tuple(dict.fromkeys(properties)), model, language)


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Yield the keys of a file with their values; each item of a list under a key is an entry of its own."""
    last = ""
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            continue
        entry = _ENTRY.fullmatch(line)
        if entry is not None:
            last = entry["key"]
            if entry["value"]:
                yield last, entry["value"]
            continue
        item = _ITEM.fullmatch(line)
        if item is not None and item["value"]:
            yield last, item["value"]
