"""Concrete runs, with zeros and with random answers, which find many errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Final

from symheap.memory.execution.interpreter import InterpreterLimits, run
from symheap.memory.execution.oracle import Oracle, RandomOracle, RecordingOracle, Script, ZeroOracle
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed

_LIMITS: Final = InterpreterLimits(steps=5_000, depth=200)


def random_runs(program: Program, is_late: Callable[[], bool]) -> Iterator[tuple[Failed, Script] | None]:
    """Yield the failure of each run, or None, until it is late.  The runs are the same every time."""
    for answers in answers_at_random():
        if is_late():
            return
        oracle = RecordingOracle(answers)
        outcome = run(program, oracle, _LIMITS)
        yield (outcome, oracle.script()) if isinstance(outcome, Failed) else None


def answers_at_random() -> Iterator[Oracle]:
    """Yield zeros, then random answers without end, the same ones every time."""
    yield ZeroOracle()
    yield from map(RandomOracle, count())
