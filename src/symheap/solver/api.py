"""What a solver is: a function from queries to answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from symheap.core.outcome import Answer
from symheap.core.terms import Value
from symheap.solver.path import PathCondition


@dataclass(frozen=True, slots=True)
class Query:
    """Is `goal` satisfiable together with `path`?  The path itself is known to be, unless `goal` is True."""

    path: PathCondition
    goal: Value


class Solver(Protocol):
    """Answers queries.  A layer of the chain is a solver that asks the next one when it does not know."""

    def check(self, query: Query) -> Answer: ...


@dataclass(slots=True)
class Statistics:
    """What solving cost.  `queries` reached a back end; `tokens` is the size of what was sent there.

    Tokens are counted as in 003, RQ2: variables, constants and operators of the formulas sent, shared ones once.
    """

    queries: int = 0
    answered_without_solver: int = 0
    unknown: int = 0
    tokens: int = 0
    seconds: float = 0.0
