"""The bodies that a call may run."""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.terms import (
    Value,
    and_,
    not_,
)
from symheap.core.types import ClassTable
from symheap.core.typeset import TypeSet


def dispatch(
    table: ClassTable, method: str, fits: Callable[[TypeSet], Value], is_null: Value
) -> tuple[tuple[tuple[str, Value], ...], Value]:
    """Return the guard of each body that a call may run, and the guard under which there is none.

    There is one branch per body, however many leaves the receiver has.

    Rule: [POSE] Fig. 11, "Invoke (c2)" to "(c4)"
    """
    bodies = tuple((provider, fits(types)) for provider, types in table.providers(method))
    no_body = and_(not_(is_null), *(not_(guard) for _, guard in bodies))
    return tuple((provider, guard) for provider, guard in bodies if guard is not False), no_body
