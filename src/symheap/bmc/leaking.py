"""Search for executions that leak, as for errors, and confirm them on the interpreter.

Law: the run of the script of a `Leaking` ends with memory that is lost, or not released, as it says.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from symheap.bmc.execution.decide import Decider
from symheap.bmc.execution.machine import PathMachine
from symheap.bmc.execution.start import entry_state
from symheap.bmc.execution.state import SearchState
from symheap.bmc.guidance import Guide
from symheap.bmc.limits import SearchLimits
from symheap.bmc.runs import answers_at_random
from symheap.bmc.script import script_of
from symheap.bmc.search import Search
from symheap.core.deadline import tick
from symheap.core.source import Position
from symheap.memory.execution.approximations import read_approximations
from symheap.memory.execution.closures import InterpreterFrame
from symheap.memory.execution.interpreter import InterpreterLimits, run
from symheap.memory.execution.journal import journal
from symheap.memory.execution.leaks import leaks
from symheap.memory.execution.oracle import Oracle, RecordingOracle, Script, ScriptedOracle
from symheap.memory.execution.store import Memory
from symheap.memory.ir import Allocate, Program, Reallocate
from symheap.memory.outcome import Exited, Finished
from symheap.separation.proof.verdict import Leak
from symheap.solver.chain import default_chain

_LIMITS: Final = InterpreterLimits(steps=20_000, depth=200)
_MOST_RUNS: Final = 400


@dataclass(frozen=True, slots=True)
class Leaking:
    """An execution that leaks: `is_lost` if the memory became unreachable, else it is not released.

    `allocated` is where the memory was allocated; `block` is where it was lost, by function and label.
    """

    script: Script
    is_lost: bool
    allocated: Position
    block: tuple[str, str] | None = None
    replayed: tuple[str, ...] = ("interpreter",)


def status_of(leaking: Leaking | None) -> Leak:
    """Return the leak status of a leaking execution; UNKNOWN for None, since not finding one proves nothing."""
    if leaking is None:
        return Leak.UNKNOWN
    return Leak.LOST if leaking.is_lost else Leak.UNRELEASED


def leaking(
    program: Program, limits: SearchLimits, uncounted: Collection[str] = (), may_be_lost: bool = True
) -> Leaking | None:
    """Look for an execution that leaks; if memory `may_be_lost`, preferably one that loses some.

    If the entry is in an `uncounted` file, it is a client: memory that it holds or drops itself is no leak.
    """
    return _Hunt(program, limits, uncounted, may_be_lost).run()


def leak_of(program: Program, script: Script, outcome: Finished | Exited, uncounted: Collection[str]) -> Leaking | None:
    """Return how the run of a script leaks.

    None if it does not, or if it depends on results that models of the C library only approximate.
    """
    left = outcome.leaks
    is_client = program.functions[program.entry].position.file in uncounted
    lost = left.lost if is_client else (*left.lost, *left.leaving)
    kept = () if is_client else left.unreleased
    if not (lost or kept) or read_approximations(program, script):
        return None
    thing = (lost or kept)[0].number
    block = _lost_in(program, script, thing) if lost else None
    if is_client and (block is None or program.functions[block[0]].position.file in uncounted):
        return None
    return Leaking(script, bool(lost), _allocated(program, script, thing), block)


class _Hunt:
    def __init__(self, program: Program, limits: SearchLimits, uncounted: Collection[str], may_be_lost: bool) -> None:
        self._may_be_lost = may_be_lost
        self._program = program
        self._limits = limits
        self._uncounted = uncounted
        self._end = time.monotonic() + limits.seconds
        self._best: Leaking | None = None
        self._search: Search | None = None

    def run(self) -> Leaking | None:
        end = min(self._end, time.monotonic() + self._limits.random_seconds)
        for oracle in islice(answers_at_random(), _MOST_RUNS):
            if self._is_done() or time.monotonic() >= end:
                break
            self._try(oracle)
        if not self._is_done():
            self._follow_paths()
        return self._best

    def _is_done(self) -> bool:
        return self._best is not None and (self._best.is_lost or not self._may_be_lost)

    def _follow_paths(self) -> None:
        solver, _ = default_chain(
            timeout_ms=self._limits.query_ms, backend=self._limits.backend, oversight=self._limits.oversight
        )
        machine = PathMachine(self._program, Decider(solver, self._limits), on_end=self._ended)
        search = self._search = Search(machine, Guide(self._program, set()), self._end)
        for _ in search.faults((entry_state(self._program),)):
            tick()

    def _ended(self, state: SearchState) -> None:
        """Run a path that has ended, and stop the search if it leaks as required."""
        if state.path.model is None or self._is_done():
            return
        try:
            self._try(ScriptedOracle(script_of(state, state.path.model)))
        except ValueError:
            return
        if self._is_done() and self._search is not None:
            self._search.deadline = 0.0

    def _try(self, answers: Oracle) -> None:
        oracle = RecordingOracle(answers)
        outcome = run(self._program, oracle, _LIMITS)
        if not isinstance(outcome, (Finished, Exited)) or not outcome.leaks:
            return
        leak = leak_of(self._program, oracle.script(), outcome, self._uncounted)
        if leak is not None and (self._best is None or leak.is_lost):
            self._best = leak


def _allocated(program: Program, script: Script, number: int) -> Position:
    """Return where an object of a run was allocated: in the program's own files if a function there asked for it."""
    command = journal(program, ScriptedOracle(script), _LIMITS).objects[number].command
    assert isinstance(command, (Allocate, Reallocate))
    return command.position


def _lost_in(program: Program, script: Script, number: int) -> tuple[str, str] | None:
    """Return the block in which an object became unreachable; the last one if variables reach it until they end."""
    entered: list[tuple[str, str]] = []
    blocks: list[tuple[str, str]] = []

    def look(frames: Sequence[InterpreterFrame], memory: Memory) -> None:
        if not blocks and any(thing.number == number for thing in leaks(memory, frames).lost):
            blocks.append(entered[-1])
        entered.append((frames[-1].function.name, frames[-1].label))

    run(program, ScriptedOracle(script), _LIMITS, look)
    return blocks[0] if blocks else entered[-1] if entered else None
