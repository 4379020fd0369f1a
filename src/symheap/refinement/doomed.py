"""Doomed states: states from which the program runs into an error.

Law: a doomed state is a model of the heap it was made for, and the program, started in it, ends in `failure`, as a run
of the concrete interpreter has confirmed.

Rule: [SLAyer] section 5, "Doomed State Synthesis".
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Protocol

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import Counterexample, Doomed, Goal
from symheap.bmc.execution.state import SearchState
from symheap.bmc.limits import SearchLimits
from symheap.bmc.script import script_of
from symheap.core.terms import Term
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import Script, ScriptedOracle
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed, Outcome
from symheap.refinement.concrete import ConcreteHeap
from symheap.refinement.models import satisfies
from symheap.refinement.modified import RESUMED, modified
from symheap.refinement.snapshot import Snapshot
from symheap.refinement.spelling import Unspeakable
from symheap.refinement.starts import start_of
from symheap.refinement.unfold import as_state, completed, unfolded
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.heaps.renaming import symbols_of
from symheap.separation.proof.transition import Point

_QUERY_MS: Final = 500
_SMALLER_SECONDS: Final = 0.3
"""Seconds to look for a smaller doomed state than the first one."""
_BLOCKS_AN_ITEM: Final = 8
"""Number of blocks that the code for an item of a list may need."""
_ELSEWHERE: Final = 0x6000_0000
_ROOM: Final = 0x10_0000


@dataclass(frozen=True, slots=True)
class DoomedState:
    """`state` at a point, and the error that it leads to; `way` is the method that found it."""

    state: ConcreteHeap
    point: Point
    failure: Failed
    way: str


@dataclass(frozen=True, slots=True)
class DoomedBounds:
    """Bounds of a search for doomed states: optional `items`, number of `heaps`, `blocks` behind each.

    `seconds` is the total limit, which is seldom reached, since results should not depend on the machine.
    """

    items: int = 2
    heaps: int = 12
    blocks: int = 24
    seconds: float = 4.0


DEFAULT_BOUNDS: Final = DoomedBounds()


class Synthesis(Protocol):
    """A method that yields doomed states among the models of a heap at a point, within its bounds."""

    def doomed(self, point: Point, heap: SymbolicHeap) -> Iterator[DoomedState]: ...


@dataclass(frozen=True, slots=True)
class Unfolding:
    """Unfolds the heap and searches for an error from each case, with `symheap.bmc`."""

    program: Program
    logic: Logic
    goals: tuple[Goal, ...] = ()
    bounds: DoomedBounds = DEFAULT_BOUNDS
    clock: Callable[[], float] = time.monotonic

    def doomed(self, point: Point, heap: SymbolicHeap) -> Iterator[DoomedState]:
        """Yield at most one doomed state per case: after one is found, the other cases are searched without it."""
        deadline = self.clock() + self.bounds.seconds
        cases = [completed(case) for case in islice(unfolded(self.logic, heap, self.bounds.items), self.bounds.heaps)]
        starts = [start_of(self.program, point, case) for case in cases]
        while starts and self.clock() < deadline:
            doomed_run = self._found(starts, deadline - self.clock())
            if doomed_run is None:
                return
            at = next(number for number, start in enumerate(starts) if start is doomed_run.start)
            smaller = self._found(starts[:at], _SMALLER_SECONDS)
            if smaller is not None:
                doomed_run, at = smaller, next(n for n, start in enumerate(starts) if start is smaller.start)
            yield from self._confirmed(point, heap, cases[at], doomed_run)
            del starts[at], cases[at]

    def _found(self, starts: Sequence[SearchState], seconds: float) -> Doomed | None:
        limits = SearchLimits(seconds, self.bounds.blocks, random_seconds=0, query_ms=_QUERY_MS)
        answer = feasible(self.program, self.goals, None, limits, tuple(starts)) if starts else None
        return answer if isinstance(answer, Doomed) else None

    def _confirmed(
        self, point: Point, heap: SymbolicHeap, whole: SymbolicHeap, doomed: Doomed
    ) -> Iterator[DoomedState]:
        values = {name: int(doomed.model[name]) for name in symbols_of(whole)}
        state = as_state(whole, values)
        if state is None:
            return
        script = script_of(doomed.end, doomed.model)
        script = replace(script, places=script.places[len(doomed.start.objects) :])
        outcome = run_from(self.program, point, whole, values, script)
        if isinstance(outcome, Failed) and satisfies(state, heap):
            yield DoomedState(state, point, _as_written(outcome), "unfolding")


@dataclass(frozen=True, slots=True)
class Generating:
    """Replaces the path to the point by code that generates the models of the heap, and searches for an error from
    there.

    Rule: [SLAyer] section 5, Algorithm 2: ``feasible mod_ats bound``.
    """

    program: Program
    logic: Logic
    goals: tuple[Goal, ...] = ()
    bounds: DoomedBounds = DEFAULT_BOUNDS

    def doomed(self, point: Point, heap: SymbolicHeap) -> Iterator[DoomedState]:
        try:
            changed = modified(self.program, point, completed(heap), more_items=self.bounds.items)
        except Unspeakable:
            return
        blocks = self.bounds.blocks + _BLOCKS_AN_ITEM * self.bounds.items
        limits = SearchLimits(self.bounds.seconds, blocks, random_seconds=0, query_ms=_QUERY_MS)
        answer = feasible(changed.program, self.goals, None, limits)
        if isinstance(answer, Counterexample):
            summarised = max((number for number, site in enumerate(point.stack) if site.index < 0), default=-1)
            snapshot = Snapshot(changed.function, changed.label, heap, summarised + 1)
            outcome = run(changed.program, ScriptedOracle(answer.script), observer=snapshot)
            if isinstance(outcome, Failed) and snapshot.state is not None and satisfies(snapshot.state, _open(heap)):
                yield DoomedState(snapshot.state, point, _as_written(outcome), "prefix")


def _as_written(failure: Failed) -> Failed:
    """Return an error with the names of functions as in the program."""
    stack = (replace(site, function=site.function.split(RESUMED)[0]) for site in failure.stack)
    return replace(failure, stack=tuple(stack))


def _open(heap: SymbolicHeap) -> SymbolicHeap:
    """Return a heap without the ghosts of callers, which no run has."""
    return heap.without_roots([name for name in heap.roots if name.startswith("$")])


def run_from(
    program: Program, point: Point, heap: SymbolicHeap, values: Mapping[Term, int], script: Script
) -> Outcome | None:
    """Run the program from `point`, in the state that a heap without segments describes under `values`.

    `script` answers the questions from there on.  None: the state cannot be set up, since a part of it has no
    expression.
    """
    try:
        changed = modified(program, point, heap, known=values)
    except Unspeakable:
        return None
    mask = (1 << 8 * program.model.pointer) - 1
    places = tuple(
        _ELSEWHERE + _ROOM * number if base is None else values[base] & mask
        for number, base in enumerate(changed.places)
    )
    try:
        return run(changed.program, ScriptedOracle(replace(script, places=places + script.places)))
    except ValueError:  # an address is not free: this program has no such state
        return None
