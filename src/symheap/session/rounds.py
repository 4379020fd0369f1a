"""Explorations of Java in deepening rounds: which rounds there are, and how much work a method may take.

The work is bounded by counts, so that a machine half as fast finds the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from symheap.engine.bounds import Bounds
from symheap.engine.rounds import Rounds, deepening

_STATES: Final = 3_000
_QUERIES: Final = 300
"""Of all methods together; a method has an equal share of them."""
_LEAST_STATES: Final = 300
_LEAST_QUERIES: Final = 30
"""Of one method, however many there are."""


@dataclass(frozen=True, slots=True)
class InRounds:
    """`while_new`: the rounds end when one brings no new code and no new crash, or when the work is done.

    Otherwise all rounds are run.  `methods` share the work.
    """

    while_new: bool
    methods: int = 1

    def bounds(self, last: Bounds) -> Bounds:
        """The bounds of the last round, with the share of the work."""
        if not self.while_new:
            return last
        return replace(
            last,
            max_states=max(_LEAST_STATES, _STATES // self.methods),
            max_queries=max(_LEAST_QUERIES, _QUERIES // self.methods),
        )

    def rounds(self, last: Bounds, measure: Callable[[], object]) -> Rounds:
        """`measure` is a value that changes with whatever is new."""
        schedule = deepening(self.bounds(last))
        return schedule.with_measure(measure) if self.while_new else schedule
