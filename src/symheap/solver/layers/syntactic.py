"""The first layer: answers that the text of the query gives."""

from __future__ import annotations

from symheap.core.outcome import Answer, Sat, Unsat
from symheap.solver.api import Query, Solver


class Syntactic:
    """Answers when the goal is a constant, or the path contains it or its negation word for word."""

    def __init__(self, next_layer: Solver) -> None:
        self._next = next_layer

    def check(self, query: Query) -> Answer:
        known = query.path.says(query.goal)
        if known is None:
            return self._next.check(query)
        if known is False:
            return Unsat()
        model = query.path.model
        return Sat(model) if model is not None else self._next.check(Query(query.path, True))
