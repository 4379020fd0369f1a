"""Options, each declared once: a field of a settings dataclass, with what users are told about it.

The command line, the settings file, the keywords of the Python interface, their help and the settings that a run keeps
are derived from these declarations.  A field that is no option, such as the environment, has no declaration.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Final, get_type_hints

_KEY: Final = "option"


@dataclass(frozen=True, slots=True)
class About:
    """What users are told of an option, and what it accepts.

    `flags` are its names on the command line where they are not made from its own; one that begins with ``--no-``
    switches off.  `separator`: the command line gives several values in one word.  `least` and `most` bound an integer.
    `shown` are words for the default where its value does not do.  `items` are the elements of a list in words,
    `expected` is a correct value in words, `noun` says what a choice is.  `in_file`: whether a settings file may hold
    it.
    """

    help: str
    flags: tuple[str, ...] = ()
    metavar: str | None = None
    choices: Collection[str] = ()
    separator: str = ""
    least: int = 1
    most: int | None = None
    shown: str = ""
    items: str = ""
    expected: str = ""
    noun: str = ""
    in_file: bool = True
    is_path: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A declared option: its name, the type of its value, and its default."""

    name: str
    type: Any
    default: Any
    about: About


def option(default: Any, help: str, **about: Any) -> Any:
    """Declare a field of a dataclass as an option.  The arguments are those of `About`."""
    return field(default=default, metadata={_KEY: About(help, **about)})


def declared(settings: type) -> Mapping[str, Option]:
    """The options of a dataclass, by name, in the order of their declaration."""
    hints = get_type_hints(settings)
    return {
        each.name: Option(each.name, hints[each.name], _default(each), each.metadata[_KEY])
        for each in fields(settings)
        if _KEY in each.metadata
    }


def _default(each: Field[Any]) -> Any:
    assert each.default is not MISSING, f"the option {each.name} has no default"
    return each.default
