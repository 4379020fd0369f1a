"""The outermost layer: counts decisions, those answered without a back end, and unknowns."""

from __future__ import annotations

from symheap.core.outcome import Answer, Unknown
from symheap.solver.api import Query, Solver, Statistics


class Counting:
    def __init__(self, next_layer: Solver, statistics: Statistics) -> None:
        self._next = next_layer
        self._statistics = statistics

    def check(self, query: Query) -> Answer:
        before = self._statistics.queries
        self._statistics.decisions += 1
        answer = self._next.check(query)
        if self._statistics.queries == before:
            self._statistics.answered_without_solver += 1
        if isinstance(answer, Unknown):
            self._statistics.unknown += 1
        return answer
