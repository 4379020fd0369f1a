"""Options, each declared once: a field of a settings dataclass with its description for users.

The command line, the settings file, the keywords of the Python interface, their help and the settings stored with a run
are derived from these declarations. A field that is not an option, such as the environment, has no declaration.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Final, get_type_hints

_KEY: Final = "option"


@dataclass(frozen=True, slots=True)
class About:
    """The description of an option for users, and the values it accepts.

    `flags` are its names on the command line if they differ from the field's name; a flag that begins with ``--no-``
    switches the option off. `separator` splits one word of the command line into several values. `least` and `most`
    bound an integer. `shown` replaces the default in help texts. `items` describes the elements of a list, `expected` a
    correct value, and `noun` names the thing that is chosen. `in_file` says whether a settings file may contain the
    option.
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
    """A declared option: its name, type, default and description."""

    name: str
    type: Any
    default: Any
    about: About


def option(default: Any, help: str, **about: Any) -> Any:
    """Declare a field of a dataclass as an option. The keyword arguments are those of `About`."""
    return field(default=default, metadata={_KEY: About(help, **about)})


def declared(settings: type) -> Mapping[str, Option]:
    """Return the options of a dataclass by name, in the order of their declaration."""
    hints = get_type_hints(settings)
    return {
        each.name: Option(each.name, hints[each.name], _default(each), each.metadata[_KEY])
        for each in fields(settings)
        if _KEY in each.metadata
    }


def _default(each: Field[Any]) -> Any:
    assert each.default is not MISSING, f"the option {each.name} has no default"
    return each.default
