"""Decide which conditions can hold on a path.

An unknown answer ends the path, in one place: `Decider.assume`.
"""

from __future__ import annotations

from dataclasses import replace

from symheap.bmc.execution.layout import mentioned, with_placed
from symheap.bmc.execution.state import SearchState
from symheap.bmc.limits import SearchLimits
from symheap.core.outcome import Sat, Unknown
from symheap.core.terms import Value, not_
from symheap.solver.api import Query, Solver


class Decider:
    """Asks one solver.  `unknown` counts the unanswered questions: after one, the search is not exhaustive."""

    def __init__(self, solver: Solver, limits: SearchLimits) -> None:
        self._solver = solver
        self.limits = limits
        self.unknown = 0

    def assume(self, state: SearchState, condition: Value) -> SearchState | None:
        """Return the state where `condition` holds; None if that is impossible, or not known to be possible.

        Law: the path of the result has a model.
        """
        if isinstance(condition, bool):
            return state if condition else None
        return self._on(with_placed(state, mentioned(state, condition)), condition)

    def fork(self, state: SearchState, condition: Value) -> tuple[SearchState | None, SearchState | None]:
        """Return the states where `condition` holds and where it does not."""
        if isinstance(condition, bool):
            return (state, None) if condition else (None, state)
        state = with_placed(state, mentioned(state, condition))
        return self._on(state, condition), self._on(state, not_(condition))

    def begun(self, state: SearchState) -> SearchState | None:
        """Return a state whose path has no model yet with one, or None."""
        if state.path.model is not None:
            return state
        answer = self._solver.check(Query(state.path, True))
        self.unknown += isinstance(answer, Unknown)
        return replace(state, path=state.path.with_model(answer.model)) if isinstance(answer, Sat) else None

    def _on(self, state: SearchState, condition: Value) -> SearchState | None:
        condition = state.path.simplified(condition)
        if isinstance(condition, bool):
            return self.begun(state) if condition else None
        answer = self._solver.check(Query(state.path, condition))
        self.unknown += isinstance(answer, Unknown)
        if not isinstance(answer, Sat):
            return None
        return replace(state, path=state.path.assume(condition, answer.model))
