"""A layer: what the bounds of a path rule out needs no solver."""

from __future__ import annotations

from symheap.core.outcome import Answer, Unsat
from symheap.solver.api import Query, Solver
from symheap.solver.numeric.bounds import refutes


class Bounded:
    """Stands behind the layers that look at the path's model: these find that a goal holds, this one that it cannot."""

    def __init__(self, next_layer: Solver) -> None:
        self._next = next_layer

    def check(self, query: Query) -> Answer:
        if refutes(query.path.index.bounds, query.goal):
            return Unsat()
        return self._next.check(query)
