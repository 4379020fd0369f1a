"""A query as a list of assertions, the form in which caches compare it and back ends receive it."""

from __future__ import annotations

from symheap.core.terms import Term
from symheap.solver.api import Query
from symheap.solver.path import conjuncts_of


def assertions_of(query: Query) -> tuple[Term, ...]:
    """The path in order, then the goal: a deeper query of a depth-first search starts with those of a shallower one."""
    path = query.path
    new = tuple(part for part in conjuncts_of(query.goal) if part not in path.literals)
    return path.conjuncts() + new
