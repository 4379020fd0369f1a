"""States of a walk through a method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from symheap.core.terms import Value
from symheap.lang.java.classes import JavaField


class TooHard(Exception):
    """Raised for code with too many paths, or with an instruction that the walk does not support."""


@dataclass(frozen=True, slots=True)
class Here:
    """A state on a path: the fields of `this`, the path condition, and the fields when the conditions last held.

    `escaped`: other code may have a reference to the object.  In a constructor the conditions have not held before.
    """

    fields: Mapping[JavaField, Value | None]
    holding: tuple[Value, ...]
    orderly: Mapping[JavaField, Value | None] | None
    escaped: bool = True

    def having(self, *conditions: Value) -> Here:
        return replace(self, holding=(*self.holding, *(each for each in conditions if each is not True)))

    @property
    def is_impossible(self) -> bool:
        return False in self.holding


@dataclass(frozen=True, slots=True)
class Left:
    """How a walk leaves a method: with a value, or with an exception."""

    here: Here
    value: Value | None = None
    throws: bool = False


Demand = Callable[[Here], None]
"""Is told of each moment at which the object must be in order."""


Assume = Callable[[Mapping[JavaField, Value | None]], tuple[Value, ...]]
"""What holds of fields that are in order."""
