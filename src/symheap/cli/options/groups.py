"""Groups of options that a command takes as one value.

Settings are declared with the use cases (`symheap.cli.options.declared`); groups are for options that only commands
have.

A group is a frozen dataclass whose fields are options, declared like the parameters of a command.  Typer sees a command
with the options written out: the fields of a group, in their order, replace its parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_args, get_type_hints

from symheap.cli.options.declared import Declared


@dataclass(frozen=True, slots=True)
class Group:
    """Base class of all groups."""


def grouped(command: Callable[..., int]) -> Callable[..., int]:
    """Return the command as typer should see it.

    Typer reads the signature and the annotations; those of the result have all options written out.  Raises
    `ValueError` if an option occurs twice.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, type[Group]] = {}
    settings: dict[str, Declared] = {}
    options: list[Parameter] = []
    for parameter in signature(command).parameters.values():
        hint = hints[parameter.name]
        kind = _group_of(hint)
        declared = next((mark for mark in get_args(hint)[1:] if isinstance(mark, Declared)), None)
        if declared is not None:
            settings[parameter.name] = declared
            options += declared.parameters()
        elif kind is None:
            options.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint))
        else:
            groups[parameter.name] = kind
            options += _options(kind)

    @wraps(command)
    def flat(**values: Any) -> int:
        given = {name: declared.said(values) for name, declared in settings.items()}
        return command(**_gathered(values, groups), **given)

    flat.__dict__["__signature__"] = Signature(options, return_annotation=int)
    flat.__annotations__ = {each.name: each.annotation for each in options}
    return flat


def _group_of(hint: Any) -> type[Group] | None:
    """Return the group class of a parameter, or None."""
    return hint if isinstance(hint, type) and issubclass(hint, Group) else None


def _options(kind: type[Group]) -> Iterator[Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        default = Parameter.empty if each.default is MISSING else each.default
        yield Parameter(each.name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[each.name])


def _gathered(values: Mapping[str, Any], groups: Mapping[str, type[Group]]) -> dict[str, Any]:
    """Return the arguments of a command: its groups, and the values outside of groups."""
    grouped_values: dict[str, Any] = {}
    left = dict(values)
    for name, kind in groups.items():
        grouped_values[name] = kind(**{each.name: left.pop(each.name) for each in fields(kind) if each.name in left})
    return {**left, **grouped_values}
