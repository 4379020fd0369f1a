"""Search for an error with one quantified formula per bound, and interpret its models.

Rule: [SLAyer] section 4.2, "feasible".
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from symheap.bmc.counterexample import EXHAUSTED, Answer, Counterexample, Effort, Goal, NoneFound
from symheap.bmc.execution.machine import Blocks
from symheap.bmc.execution.state import SearchState
from symheap.bmc.limits import SearchLimits
from symheap.bmc.quantified.flat import Begin, Finish, Flat, Step, TooMuch, flat
from symheap.bmc.quantified.names import Window
from symheap.bmc.quantified.ufbv import Encoded, encoded
from symheap.bmc.script import replayed
from symheap.memory.execution.oracle import Script
from symheap.memory.ir import Allocate, Fill, Load, Nondet, Program, Store
from symheap.memory.outcome import Failed
from symheap.solver.backends.quantified import NotKnown, QuantifiedModel, solve_text

ANYWHERE = Window()
_FIRST_BOUND, _GROWTH = 6, 1.5


def by_formula(
    program: Program,
    goals: Sequence[Goal],
    allowed: Blocks | None,
    limits: SearchLimits,
    starts: Sequence[SearchState] | None,
    window: Window = ANYWHERE,
) -> Answer:
    """Search for any error of the program: a formula prefers none.  Blocks that are not allowed are searched, too."""
    if starts is not None:
        return NoneFound("refused: the formula begins at the entry of a program", 0)
    try:
        graph = flat(program)
        return _searched(program, graph, limits, window)
    except TooMuch as much:
        return NoneFound(f"refused: the formula has no {much}", 0)


def _searched(program: Program, graph: Flat, limits: SearchLimits, window: Window) -> Answer:
    effort, began, done = Effort(), time.perf_counter(), 0
    for bound in _bounds(graph, limits):
        left = limits.seconds - (time.perf_counter() - began)
        if left <= 0:
            return NoneFound("time", done, effort)
        formula = encoded(graph, bound, window)
        asked = time.perf_counter()
        answer = solve_text(formula.text, round(1000 * left))
        effort.queries += 1
        effort.solver_seconds += time.perf_counter() - asked
        effort.seconds = time.perf_counter() - began
        if isinstance(answer, NotKnown):
            return NoneFound("time" if effort.seconds >= limits.seconds else "solver", done, effort)
        if isinstance(answer, QuantifiedModel):
            outcome, script = replayed(program, script_of(formula, answer.constants))
            if isinstance(outcome, Failed):
                return Counterexample(script, outcome, "formula", effort=effort)
            effort.unconfirmed += 1
            return NoneFound("solver", done, effort)
        done = bound
    return NoneFound("bound" if graph.longest() is None else EXHAUSTED, done, effort)


def _bounds(graph: Flat, limits: SearchLimits) -> Iterator[int]:
    """Yield the bounds to try: the whole length of an acyclic graph, else growing ones."""
    longest = graph.longest()
    if longest is not None:
        yield longest + 1
        return
    bound = float(_FIRST_BOUND)
    while bound <= limits.blocks:
        yield round(bound)
        bound *= _GROWTH


# What a model means ---------------------------------------------------------------------------------------------------


def script_of(formula: Encoded, constants: Mapping[str, int]) -> Script:
    """Return the oracle's answers along the path of a model, in the order of the interpreter's questions."""
    reading = _Reading(constants)
    for names in formula.times[:-1]:
        at = constants[f"at@{names.time}"]
        if at < len(names.flat.vertices) and constants[f"at@{names.time + 1}"] < len(names.flat.vertices):
            step = names.flat.vertices[at].step
            if step is not None:
                value = 0
                if isinstance(step, Nondet | Load):
                    value = constants.get(names.then(step.target.name).strip("|"), 0)
                reading.take(step, names.time, value)
    return Script(tuple(reading.values), bytes(reading.contents), tuple(reading.failures), tuple(reading.places))


class _Reading:
    """Follows a path through the graph.  Bytes that were never set are asked for when they are first read."""

    def __init__(self, constants: Mapping[str, int]) -> None:
        self.values: list[int] = []
        self.contents = bytearray()
        self.failures: list[bool] = []
        self.places: list[int] = []
        self._constants = constants
        self._unset: set[int] = set()

    def _own(self, name: str, time: int) -> int:
        return self._constants.get(f"{name}@{time}", 0)

    def take(self, step: Step, time: int, value: int) -> None:
        match step:
            case Nondet():
                self.values.append(value)
            case Load(target=target):
                self._load(self._own("loaded", time), target.size, value)
            case Store() | Fill():
                self._store(step, time)
            case Allocate() | Begin():
                self._begin(step, time)
            case Finish() | _:
                pass

    def _load(self, address: int, size: int, value: int) -> None:
        data = value.to_bytes(size, "little")
        for is_unset, run in groupby(range(size), lambda i: address + i in self._unset):
            if is_unset:
                self.contents += bytes(data[i] for i in run)
        self._unset -= set(range(address, address + size))

    def _store(self, step: Store | Fill, time: int) -> None:
        start, count = self._own("stored", time), self._own("stored-bytes", time)
        covered = set(range(start, start + count))
        if isinstance(step, Fill) and step.byte is None:
            self._unset |= covered
        else:
            self._unset -= covered

    def _begin(self, step: Allocate | Begin, time: int) -> None:
        if isinstance(step, Allocate) and step.may_fail:
            self.failures.append(bool(self._own("fails", time)))
            if self.failures[-1]:
                return
        start, count = self._own("begun", time), self._own("begun-bytes", time)
        self.places.append(start)
        covered = set(range(start, start + count))
        self._unset = self._unset - covered if step.zero else self._unset | covered
