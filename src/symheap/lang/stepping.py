"""The path condition of the machines that reduce programs rule by rule."""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.outcome import Answer, Purpose, Sat, holds_for
from symheap.core.terms import Value, and_
from symheap.heap.api import PathView
from symheap.solver.path import PathCondition

Feasible = Callable[[PathCondition, Value], Answer]
"""Whether a condition can hold on a path: the only question that a machine asks a solver."""


class View(PathView):
    """The path as a heap model sees it."""

    __slots__ = ("_feasible", "_path")

    def __init__(self, feasible: Feasible, path: PathCondition) -> None:
        self._feasible = feasible
        self._path = path

    def may(self, condition: Value) -> bool:
        return holds_for(self._feasible(self._path, condition), Purpose.EXPLORE)


def assumed(
    feasible: Feasible, path: PathCondition, guard: Value, facts: tuple[Value, ...] = ()
) -> PathCondition | None:
    """Return the path where `guard` holds, or None if it cannot; facts are added without a query."""
    if guard is False:
        return None
    if guard is not True:
        answer = feasible(path, guard)
        if not holds_for(answer, Purpose.EXPLORE):
            return None
        path = path.assume(guard, answer.model if isinstance(answer, Sat) else None)
    if facts:
        fact = and_(*facts)
        satisfied = path.model is not None and path.model.satisfies(fact)
        path = path.assume(fact, path.model if satisfied else None, is_fact=True)
    return path
