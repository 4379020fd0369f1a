"""The interface of solvers: a function from queries to answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from symheap.core.outcome import Answer
from symheap.core.terms import Value
from symheap.solver.path import PathCondition


@dataclass(frozen=True, slots=True)
class Query:
    """Is `goal` satisfiable together with `path`? The path itself is known to be satisfiable, unless `goal` is True."""

    path: PathCondition
    goal: Value


class Solver(Protocol):
    """Answers queries. A layer of the chain is a solver that passes queries it cannot answer to the next one."""

    def check(self, query: Query) -> Answer: ...


@dataclass(slots=True)
class Statistics:
    """The cost of solving.

    `decisions` counts the queries to the chain, `queries` those to back ends: several or none for each decision. Tokens
    are the variables, constants and operators of the formulas sent to a back end: in `tokens` a shared one counts once,
    in `tree_tokens` as often as it occurs, as in [POSE] RQ2. `cpu_seconds` is processor time, which depends less
    on other processes than `seconds`. With a cross-check, `confirmed`, `unconfirmed` and `contradicted` count the
    second solver's verdicts on the answers.
    """

    decisions: int = 0
    queries: int = 0
    answered_without_solver: int = 0
    unknown: int = 0
    tokens: int = 0
    tree_tokens: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    confirmed: int = 0
    unconfirmed: int = 0
    contradicted: int = 0

    @property
    def asked(self) -> int:
        """The decisions that took a back end.

        Unlike `queries` it does not tell how many back ends took their turns until one knew, which is a matter of time.
        """
        return self.decisions - self.answered_without_solver
