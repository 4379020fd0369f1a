"""Bounds of an exploration. Each leaves a named cut, never a silent stop."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds on nested calls, iterations of one loop, decisions on a path, traces, and seconds for the run.

    `max_iterations` bounds the rounds of all loops of a path together, in all calls; `max_call_iterations` those of
    each call for itself.  `max_states` and `max_queries` bound the work of a run by counts, which every machine counts
    alike: the states that are run to their next fork, and the decisions that take a back end, however many turns.
    """

    max_calls: int = 80
    max_loop: int = 150
    max_depth: int | None = None
    max_traces: int | None = None
    timeout: float | None = None
    max_iterations: int | None = None
    max_call_iterations: int | None = None
    max_states: int | None = None
    max_queries: int | None = None

    def by_call(self) -> Bounds:
        """Return the bounds with the limit on a path's iterations applied to each call instead."""
        return replace(self, max_iterations=None, max_call_iterations=self.max_iterations)
