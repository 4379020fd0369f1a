"""A layer that answers queries refuted by the bounds of a path, without a solver."""

from __future__ import annotations

from symheap.core.outcome import Answer, Unsat
from symheap.solver.api import Query, Solver
from symheap.solver.numeric.bounds import refutes


class Bounded:
    """Comes after the layers that use the path's model: those find that a goal can hold, this one that it cannot."""

    def __init__(self, next_layer: Solver) -> None:
        self._next = next_layer

    def check(self, query: Query) -> Answer:
        if refutes(query.path.index.bounds, query.goal):
            return Unsat()
        return self._next.check(query)
