"""Is an error real?  An execution that runs into it, or why none was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from symheap.bmc.counterexample import Answer, Goal
from symheap.bmc.formula import by_formula
from symheap.bmc.limits import DEFAULT_LIMITS, Limits
from symheap.bmc.machine import Blocks
from symheap.bmc.paths import by_paths
from symheap.bmc.state import State
from symheap.memory.ir import Program

Encoding = Callable[[Program, Sequence[Goal], "Blocks | None", Limits, "Sequence[State] | None"], Answer]
"""A way to look for errors: path by path, or in one formula for all paths up to a bound."""

ENCODINGS: Final[dict[str, Encoding]] = {"paths": by_paths, "ufbv": by_formula}


def feasible(
    program: Program,
    goals: Sequence[Goal],
    allowed: Blocks | None = None,
    limits: Limits = DEFAULT_LIMITS,
    starts: Sequence[State] | None = None,
    encoding: str = "paths",
) -> Answer:
    """An execution that ends in an error: in the first of `goals` if it is found in time, else in another, else in any.

    Paths enter `allowed` blocks only; None: all.  Without `starts`, executions begin at the entry of the program, and
    a `Counterexample` is one that the interpreter has confirmed.  With `starts`, they begin there, and what is found
    is `Doomed`, on the word of the solver.

    Rule: [SLAyer] section 4, "feasible".
    """
    return ENCODINGS[encoding](program, goals, allowed, limits, starts)
