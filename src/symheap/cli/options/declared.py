"""Options of the command line, generated from their declarations.

``said: Annotated[Said, of(Settings, "heap", Exploring)]`` gives a command the options with these names and groups.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from inspect import Parameter
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

import typer

from symheap.core.options import Option, declared
from symheap.core.theories.near import did_you_mean
from symheap.heap.registry import MODELS
from symheap.session.settings import PLAIN, Profile
from symheap.session.status import WrongUse


class Said(dict[str, Any]):
    """The settings given on a command line, by name.  Options that are not given are missing."""


@dataclass(frozen=True, slots=True)
class Declared:
    """Options of a settings class, in order, with the defaults of a command."""

    settings: type
    names: tuple[str, ...]
    profile: Profile

    def parameters(self) -> Iterator[Parameter]:
        """Yield the options as typer sees them.

        An option that is not given has the value None, False or an empty list.
        """
        options = declared(self.settings)
        for name in self.names:
            yield _parameter(options[name], self.profile)

    def said(self, values: dict[str, Any]) -> Said:
        """Take the settings out of the values that typer passes."""
        options = declared(self.settings)
        given = ((name, values.pop(name)) for name in self.names)
        return Said({name: _setting(options[name], value) for name, value in given if _is_given(value)})


def of(settings: type, *parts: str | type, profile: Profile = PLAIN, without: tuple[str, ...] = ()) -> Declared:
    """Select the options that `parts` name: single options, or classes of options."""
    names = [name for part in parts for name in ((part,) if isinstance(part, str) else declared(part))]
    return Declared(settings, tuple(name for name in names if name not in without), profile)


def seconds(value: float | None) -> float | None:
    if value is not None and not 0.001 <= value < float("inf"):
        raise typer.BadParameter("must be a number of seconds, 0.001 or more")
    return value


def _is_given(value: object) -> bool:
    return value is not None and value is not False and value not in ([], ())


def _parameter(option: Option, profile: Profile) -> Parameter:
    annotation, default, how = _typed(option)
    about = option.about
    shown = profile.shown.get(option.name) or _shown(profile.defaults.get(option.name)) or about.shown
    if not shown and default is None:
        shown = _shown(option.default)
    typer_option = typer.Option(
        *_flags(option, default),
        help=profile.help.get(option.name, about.help),
        metavar=about.metavar,
        show_default=shown or True,
        **how,
    )
    return Parameter(
        option.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[annotation, typer_option]
    )


def _flags(option: Option, default: object) -> tuple[str, ...]:
    """Return the names of an option.

    A switch gets one name, because typer would add a second one that switches it off.
    """
    named = option.about.flags
    return named or ((f"--{option.name.replace('_', '-')}",) if default is False else ())


def _shown(default: object) -> str:
    """Return a default in words; an empty text for a list, a switch or no value."""
    if default is None or isinstance(default, bool | tuple):
        return ""
    return f"{default:g}" if isinstance(default, float) else str(default)


def _typed(option: Option) -> tuple[Any, object, dict[str, Any]]:
    """Return the type of a parameter, its value if it is not given, and the checks for typer."""
    about, kind = option.about, _plain(option.type)
    if get_origin(kind) is tuple:
        element: Any = Path if about.is_path else str
        if about.choices and not about.separator:
            element = _choice(option.name, tuple(about.choices))
        return (str | None if about.separator else list[element] | None), None, {}
    if kind is bool:
        return bool, False, {}
    if about.choices:
        return _choice(option.name, tuple(about.choices)) | None, None, {}
    if kind is int:
        return int | None, None, {"min": about.least, "max": about.most}
    if kind is float:
        return float | None, None, {"callback": seconds}
    return (Path if about.is_path else str) | None, None, {}


def _plain(hint: object) -> object:
    kinds = get_args(hint)
    return next(each for each in kinds if each is not NoneType) if NoneType in kinds else hint


@cache
def _choice(name: str, words: tuple[str, ...]) -> type[StrEnum]:
    """Return the choices as an enumeration, which typer requires."""
    return StrEnum(name, {f"C{at}": word for at, word in enumerate(words)})  # type: ignore[return-value]


def _setting(option: Option, value: object) -> object:
    """Return the value of an option as settings hold it."""
    if option.type is bool:
        return not any(flag.startswith("--no-") for flag in option.about.flags)
    if isinstance(value, str) and option.about.separator:
        return _separated(option, value)
    if isinstance(value, list | tuple):
        return tuple(map(_word, value))
    return _word(value)


def _word(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    return str(value) if isinstance(value, Path) else value


def _separated(option: Option, text: str) -> tuple[str, ...]:
    """Split several values in one word.  Raises `WrongUse` for an unknown choice."""
    about = option.about
    if about.choices:
        return heap_models(text)
    return tuple(filter(None, text.split(os.pathsep if about.separator == "pathsep" else about.separator)))


def heap_models(text: str) -> tuple[str, ...]:
    """Return the heap models that an option lists, each once."""
    words = tuple(dict.fromkeys(word.strip() for word in text.split(",")))
    for word in words:
        if word not in MODELS:
            near = did_you_mean(word, MODELS)
            raise WrongUse(f"--heap: unknown heap model {word!r}{near or ';'} known are {', '.join(MODELS)}")
    return words
