"""Task definitions of SV-COMP: a small YAML file that names the program, its properties and its data model.

Only the keys that matter here are read, in the form in which the competition writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from symheap.core.source import Position, SourceError

ENDING: Final = ".yml"
PROPERTIES: Final = {"valid-memsafety": "memtrack", "valid-memcleanup": "memcleanup", "unreach-call": "reach"}
"""Maps the provable properties of the competition, by the names of their files, to the names used here."""

_ENTRY: Final = re.compile(r"\s*(?:-\s+)?(?P<key>\w+):\s*(?P<value>.*?)\s*(?:#.*)?")
_ITEM: Final = re.compile(r"\s*-\s+(?P<value>[^:]*?)\s*(?:#.*)?")


@dataclass(frozen=True, slots=True)
class Task:
    """A task of SV-COMP: the `files` of the program, and the `properties` of `PROPERTIES` to prove.

    `model` is the data model, empty if the task names none.
    """

    files: tuple[Path, ...]
    properties: tuple[str, ...]
    model: str


def read_task(file: Path) -> Task:
    """Read the task that a file defines.  Raises `SourceError` if it names no program."""
    files: list[str] = []
    properties: list[str] = []
    model = ""
    for key, value in _entries(file.read_text(encoding="utf-8", errors="replace")):
        if key == "input_files":
            files += [each for each in re.split(r"[\[\],\s'\"]+", value) if each]
        elif key == "property_file":
            properties.append(Path(value.strip("'\"")).stem)
        elif key == "data_model":
            model = value.strip("'\"").lower()
    if not files:
        raise SourceError("this task definition names no input_files", Position(str(file), 1, 1))
    if model not in ("", "ilp32", "lp64"):
        raise SourceError(f"the data model {model} is not known", Position(str(file), 1, 1))
    known = dict.fromkeys(PROPERTIES[each] for each in properties if each in PROPERTIES)
    return Task(tuple(file.parent / each for each in files), tuple(known), model)


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
