"""Exploration of a program: from its inputs to all its possible ends."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from symheap.core.deadline import NEVER, Deadline, OutOfTime, current, within
from symheap.core.origin import Origin
from symheap.core.outcome import Bound
from symheap.core.terms import REF, Term, Value, symbol
from symheap.engine.bounds import Bounds
from symheap.engine.instructions.calls import enter_method
from symheap.engine.instructions.step import step
from symheap.engine.instructions.stretch import LONGEST, run_stretch
from symheap.engine.machine import Following, Machine, Next
from symheap.engine.merging.search import Joining, joining, waits
from symheap.engine.places import Finished, TreePlace, share_of
from symheap.engine.rounds import Rounds
from symheap.engine.search import STRATEGIES, Search, WaitingState
from symheap.engine.state import Parked, State, Trace
from symheap.heap.api import Cell, HeapModel
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import NO_DECISIONS
from symheap.objects.ir import Method, Program
from symheap.solver.api import Solver, Statistics
from symheap.solver.path import EMPTY_PATH

H = TypeVar("H")

_log: Final = logging.getLogger(__name__)

GRACE_SECONDS = 0.3
"""The time for the running step after the time limit.  A longer step is given up: its path is left where it was."""


@dataclass(slots=True)
class ExplorationProgress:
    """The progress of an exploration. `stopped` names the bound that ended the whole run, if one did.

    `round` is the number of the running round, from 0, and `parked` the number of states that wait for a later one.
    `share` estimates the finished part of the tree: the sum of the shares of all finished places (see `TreePlace`).
    """

    states: int = 0
    steps: int = 0
    traces: int = 0
    frontier: int = 0
    parked: int = 0
    round: int = 0
    share: float = 0.0
    stopped: Bound | None = None
    started: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started


class Exploration(Generic[H]):
    """One exploration. Iterate over it to run it: traces come as they are found, and stopping keeps them.

    `place` is that of the latest trace. The traces that had `finished` in another run of the same exploration are left
    out: only the rest is yielded. With `merge` states that meet become one, and a trace stands for many paths, see
    `symheap.engine.merging`. With `rounds` the bounds are those of the last round, and traces are cut only when no
    round follows.
    """

    def __init__(
        self,
        program: Program,
        model: HeapModel[H],
        solver: Solver,
        statistics: Statistics,
        bounds: Bounds | None = None,
        search: str | Search[H] = "dfs",
        seed: int = 0,
        ask_solver: bool = False,
        finished: Finished | None = None,
        rounds: Rounds | None = None,
        merge: bool = False,
    ) -> None:
        self.program = program
        self.model = model
        self.statistics = statistics
        self.rounds = rounds or Rounds((bounds or Bounds(),))
        self.bounds = self.rounds.last
        self.machine = Machine(program, model, solver, self.rounds.schedule[0], ask_solver, self.bounds)
        self.progress = ExplorationProgress()
        self.place: TreePlace | None = None
        self._finished = finished
        self._parked: list[tuple[Parked[H], TreePlace | None]] = []
        self._left_out = False
        self._asked = statistics.asked
        self._is_stopped = False
        self._search: Search[H] = STRATEGIES[search](seed) if isinstance(search, str) else search  # type: ignore[assignment]
        self.joining: Joining[H] | None = None
        if merge:
            self._search = self.joining = joining(self.machine, self.rounds, finished)

    def __iter__(self) -> Iterator[Trace[H]]:
        _log.info("exploring %s with %s", self.program.target, type(self.model).__name__)
        for trace in self._traces():
            _log.debug("trace %d: %s, %d states wait", self.progress.traces, trace.end.kind, self.progress.frontier)
            yield trace
        done, stopped = self.progress, self.progress.stopped
        how = "to its end" if stopped is None else f"until {stopped.value}"
        _log.info("explored %s %s: %d traces, %d steps", self.program.target, how, done.traces, done.steps)

    def _traces(self) -> Iterator[Trace[H]]:
        if self._finished is None or not self._finished.has(None):
            self._search.push([WaitingState(self.initial(), None)])
        if self.bounds.max_traces is not None and self.progress.traces >= self.bounds.max_traces and len(self._search):
            self.progress.stopped = Bound.TRACES
            return
        barren, measured, begun, states = 0, self.rounds.measure(), 0, 0
        yield from self._round()
        while self._parked and self.progress.stopped is None:
            before, measured = measured, self.rounds.measure()
            forked = self.progress.states - states > begun
            is_barren = before == measured and not self._left_out
            barren = barren + forked if is_barren else 0
            begun, states = len(self._parked), self.progress.states
            following = min(self.progress.round + 1, len(self.rounds.schedule) - 1)
            if barren >= self.rounds.patience:
                following = len(self.rounds.schedule)
            yield from self._resumed(following)

    def _resumed(self, number: int) -> Iterator[Trace[H]]:
        """Run a round from the parked states; after the last round they are cut."""
        parked, self._parked = self._parked, []
        self._left_out = False
        if number < len(self.rounds.schedule):
            self.progress.round = number
            self.machine.bounds = self.rounds.schedule[number]
            self._search.push([WaitingState(each, place) for each, place in parked])
            yield from self._round()
            return
        for at, (each, place) in enumerate(parked):
            for trace in self.machine.end(each.state, each.cut):
                assert isinstance(trace, Trace)
                yield from self._told([(trace, place)], at + 1 < len(parked))
                if self.progress.stopped is not None:
                    self._parked = parked[at + 1 :]
                    return

    def _round(self) -> Iterator[Trace[H]]:
        """Run the states in the search until only parked ones are left."""
        while len(self._search):
            spent = self._spent()
            if spent is not None:
                self.progress.stopped = spent
                return
            yield from self._told(self._advance(*self._search.pop()), bool(self._parked))
            if self.progress.stopped is not None:
                return

    def _told(self, ended: list[tuple[Trace[H], TreePlace | None]], more: bool) -> Iterator[Trace[H]]:
        """Count traces as they are yielded, up to the bound."""
        for left, (trace, place) in zip(range(len(ended) - 1, -1, -1), ended, strict=True):
            self.progress.traces += 1
            self.place = place
            self.progress.share += share_of(place)
            yield trace
            if self.progress.traces == self.bounds.max_traces and (left or len(self._search) or more):
                self.progress.stopped = Bound.TRACES
                return

    def initial(self) -> State[H]:
        """Return the state with all inputs, each null or of its declared type, and the entry method called with
        them.
        """
        heap = self.model.empty(self.program.initial) if self.program.initial is not None else self.model.empty()
        inputs: list[Cell] = []
        facts: list[Value] = []
        for declared in self.program.inputs:
            origin = Origin.root(declared.name)
            if declared.type.sort is REF:
                heap, ref, about = self.model.symbolic(heap, origin, declared.types, nullable=declared.nullable)
                inputs.append(ref)
                facts.extend(about)
            else:
                inputs.append(symbol(origin, declared.type.sort))
        arguments = tuple(inputs[i] for i in self.program.arguments)
        frame = enter_method(self.program.entry, arguments, None, 0, 0)
        path = EMPTY_PATH.with_model(EMPTY_PATH.model)  # a copy of its own: a path has a cache
        state = State(frame, heap, path, NO_DECISIONS, tuple(inputs), False)
        started = self.machine.assume(state, True, tuple(facts))
        assert started is not None
        return started

    def _advance(self, state: State[H] | Parked[H], place: TreePlace | None) -> list[tuple[Trace[H], TreePlace | None]]:
        """Run one state to its next fork or end; unexplored states go to the search.

        A step that is interrupted leaves no trace: its path stays where it was.
        """
        try:
            following, steps = within(self._last_moment(), lambda: self._run(state))
        except OutOfTime:
            following, steps, self._is_stopped = [state], 0, True
        self.progress.states += 1
        self.progress.steps += steps
        placed = self._placed(following, place)
        going_on = [(each, at) for each, at in placed if not isinstance(each, Trace)]
        self._search.push([WaitingState(each, at) for each, at in going_on if isinstance(each, State)])
        self._parked += [(each, at) for each, at in going_on if isinstance(each, Parked)]
        self.progress.frontier, self.progress.parked = len(self._search), len(self._parked)
        return [(each, at) for each, at in placed if isinstance(each, Trace)]

    def _run(self, state: State[H] | Parked[H]) -> tuple[list[Next[H]], int]:
        """Return the successors and the number of steps: a fork, an end, or the same path when time is over."""
        machine, steps, look = self.machine, 0, LONGEST
        following: Following[H] = state.again() if isinstance(state, Parked) else state
        if self.joining is not None:
            return self._run_to_join(self.joining, following)
        while not isinstance(following, list):
            following, run = run_stretch(machine.local_code(following.frame.method), following, machine.bounds)
            following = step(machine, following)
            steps += run + 1
            if steps >= look and not isinstance(following, list):
                look = steps + LONGEST
                if self._out_of_time():
                    following = [following]
        return following, steps

    def _run_to_join(self, search: Joining[H], following: Following[H]) -> tuple[list[Next[H]], int]:
        """As `_run`, up to a place where the state has to wait for others."""
        machine, steps, look = self.machine, 0, LONGEST
        while not isinstance(following, list):
            before = following.frame
            code, stops = machine.local_code(before.method), search.stops(before)
            following, run = run_stretch(code, following, machine.bounds, stops)
            steps += run
            if run and waits(search, before, following):
                return [following], steps
            if run and stops is not None and search.is_at_join(before, following.frame) and not following.frame.offset:
                continue
            before = following.frame
            following = step(machine, following)
            steps += 1
            if not isinstance(following, list) and waits(search, before, following):
                following = [following]
            elif steps >= look and not isinstance(following, list):
                look = steps + LONGEST
                if self._out_of_time():
                    following = [following]
        return following, steps

    def _placed(self, following: list[Next[H]], place: TreePlace | None) -> list[tuple[Next[H], TreePlace | None]]:
        """Return the successors with their places, without finished ones. A single successor is no fork, and none is an
        end.
        """
        if not following:
            self.progress.share += share_of(place)
            return []
        if len(following) == 1:
            return [(following[0], place)]
        placed = [(each, TreePlace(place, i, len(following))) for i, each in enumerate(following)]
        if self._finished is None:
            return [*placed]
        done = [at.share for _, at in placed if self._finished.has(at)]
        self._left_out = self._left_out or bool(done)
        self.progress.share += sum(done)
        return [(each, at) for each, at in placed if not self._finished.has(at)]

    def entered(self) -> tuple[Method, ...]:
        """Return the methods that some trace has entered, in the order of entry."""
        return self.machine.entered()

    def covered(self, method: Method) -> tuple[int, ...]:
        """Return, for each block, how many of its instructions some trace has run."""
        return self.machine.covered(method)

    def _spent(self) -> Bound | None:
        """Return the bound of the whole run that has been reached, if any."""
        bounds, progress = self.bounds, self.progress
        if self._out_of_time():
            return Bound.TIME
        if bounds.max_states is not None and progress.states >= bounds.max_states:
            return Bound.STATES
        if bounds.max_queries is not None and self.statistics.asked - self._asked >= bounds.max_queries:
            return Bound.QUERIES
        return None

    def _out_of_time(self) -> bool:
        """Whether the time of this run, or of its caller, is over."""
        timeout = self.bounds.timeout
        return self._is_stopped or (timeout is not None and self.progress.seconds > timeout) or current().has_passed

    def _last_moment(self) -> Deadline:
        """Return the deadline for the running step."""
        timeout = self.bounds.timeout
        return NEVER if timeout is None else Deadline(self.progress.started + timeout + GRACE_SECONDS)

    def witness(self, trace: Trace[H]) -> ConcreteHeap | None:
        """Return an initial heap that takes this path, or None if no solver found one."""
        model = trace.path.model
        if model is None:
            return None
        heap = self.model.inputs(trace.heap, model)
        own = len(self.program.inputs)
        for declared, cell in zip(self.program.inputs, trace.inputs[:own], strict=True):
            if declared.type.sort is not REF:
                heap.roots[declared.name] = self.model.concrete(trace.heap, model, cell)
        for cell in trace.inputs[own:]:
            if isinstance(cell, Term) and cell.sort is not REF:
                heap.roots[cell.name] = self.model.concrete(trace.heap, model, cell)
        return heap
