"""Check whether an error is real: return an execution that reaches it, or the reason why none was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from symheap.bmc.counterexample import Answer, Goal
from symheap.bmc.execution.machine import Blocks
from symheap.bmc.execution.state import SearchState
from symheap.bmc.limits import DEFAULT_LIMITS, SearchLimits
from symheap.bmc.paths import by_paths
from symheap.bmc.quantified.formula import by_formula
from symheap.memory.ir import Program

Encoding = Callable[[Program, Sequence[Goal], "Blocks | None", SearchLimits, "Sequence[SearchState] | None"], Answer]
"""A method to look for errors: path by path, or with one formula for all paths up to a bound."""

ENCODINGS: Final[dict[str, Encoding]] = {"paths": by_paths, "ufbv": by_formula}


def feasible(
    program: Program,
    goals: Sequence[Goal],
    allowed: Blocks | None = None,
    limits: SearchLimits = DEFAULT_LIMITS,
    starts: Sequence[SearchState] | None = None,
    encoding: str = "paths",
) -> Answer:
    """Look for an execution that ends in an error: in the first of `goals` if possible, else in another, else in any.

    Paths enter only `allowed` blocks; None allows all.  Without `starts`, executions begin at the entry of the program,
    and a `Counterexample` is confirmed by the interpreter.  With `starts`, they begin there, and the result is
    `Doomed`, which only the solver vouches for.

    Rule: [SLAyer] section 4, "feasible".
    """
    return ENCODINGS[encoding](program, goals, allowed, limits, starts)
