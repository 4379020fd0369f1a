"""Doomed states: from them, the program runs into an error.

Law: a doomed state is a model of the heap it was made for, and the program, started in it, ends in `failure`: the
concrete interpreter has run it.

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
from symheap.bmc.limits import Limits
from symheap.bmc.script import script_of
from symheap.bmc.state import State
from symheap.core.terms import Term
from symheap.memory.interpreter import run
from symheap.memory.ir import Program
from symheap.memory.oracle import Script, ScriptedOracle
from symheap.memory.outcome import Failed, Outcome
from symheap.refinement.concrete import ConcreteHeap
from symheap.refinement.models import satisfies
from symheap.refinement.modified import RESUMED, modified
from symheap.refinement.snapshot import Snapshot
from symheap.refinement.spelling import Unspeakable
from symheap.refinement.starts import start_of
from symheap.refinement.unfold import as_state, completed, unfolded
from symheap.separation.formula import SymbolicHeap
from symheap.separation.logic import Logic
from symheap.separation.renaming import symbols_of
from symheap.separation.transition import Point

_QUERY_MS: Final = 500
_SMALLER_SECONDS: Final = 0.3
"""For a doomed state that is smaller than the one that was found first."""
_BLOCKS_AN_ITEM: Final = 8
"""So many blocks the code that makes an item of a list may need."""
_ELSEWHERE: Final = 0x6000_0000
_ROOM: Final = 0x10_0000


@dataclass(frozen=True, slots=True)
class DoomedState:
    """`state` at a point, and the error that it leads to.  `way` says how it was found."""

    state: ConcreteHeap
    point: Point
    failure: Failed
    way: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a search for doomed states goes: `items` that need not be there, so many `heaps`, `blocks` behind each.

    `seconds` are for all of them: a limit that is seldom met, since what is found should not depend on the machine.
    """

    items: int = 2
    heaps: int = 12
    blocks: int = 24
    seconds: float = 4.0


DEFAULT_BOUNDS: Final = Bounds()


class Synthesis(Protocol):
    """A way to doomed states: those among the models of a heap at a point, as far as it looks."""

    def doomed(self, point: Point, heap: SymbolicHeap) -> Iterator[DoomedState]: ...


@dataclass(frozen=True, slots=True)
class Unfolding:
    """Unfolds the heap, and looks for an error from each case, with the search of `symheap.bmc`."""

    program: Program
    logic: Logic
    goals: tuple[Goal, ...] = ()
    bounds: Bounds = DEFAULT_BOUNDS
    clock: Callable[[], float] = time.monotonic

    def doomed(self, point: Point, heap: SymbolicHeap) -> Iterator[DoomedState]:
        """One for each case at most: when one was found, the others are looked at again without it."""
        deadline = self.clock() + self.bounds.seconds
        cases = [completed(case) for case in islice(unfolded(self.logic, heap, self.bounds.items), self.bounds.heaps)]
        starts = [start_of(self.program, point, case) for case in cases]
        while starts and self.clock() < deadline:
            found = self._found(starts, deadline - self.clock())
            if found is None:
                return
            at = next(number for number, start in enumerate(starts) if start is found.start)
            smaller = self._found(starts[:at], _SMALLER_SECONDS)
            if smaller is not None:
                found, at = smaller, next(n for n, start in enumerate(starts) if start is smaller.start)
            yield from self._confirmed(point, heap, cases[at], found)
            del starts[at], cases[at]

    def _found(self, starts: Sequence[State], seconds: float) -> Doomed | None:
        limits = Limits(seconds, self.bounds.blocks, random_seconds=0, query_ms=_QUERY_MS)
        found = feasible(self.program, self.goals, None, limits, tuple(starts)) if starts else None
        return found if isinstance(found, Doomed) else None

    def _confirmed(self, point: Point, heap: SymbolicHeap, whole: SymbolicHeap, found: Doomed) -> Iterator[DoomedState]:
        values = {name: int(found.model[name]) for name in symbols_of(whole)}
        state = as_state(whole, values)
        script = script_of(found.end, found.model)
        script = replace(script, places=script.places[len(found.start.objects) :])
        outcome = run_from(self.program, point, whole, values, script)
        if state is not None and isinstance(outcome, Failed) and satisfies(state, heap):
            yield DoomedState(state, point, _as_written(outcome), "unfolding")


@dataclass(frozen=True, slots=True)
class Generating:
    """Replaces the way to the point by code that generates the models of the heap, and looks for an error from there.

    Rule: [SLAyer] section 5, Algorithm 2: ``feasible mod_ats bound``.
    """

    program: Program
    logic: Logic
    goals: tuple[Goal, ...] = ()
    bounds: Bounds = DEFAULT_BOUNDS

    def doomed(self, point: Point, heap: SymbolicHeap) -> Iterator[DoomedState]:
        try:
            changed = modified(self.program, point, completed(heap), more_items=self.bounds.items)
        except Unspeakable:
            return
        blocks = self.bounds.blocks + _BLOCKS_AN_ITEM * self.bounds.items
        limits = Limits(self.bounds.seconds, blocks, random_seconds=0, query_ms=_QUERY_MS)
        found = feasible(changed.program, self.goals, None, limits)
        if isinstance(found, Counterexample):
            summarised = max((number for number, site in enumerate(point.stack) if site.index < 0), default=-1)
            snapshot = Snapshot(changed.function, changed.label, heap, summarised + 1)
            outcome = run(changed.program, ScriptedOracle(found.script), observer=snapshot)
            if isinstance(outcome, Failed) and snapshot.state is not None and satisfies(snapshot.state, _open(heap)):
                yield DoomedState(snapshot.state, point, _as_written(outcome), "prefix")


def _as_written(failure: Failed) -> Failed:
    """An error with the names of functions as the program has them."""
    stack = (replace(site, function=site.function.split(RESUMED)[0]) for site in failure.stack)
    return replace(failure, stack=tuple(stack))


def _open(heap: SymbolicHeap) -> SymbolicHeap:
    """A heap without the ghosts of callers, which no run sees."""
    return heap.without_roots([name for name in heap.roots if name.startswith("$")])


def run_from(
    program: Program, point: Point, heap: SymbolicHeap, values: Mapping[Term, int], script: Script
) -> Outcome | None:
    """How the program ends that is started at `point`, in the state that a heap without segments is under `values`.

    `script` answers what is asked from there on.  None: the state cannot be set up, since something of it has no
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
    except ValueError:  # a place is not free: the state is none of this program
        return None
