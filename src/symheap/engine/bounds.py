"""Bounds of an exploration. Each leaves a named cut, never a silent stop."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symheap.core.outcome import Bound
from symheap.heap.extent import chain, objects


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds on nested calls, iterations of one loop, decisions on a path, traces, and seconds for the run.

    `max_iterations` bounds the rounds of all loops of a path together, in all calls; `max_call_iterations` those of
    each call for itself.  `max_states` and `max_queries` bound the work of a run by counts, which every machine counts
    alike: the states that are run to their next fork, and the decisions that take a back end, however many turns.
    `max_input_objects` and `max_chain` bound the input heap that lazy initialization chooses on a path: its objects,
    and the references from an input to each of them.
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
    max_input_objects: int | None = None
    max_chain: int | None = None

    def by_call(self) -> Bounds:
        """Return the bounds with the limit on a path's iterations applied to each call instead."""
        return replace(self, max_iterations=None, max_call_iterations=self.max_iterations)

    def exceeded_by(self, heap: object) -> Bound | None:
        """Return the bound on input heaps that a heap exceeds."""
        if self.max_input_objects is not None and objects(heap) > self.max_input_objects:
            return Bound.INPUT_OBJECTS
        if self.max_chain is not None and chain(heap) > self.max_chain:
            return Bound.CHAIN
        return None
