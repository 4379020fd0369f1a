"""Which of several assertion stacks a query goes to: queries about different parts of a path do not undo each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from symheap.core.terms import Term
from symheap.solver.backends.backend import common_prefix

MOST = 4
"""Stacks of one back end.  An easy query costs less than putting its assertions back."""


class Stack(Protocol):
    """A solver with assertions on it."""

    assertions: list[Term]


S = TypeVar("S", bound=Stack)


class Stacks(Generic[S]):
    """Stacks by use, the latest first.  Made on demand, up to `MOST`."""

    def __init__(self, make: Callable[[], S]) -> None:
        self._make = make
        self._stacks: list[S] = []

    def for_query(self, assertions: tuple[Term, ...]) -> S:
        """The stack that shares most with a query, at least half of it; else a new one, or the one used longest ago."""
        best, shared = None, -1
        for stack in self._stacks:
            common = common_prefix(stack.assertions, assertions)
            if common > shared:
                best, shared = stack, common
        if best is None or 2 * shared < len(assertions):
            best = self._make() if len(self._stacks) < MOST else self._stacks[-1]
        if best in self._stacks:
            self._stacks.remove(best)
        self._stacks.insert(0, best)
        return best
