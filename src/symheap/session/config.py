"""Settings from ``symheap.toml``, or from ``[tool.symheap]`` of ``pyproject.toml``.

The search goes upwards from the folder in which the command runs, and the first folder that has either file counts.  A
key has the name of its option.  An unknown key is an error, never ignored.  The command line wins over a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import NoneType
from typing import get_args, get_origin

from symheap.core.options import About, Option, declared
from symheap.core.source import Position, SourceError
from symheap.session.settings import PROFILES, Settings

Setting = bool | int | float | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """The values that a key may hold.  `read` converts a value to a setting, or returns None for a wrong value."""

    expected: str
    read: Callable[[object], Setting | None]


def key_of(option: Option) -> Key:
    """Return the key of an option, chosen by the type of the option."""
    about, kind = option.about, _plain(option.type)
    if get_origin(kind) is tuple:
        return _list_of(about)
    if about.choices:
        return _one_of(about.choices)
    if kind is bool:
        return Key("true or false", lambda value: value if isinstance(value, bool) else None)
    if kind is int:
        return _integer(about)
    if kind is float:
        return Key("a positive number of seconds", _seconds)
    return Key(about.expected or "a text", lambda value: value if isinstance(value, str) and value else None)


def _plain(hint: object) -> object:
    """Return the type without None: ``int`` for ``int | None``."""
    return next((each for each in get_args(hint) if each is not NoneType), hint) if NoneType in get_args(hint) else hint


def _integer(about: About) -> Key:
    def read(value: object) -> Setting | None:
        is_integer = isinstance(value, int) and not isinstance(value, bool)
        most = value if about.most is None else about.most
        return value if is_integer and about.least <= value <= most else None  # type: ignore[operator, return-value]

    return Key(about.expected or f"an integer of at least {about.least}", read)


def _one_of(names: Collection[str]) -> Key:
    return Key(f"one of {', '.join(names)}", lambda value: value if isinstance(value, str) and value in names else None)


def _list_of(about: About) -> Key:
    def read(value: object) -> Setting | None:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            return None
        return tuple(value) if not about.choices or (value and set(value) <= set(about.choices)) else None

    return Key(f"a list of {about.items}", read)


def _seconds(value: object) -> Setting | None:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if plain and 0 < value < float("inf") else None  # type: ignore[operator, arg-type]


def _keys(settings: type, names: Iterable[str]) -> Mapping[str, Key]:
    options = declared(settings)
    return {name.replace("_", "-"): key_of(options[name]) for name in names if options[name].about.in_file}


def _shared() -> Iterator[str]:
    """Yield the options that all commands share: those that no profile owns."""
    own = {name for profile in PROFILES for name in profile.own}
    return (name for name in declared(Settings) if name not in own)


@cache
def shared_keys() -> Mapping[str, Key]:
    """Return the keys at the top level, outside of tables."""
    return _keys(Settings, _shared())


@cache
def _tables() -> Mapping[str, Mapping[str, Key]]:
    """Return the keys of each table, by the name of its command."""
    from symheap.session.proofs.settings import ProveSettings

    return {
        **{profile.name: _keys(Settings, profile.keys()) for profile in PROFILES},
        "prove": _keys(ProveSettings, declared(ProveSettings)),
    }


@dataclass(frozen=True, slots=True)
class Config:
    """The content of a settings file: `shared` settings and a table for each command.  Keys have underscores."""

    file: str = ""
    shared: Mapping[str, Setting] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Setting]] = field(default_factory=dict)

    def of(self, command: str) -> Mapping[str, Setting]:
        """Return the table of a command; empty if there is none."""
        return self.tables.get(command, {})


def find(folder: Path) -> Config:
    """Return the settings in force in `folder`.  Raises `SourceError` for an unknown key or a wrong value."""
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
    import tomllib

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
    shared = {key: value for key, value in table.items() if key not in _tables()}
    own: dict[str, Mapping[str, Setting]] = {}
    for name, keys in _tables().items():
        values = table.get(name, {})
        if not isinstance(values, dict):
            raise SourceError(f"{name} is a table of settings", _place(path, text, name))
        own[name] = _settings(path, text, values, keys)
    return Config(str(path), _settings(path, text, shared, shared_keys()), own)


def _settings(path: Path, text: str, table: Mapping[str, object], keys: Mapping[str, Key]) -> Mapping[str, Setting]:
    settings: dict[str, Setting] = {}
    for name, value in table.items():
        if name not in keys:
            raise SourceError(f"unknown key {name!r}; known are {', '.join(keys)}", _place(path, text, name))
        setting = keys[name].read(value)
        if setting is None:
            raise SourceError(f"{name} must be {keys[name].expected}", _place(path, text, name))
        settings[name.replace("-", "_")] = setting
    return settings


def _place(path: Path, text: str, name: str) -> Position:
    """Return the position of a key, or the top of the file if the key is written in an unusual way."""
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(rf"\s*[\[\"']*(?:tool\.symheap\.)?({re.escape(name)})\b", line)
        if match is not None:
            return Position(str(path), number, match.start(1) + 1)
    return Position(str(path), 1, 1)
