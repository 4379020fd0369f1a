"""Options that belong together: a command takes them as one value.

A group is a frozen dataclass whose fields are options, as the parameters of a command are.  Typer sees a command with
the options written out: those of a group stand where its parameter stands, in the order of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class Group:
    """What every group is."""


class Without:
    """``Annotated[GROUP, Without("name")]``: the command has not got this option, and the field keeps its default."""

    def __init__(self, *names: str) -> None:
        self.names = names


def grouped(command: Callable[..., int]) -> Callable[..., int]:
    """The command as typer is to see it.

    Typer reads a signature and annotations: those of the result are the options written out.  Raises `ValueError` if an
    option stands there twice.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, type[Group]] = {}
    options: list[Parameter] = []
    for parameter in signature(command).parameters.values():
        hint = hints[parameter.name]
        kind, left_out = _group_of(hint)
        if kind is None:
            options.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint))
        else:
            groups[parameter.name] = kind
            options += _options(kind, left_out)

    @wraps(command)
    def flat(**values: Any) -> int:
        return command(**_gathered(values, groups))

    flat.__dict__["__signature__"] = Signature(options, return_annotation=int)
    flat.__annotations__ = {each.name: each.annotation for each in options}
    return flat


def _group_of(hint: Any) -> tuple[type[Group] | None, tuple[str, ...]]:
    """The group that a parameter is, if it is one, and the names that it leaves out."""
    kind, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if not (isinstance(kind, type) and issubclass(kind, Group)):
        return None, ()
    return kind, tuple(name for mark in marks if isinstance(mark, Without) for name in mark.names)


def _options(kind: type[Group], left_out: tuple[str, ...]) -> Iterator[Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    for name in left_out:
        if name not in hints:
            raise TypeError(f"{kind.__name__} has no option {name}")
    for each in fields(kind):
        if each.name not in left_out:
            default = Parameter.empty if each.default is MISSING else each.default
            yield Parameter(each.name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[each.name])


def _gathered(values: Mapping[str, Any], groups: Mapping[str, type[Group]]) -> dict[str, Any]:
    """What a command is called with: its groups, and the values that are in none of them."""
    found: dict[str, Any] = {}
    left = dict(values)
    for name, kind in groups.items():
        found[name] = kind(**{each.name: left.pop(each.name) for each in fields(kind) if each.name in left})
    return {**left, **found}


# What is said ---------------------------------------------------------------------------------------------------------


def said(*groups: Group, **options: object) -> dict[str, Any]:
    """What a command line says, as settings are: of an option that was not given, nothing.

    Settings are words, numbers and tuples of them, whatever typer makes of an option.
    """
    given = {each.name: getattr(group, each.name) for group in groups for each in fields(group)} | options
    return {name: _setting(value) for name, value in given.items() if _is_given(value)}


def _is_given(value: object) -> bool:
    return value is not None and value is not False and value not in ([], ())


def _setting(value: object) -> object:
    if isinstance(value, list | tuple):
        return tuple(map(_setting, value))
    if isinstance(value, Enum):
        return value.value
    return str(value) if isinstance(value, Path) else value
