"""A layer that accepts a model only after evaluating the query under it."""

from __future__ import annotations

from symheap.core.outcome import Answer, Sat, Unknown
from symheap.solver.api import Query, Solver


class Checked:
    """Turns a `Sat` whose model does not satisfy path and goal into `Unknown`."""

    def __init__(self, next_layer: Solver) -> None:
        self._next = next_layer

    def check(self, query: Query) -> Answer:
        answer = self._next.check(query)
        if not isinstance(answer, Sat):
            return answer
        model = answer.model
        if model.satisfies(query.goal) and all(map(model.satisfies, query.path.conjuncts())):
            return answer
        return Unknown("model rejected")
