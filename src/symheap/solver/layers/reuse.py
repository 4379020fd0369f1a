"""A layer that answers with the path's own model if it satisfies the goal. At a fork, one side always does."""

from __future__ import annotations

from symheap.core.outcome import Answer, Sat
from symheap.solver.api import Query, Solver


class Reuse:
    def __init__(self, next_layer: Solver) -> None:
        self._next = next_layer

    def check(self, query: Query) -> Answer:
        model = query.path.model
        if model is not None and model.satisfies(query.goal):
            return Sat(model)
        return self._next.check(query)
