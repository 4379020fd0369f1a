"""Settings of runs that other versions of symheap have stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from symheap.store.records import Facts, Json

_SAME: Final[Json] = "\0the default"


@dataclass(frozen=True, slots=True)
class Declared:
    """An option that exists today.

    `before` is its value for runs that were stored before the option existed.  This is the default, unless the option
    came with a change of the behaviour without it.
    """

    default: Json
    before: Json = _SAME

    @property
    def then(self) -> Json:
        return self.default if self.before == _SAME else self.before


@dataclass(frozen=True, slots=True)
class Refusal:
    """Options that a run was started with and that no longer exist."""

    options: Facts

    def __str__(self) -> str:
        named = ", ".join(f"{name} (was {value})" for name, value in self.options.items())
        return f"this version of symheap has no option {named}"


def resumable_settings(
    stored: Facts, declared: Mapping[str, Declared], retired: Facts | None = None
) -> dict[str, Json] | Refusal:
    """Return a value for each of today's options with which a stored run may be resumed.

    A stored value stays, whatever the default is today.  An option that is missing from the run has the value that was
    in force then.  `retired` are options that no longer exist, with their last defaults.  A run with another value of
    such an option, or with an option that is in neither mapping, is refused.
    """
    gone = retired or {}
    refused = {
        name: value
        for name, value in stored.items()
        if name not in declared and not (name in gone and gone[name] == value)
    }
    if refused:
        return Refusal(refused)
    return {name: stored.get(name, option.then) for name, option in declared.items()}
