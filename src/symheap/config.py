"""Settings from ``symheap.toml``, or from ``[tool.symheap]`` of ``pyproject.toml``.

The nearest folder that has either, from the one where the command runs upwards, is the one that counts.  A key is
named like its option; what no command knows is an error, never ignored.  The command line wins over a file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from symheap.core.source import Position, SourceError
from symheap.engine.search import STRATEGIES
from symheap.heap.registry import MODELS
from symheap.solver.chain import BACKENDS

Setting = bool | int | float | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """What a key may hold: `read` gives the setting, or None for a value that is wrong."""

    expected: str
    read: Callable[[object], Setting | None]


def _at_least(least: int) -> Key:
    def read(value: object) -> Setting | None:
        return value if isinstance(value, int) and not isinstance(value, bool) and value >= least else None

    return Key(f"an integer of at least {least}", read)


def _one_of(names: tuple[str, ...]) -> Key:
    return Key(f"one of {', '.join(names)}", lambda value: value if isinstance(value, str) and value in names else None)


def _list_of(names: tuple[str, ...] | None, what: str) -> Key:
    def read(value: object) -> Setting | None:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            return None
        return tuple(value) if names is None or (value and set(value) <= set(names)) else None

    return Key(f"a list of {what}", read)


def _seconds(value: object) -> Setting | None:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if plain and 0 < value < float("inf") else None  # type: ignore[operator, arg-type]


_SECONDS = Key("a positive number of seconds", _seconds)
_TRUE_OR_FALSE = Key("true or false", lambda value: value if isinstance(value, bool) else None)
_MODELS = tuple(MODELS)
PROPERTIES = ("memsafety", "reach", "leak", "memory", "memtrack", "memcleanup")
DATA_MODELS = ("ilp32", "lp64")
PATTERNS = ("coarse", "discover")
MINIMIZE = ("none", "branches", "outcomes")

KEYS: Mapping[str, Key] = {
    "heap": _one_of(_MODELS),
    "heaps": _list_of(_MODELS, f"names out of {', '.join(_MODELS)}"),
    "max-calls": _at_least(1),
    "max-loop": _at_least(1),
    "max-iterations": _at_least(1),
    "max-depth": _at_least(1),
    "max-traces": _at_least(1),
    "timeout": _SECONDS,
    "search": _one_of(tuple(STRATEGIES)),
    "seed": _at_least(0),
    "acyclic": _list_of(None, "names of fields"),
    "solver": _one_of(BACKENDS),
    "solver-timeout": _SECONDS,
    "jdk": Key("the path of a JDK", lambda value: value if isinstance(value, str) and value else None),
    "class-path": _list_of(None, "paths"),
    "assume": _list_of(None, "names of methods"),
    "non-null": _list_of(None, "names of parameters"),
    "symbolic-static": _list_of(None, "names of static fields"),
    "also": _list_of(None, "names of classes"),
    "exact-types": _TRUE_OR_FALSE,
    "flat-maps": _TRUE_OR_FALSE,
    "first-use": _TRUE_OR_FALSE,
    "consistency": _TRUE_OR_FALSE,
}
CHECK_KEYS: Mapping[str, Key] = {
    "max-calls": _at_least(1),
    "max-objects": _at_least(1),
    "max-loop": _at_least(1),
    "max-int": _at_least(0),
    "max-heaps": _at_least(1),
    "timeout": _SECONDS,
}
PROVE_KEYS: Mapping[str, Key] = {
    "entry": Key("the name of a function", lambda value: value if isinstance(value, str) and value else None),
    "pre": Key("the path of a file", lambda value: value if isinstance(value, str) and value else None),
    "property": _one_of(PROPERTIES),
    "model": _one_of(DATA_MODELS),
    "patterns": _one_of(PATTERNS),
    "rounds": _at_least(0),
    "encoding": _one_of(("paths", "ufbv")),
    "replay": _TRUE_OR_FALSE,
    "check": _TRUE_OR_FALSE,
    "certify": _TRUE_OR_FALSE,
    "timeout": _SECONDS,
    "malloc-may-fail": _TRUE_OR_FALSE,
    "havoc-unknown": _TRUE_OR_FALSE,
    "accept-bounds": _TRUE_OR_FALSE,
    "include": _list_of(None, "folders"),
    "define": _list_of(None, "macros"),
    "include-first": _list_of(None, "headers"),
}
TEST_KEYS: Mapping[str, Key] = {
    "max-calls": _at_least(1),
    "max-loop": _at_least(1),
    "max-traces": _at_least(1),
    "method-timeout": _SECONDS,
    "timeout": _SECONDS,
    "search": _one_of(tuple(STRATEGIES)),
    "package": Key("the name of a package", lambda value: value if isinstance(value, str) and value else None),
    "junit": Key("4 or 5", lambda value: value if value in (4, 5) and isinstance(value, int) else None),
    "minimize": _one_of(MINIMIZE),
    "replay": _TRUE_OR_FALSE,
}
_TABLES: Mapping[str, Mapping[str, Key]] = {"check": CHECK_KEYS, "prove": PROVE_KEYS, "test": TEST_KEYS}


@dataclass(frozen=True, slots=True)
class Config:
    """What a file says: `shared` settings, and those of the tables that commands have.  Keys have underscores."""

    file: str = ""
    shared: Mapping[str, Setting] = field(default_factory=dict)
    check: Mapping[str, Setting] = field(default_factory=dict)
    prove: Mapping[str, Setting] = field(default_factory=dict)
    test: Mapping[str, Setting] = field(default_factory=dict)


def find(folder: Path) -> Config:
    """The settings that count in `folder`.  Raises `SourceError` where a file says something that no command knows."""
    for at in (folder, *folder.parents):
        own = _text(at / "symheap.toml")
        if own is not None:
            return _read(at / "symheap.toml", own, _parse(at / "symheap.toml", own))
        project = _text(at / "pyproject.toml")
        if project is not None and re.search(r"\btool\b.*\bsymheap\b", project):
            table = _parse(at / "pyproject.toml", project).get("tool", {})
            if isinstance(table, dict) and isinstance(table.get("symheap"), dict):
                return _read(at / "pyproject.toml", project, table["symheap"])
    return Config()


def _text(path: Path) -> str | None:
    if not path.is_file():
        return None
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise SourceError(f"cannot be read: {error}", Position(str(path), 1, 1)) from error


def _parse(path: Path, text: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = re.search(r" \(at line (\d+), column (\d+)\)$", message)
        if place is None:
            raise SourceError(message, Position(str(path), text.count("\n") + 1, 1)) from error
        position = Position(str(path), int(place[1]), int(place[2]))
        raise SourceError(message[: place.start()], position) from error


def _read(path: Path, text: str, table: Mapping[str, object]) -> Config:
    shared = {key: value for key, value in table.items() if key not in _TABLES}
    own: dict[str, Mapping[str, Setting]] = {}
    for name, keys in _TABLES.items():
        found = table.get(name, {})
        if not isinstance(found, dict):
            raise SourceError(f"{name} is a table of settings", _place(path, text, name))
        own[name] = _settings(path, text, found, keys)
    return Config(str(path), _settings(path, text, shared, KEYS), **own)


def _settings(path: Path, text: str, table: Mapping[str, object], keys: Mapping[str, Key]) -> Mapping[str, Setting]:
    found: dict[str, Setting] = {}
    for name, value in table.items():
        if name not in keys:
            raise SourceError(f"unknown key {name!r}; known are {', '.join(keys)}", _place(path, text, name))
        setting = keys[name].read(value)
        if setting is None:
            raise SourceError(f"{name} must be {keys[name].expected}", _place(path, text, name))
        found[name.replace("-", "_")] = setting
    return found


def _place(path: Path, text: str, name: str) -> Position:
    """Where a key stands; the top of the file if it is written in some unusual way."""
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(rf"\s*[\[\"']*(?:tool\.symheap\.)?({re.escape(name)})\b", line)
        if match is not None:
            return Position(str(path), number, match.start(1) + 1)
    return Position(str(path), 1, 1)
