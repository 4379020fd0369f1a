"""The default encoding: path by path, quantifier-free, one address symbol per allocation."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from symheap.bmc.counterexample import EXHAUSTED, Answer, Counterexample, Doomed, Effort, Goal, NoneFound
from symheap.bmc.execution.decide import Decider
from symheap.bmc.execution.layout import comfortable
from symheap.bmc.execution.machine import Blocks, PathMachine
from symheap.bmc.execution.memory import Fault
from symheap.bmc.execution.start import entry_state
from symheap.bmc.execution.state import SearchState
from symheap.bmc.guidance import Guide
from symheap.bmc.limits import SearchLimits
from symheap.bmc.runs import random_runs
from symheap.bmc.script import failure_script, replayed, script_of
from symheap.bmc.search import Search
from symheap.core.source import Position
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed
from symheap.solver.chain import default_chain

_RIGHT, _ASKED_FOR, _NEAR, _OTHER, _NONE = range(5)
"""Rank of an error: the first goal, another goal, another kind at the place of a goal, an error elsewhere, none."""
_GRACE: Final = {_RIGHT: 0.0, _ASKED_FOR: 0.2, _NEAR: 0.2, _OTHER: 1.0}
"""Fraction of the grace period that a search uses to find an error of a better rank."""


def by_paths(
    program: Program,
    goals: Sequence[Goal],
    allowed: Blocks | None,
    limits: SearchLimits,
    starts: Sequence[SearchState] | None,
) -> Answer:
    """See `symheap.bmc.check.feasible`."""
    return _Hunt(program, goals, allowed, limits, starts).run()


class _Hunt:
    """One search.  `_best` is the best answer so far, of rank `_rank`."""

    def __init__(
        self,
        program: Program,
        goals: Sequence[Goal],
        allowed: Blocks | None,
        limits: SearchLimits,
        starts: Sequence[SearchState] | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        solver, self._statistics = default_chain(
            timeout_ms=limits.query_ms, backend=limits.backend, oversight=limits.oversight
        )
        self._program = program
        self._goals = goals
        self._limits = limits
        self._starts = starts
        self._clock = clock
        self._begin = clock()
        self._machine = PathMachine(program, Decider(solver, limits), allowed)
        guide = Guide(program, {goal.position for goal in goals})
        self._search = Search(self._machine, guide, self._begin + limits.seconds, clock)
        self._effort = Effort()
        self._best: Answer | None = None
        self._rank = _NONE

    def run(self) -> Answer:
        if self._starts is None:
            self._run_at_random()
        if self._rank != _RIGHT:
            self._follow_paths()
        self._note_effort()
        return self._best or self._none_found()

    # Concrete runs ----------------------------------------------------------------------------------------------------

    def _run_at_random(self) -> None:
        end = self._begin + min(self._limits.random_seconds, self._limits.seconds)
        for failed_run in random_runs(self._program, lambda: self._clock() >= end):
            self._effort.runs += 1
            if failed_run is not None and self._is_better(failed_run[0].kind, failed_run[0].position):
                failure, script = failed_run
                self._take(Counterexample(script, failure, "random", effort=self._effort), failure)
                if self._rank == _RIGHT:
                    return

    # Paths ------------------------------------------------------------------------------------------------------------

    def _follow_paths(self) -> None:
        starts = self._starts if self._starts is not None else (entry_state(self._program),)
        for fault in self._search.faults(starts):
            if self._is_better(fault.kind, self._machine.position(fault.state)):
                self._confirm(fault)
                if self._rank == _RIGHT:
                    return

    def _confirm(self, fault: Fault) -> None:
        """Record an error if the interpreter runs into it; from the middle of a program, no such run exists.

        The interpreter rejects a script with an invalid placement: such a script confirms nothing.
        """
        position = self._machine.position(fault.state)
        blocks = fault.state.entered()
        if self._starts is not None:
            self._take(self._doomed(fault, position, blocks), Failed(fault.kind, position, fault.why, ()))
            return
        settled = self._machine.decider.assume(fault.state, comfortable(fault.state))
        if settled is not None:
            fault = replace(fault, state=settled)
        try:
            outcome, script = replayed(self._program, failure_script(fault))
        except ValueError:
            self._effort.unconfirmed += 1
            return
        if isinstance(outcome, Failed) and (outcome.kind, outcome.position) == (fault.kind, position):
            self._take(Counterexample(script, outcome, "search", blocks, self._effort), outcome)
        else:
            self._effort.unconfirmed += 1

    def _doomed(self, fault: Fault, position: Position, blocks: tuple[tuple[str, str], ...]) -> Doomed:
        assert fault.state.path.model is not None
        assert self._starts is not None
        failure = Failed(fault.kind, position, fault.why, self._machine.stack(fault.state))
        return Doomed(
            self._starts[fault.state.start], fault.state, fault.state.path.model, failure, blocks, self._effort
        )

    # Choosing ---------------------------------------------------------------------------------------------------------

    def _is_better(self, kind: MemoryErrorKind, position: Position) -> bool:
        return self._rank_of(kind, position) < self._rank

    def _rank_of(self, kind: MemoryErrorKind, position: Position) -> int:
        reached = Goal(kind, position)
        if not self._goals or reached == self._goals[0]:
            return _RIGHT
        if reached in self._goals:
            return _ASKED_FOR
        return _NEAR if any(goal.position == position for goal in self._goals) else _OTHER

    def _take(self, answer: Answer, failure: Failed) -> None:
        """Record the best answer so far.  The search continues for a better one, but not for long."""
        self._best = answer
        self._rank = self._rank_of(failure.kind, failure.position)
        self._search.deadline = min(self._search.deadline, self._clock() + self._limits.grace * _GRACE[self._rank])

    def _none_found(self) -> NoneFound:
        ends = self._machine.ends if self._starts is None else []
        scripts = tuple(script_of(end, end.path.model) for end in ends if end.path.model is not None)
        bound = max((self._search.bound, *(end.blocks for end in ends)))
        return NoneFound(self._reason(), bound, self._effort, scripts)

    # Accounts ---------------------------------------------------------------------------------------------------------

    def _reason(self) -> str:
        """Return why nothing was found.  Only an exhaustive search shows that there is nothing."""
        machine = self._machine
        if self._search.is_late:
            return "time"
        if machine.refused:
            return f"refused: {next(iter(machine.refused))}"
        if machine.decider.unknown:
            return "solver"
        return "bound" if machine.cuts or self._effort.unconfirmed else EXHAUSTED

    def _note_effort(self) -> None:
        effort, statistics = self._effort, self._statistics
        effort.seconds = self._clock() - self._begin
        effort.states, effort.steps = self._search.states, self._search.steps
        effort.decisions, effort.queries = statistics.decisions, statistics.queries
        effort.solver_seconds = statistics.seconds
