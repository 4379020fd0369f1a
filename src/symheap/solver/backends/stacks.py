"""Choice of the assertion stack for a query, so that queries about different parts of a path do not undo each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from symheap.core.terms import Term
from symheap.solver.backends.backend import common_prefix

MOST = 4
"""The number of stacks of one back end.  An easy query costs less than asserting its assertions again."""


class Stack(Protocol):
    """A solver with assertions on its stack."""

    assertions: list[Term]


S = TypeVar("S", bound=Stack)


class Stacks(Generic[S]):
    """Up to `MOST` stacks, created on demand and kept in order of use, the latest first."""

    def __init__(self, make: Callable[[], S]) -> None:
        self._make = make
        self._stacks: list[S] = []

    def for_query(self, assertions: tuple[Term, ...]) -> S:
        """Return the stack that shares most assertions with a query, at least half of them.

        If there is none, return a new stack, or the least recently used one.
        """
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
