"""Deepening rounds for explorations of Java: the sequence of rounds and the amount of work per method.

The work is bounded by counts, so that a machine at half the speed finds the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from symheap.engine.bounds import Bounds
from symheap.engine.rounds import Rounds, deepening
from symheap.engine.search import Search

_STATES: Final = 3_000
_QUERIES: Final = 300
"""Limits for all methods together; each method has an equal share."""
_LEAST_STATES: Final = 300
_LEAST_QUERIES: Final = 30
"""Lower limits for one method, however many methods there are."""


@dataclass(frozen=True, slots=True)
class InRounds:
    """How to explore in rounds.

    With `while_new` the rounds end when one brings no new code and no new crash, or when the work is used up.
    Otherwise all rounds are run.  `methods` share the work.
    """

    while_new: bool
    methods: int = 1

    def bounds(self, last: Bounds) -> Bounds:
        """Return the bounds of the last round, with this method's share of the work."""
        if not self.while_new:
            return last
        return replace(
            last,
            max_states=max(_LEAST_STATES, _STATES // self.methods),
            max_queries=max(_LEAST_QUERIES, _QUERIES // self.methods),
        )

    def order(self) -> str | Search[Any]:
        """Return the search within a round."""
        return "bfs"

    def rounds(self, last: Bounds, measure: Callable[[], object]) -> Rounds:
        """Return the rounds.  `measure` returns a value that changes when a round brings something new."""
        schedule = deepening(self.bounds(last))
        return schedule.with_measure(measure) if self.while_new else schedule
