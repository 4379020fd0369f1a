"""Find smaller inputs for the same error, for people to read and for replays to run.

Law: the run of the resulting script ends in the same kind of error at the same place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from symheap.core.deadline import tick
from symheap.memory.execution.interpreter import InterpreterLimits, run
from symheap.memory.execution.oracle import RecordingOracle, Script, ScriptedOracle
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed

_MOST_RUNS: Final = 300
_LIMITS: Final = InterpreterLimits(steps=20_000, depth=300)


def shrunk(program: Program, script: Script, failure: Failed) -> tuple[Script, Failed]:
    """Return a script with fewer and smaller answers, and how its run ends; at worst the given one.

    A script that ends early is continued by zeros, so that removing an answer may shift all following ones.
    """
    best, ended, left = script, failure, _MOST_RUNS
    is_better = True
    while is_better and left > 0:
        tick()
        is_better = False
        for candidate in _candidates(best):
            left -= 1
            if left < 0:
                break
            tried = _tried(program, candidate, failure)
            if tried is not None and _cost(tried[0]) < _cost(best):
                (best, ended), is_better = tried, True
                break
    return best, ended


def _tried(program: Program, candidate: Script, failure: Failed) -> tuple[Script, Failed] | None:
    """Return the answers of the run and how it ended, if it ended in the same error."""
    oracle = RecordingOracle(ScriptedOracle(candidate))
    try:
        outcome = run(program, oracle, _LIMITS)
    except ValueError:  # with other answers, the places may overlap
        return None
    if isinstance(outcome, Failed) and (outcome.kind, outcome.position) == (failure.kind, failure.position):
        return oracle.script(), outcome
    return None


def _cost(script: Script) -> tuple[int, int, int, int]:
    """Return the cost of a script; fewer answers are better than smaller ones."""
    sizes = sum(value.bit_length() for value in script.values)
    return len(script.values), len(script.places), sizes + sum(script.failures), sum(map(bool, script.contents))


def _candidates(script: Script) -> Iterator[Script]:
    """Yield smaller scripts, the most promising first: without some values, with smaller ones, with less in memory."""
    values = script.values
    length = len(values)
    width = length // 2
    while width >= 1:
        tick()
        for at in range(0, length, width):
            yield replace(script, values=values[:at] + values[at + width :], places=())
        width //= 2
    for at, value in enumerate(values):
        for smaller in (0, 1, 2, value // 2):
            if smaller < value:
                yield replace(script, values=(*values[:at], smaller, *values[at + 1 :]))
    if any(script.contents):
        yield replace(script, contents=b"")
    if any(script.failures):
        yield replace(script, failures=())
