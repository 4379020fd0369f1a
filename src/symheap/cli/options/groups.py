"""Options that belong together: a command takes them as one value.

Settings are declared with the use cases (`symheap.cli.options.declared`); groups are for options that only commands
have.

A group is a frozen dataclass whose fields are options, as the parameters of a command are.  Typer sees a command with
the options written out: those of a group stand where its parameter stands, in the order of its fields.
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
    """What every group is."""


def grouped(command: Callable[..., int]) -> Callable[..., int]:
    """The command as typer is to see it.

    Typer reads a signature and annotations: those of the result are the options written out.  Raises `ValueError` if an
    option stands there twice.
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
        said = {name: declared.said(values) for name, declared in settings.items()}
        return command(**_gathered(values, groups), **said)

    flat.__dict__["__signature__"] = Signature(options, return_annotation=int)
    flat.__annotations__ = {each.name: each.annotation for each in options}
    return flat


def _group_of(hint: Any) -> type[Group] | None:
    """The group that a parameter is, if it is one."""
    return hint if isinstance(hint, type) and issubclass(hint, Group) else None


def _options(kind: type[Group]) -> Iterator[Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        default = Parameter.empty if each.default is MISSING else each.default
        yield Parameter(each.name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[each.name])


def _gathered(values: Mapping[str, Any], groups: Mapping[str, type[Group]]) -> dict[str, Any]:
    """What a command is called with: its groups, and the values that are in none of them."""
    found: dict[str, Any] = {}
    left = dict(values)
    for name, kind in groups.items():
        found[name] = kind(**{each.name: left.pop(each.name) for each in fields(kind) if each.name in left})
    return {**left, **found}
