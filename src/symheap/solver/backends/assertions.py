"""A query as a list of assertions, the form that caches compare and back ends receive."""

from __future__ import annotations

from symheap.core.terms import Term
from symheap.solver.api import Query
from symheap.solver.path import conjuncts_of


def assertions_of(query: Query) -> tuple[Term, ...]:
    """Return the conjuncts of the path in order, then those of the goal.

    In a depth-first search, the assertions of a deeper query start with those of a shallower one.
    """
    path = query.path
    new = tuple(part for part in conjuncts_of(query.goal) if part not in path.literals)
    return path.conjuncts() + new
