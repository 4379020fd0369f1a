"""Settings of a run that other versions of symheap have kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from symheap.store.records import Facts, Json

_SAME: Final[Json] = "\0the default"


@dataclass(frozen=True, slots=True)
class Declared:
    """An option that exists today.

    `before` is the value that a run had which was kept before the option existed.  It is the default unless the option
    came with a change of what happens without it.
    """

    default: Json
    before: Json = _SAME

    @property
    def then(self) -> Json:
        return self.default if self.before == _SAME else self.before


@dataclass(frozen=True, slots=True)
class Refusal:
    """Options of a run that exist no more and that it was made with."""

    options: Facts

    def __str__(self) -> str:
        named = ", ".join(f"{name} (was {value})" for name, value in self.options.items())
        return f"this version of symheap has no option {named}"


def resumable_settings(
    stored: Facts, declared: Mapping[str, Declared], retired: Facts | None = None
) -> dict[str, Json] | Refusal:
    """Return a value for each option that exists today, under which a kept run may be resumed.

    A stored value stays, whatever the default is today.  An option that the run does not know has the value that was
    in force then.  `retired` are options that no longer exist, with their last defaults: a run that had another value,
    or an option that is in neither, is refused.
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
