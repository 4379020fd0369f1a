"""Concrete runs, with zeros and with random answers: many errors need no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Final

from symheap.memory.interpreter import Limits, run
from symheap.memory.ir import Program
from symheap.memory.oracle import Oracle, RandomOracle, RecordingOracle, Script, ZeroOracle
from symheap.memory.outcome import Failed

_LIMITS: Final = Limits(steps=5_000, depth=200)


def random_runs(program: Program, is_late: Callable[[], bool]) -> Iterator[tuple[Failed, Script] | None]:
    """One run after the other until it is late; None: it ended in no error.  The same runs every time."""
    for answers in _oracles():
        if is_late():
            return
        oracle = RecordingOracle(answers)
        outcome = run(program, oracle, _LIMITS)
        yield (outcome, oracle.script()) if isinstance(outcome, Failed) else None


def _oracles() -> Iterator[Oracle]:
    yield ZeroOracle()
    yield from map(RandomOracle, count())
