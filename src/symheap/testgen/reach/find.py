"""Crashes of a method, looked for in deepening rounds, within counts that do not depend on how fast a machine is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.rounds import Rounds, deepening, instructions_run
from symheap.engine.state import Trace
from symheap.heap.registry import heap_model
from symheap.lang.java.entry import JavaProgram
from symheap.solver.chain import default_chain
from symheap.testgen.reach.rank import Reachability

BOUNDS = Bounds(max_loop=32, max_calls=80, max_states=300, max_queries=30)
"""Of one method.  The work is bounded by counts, so that the same crashes are found on a slow machine."""


def in_rounds(java: JavaProgram, reachability: Reachability, bounds: Bounds = BOUNDS) -> Exploration[Any]:
    """An exploration, breadth first, that goes deeper while rounds bring new code of the user's or new crashes."""
    is_user = java.table.world.class_path.is_user

    def measure() -> object:
        run = instructions_run(exploration.entered, exploration.covered, is_user)
        return run, len(reachability.crashes)

    rounds: Rounds = deepening(bounds).with_measure(measure)
    model = heap_model("pose", java.program.table, frozenset())
    exploration: Exploration[Any] = Exploration(java.program, model, *default_chain(), search="bfs", rounds=rounds)
    return exploration


def explore_method(java: JavaProgram, reachability: Reachability, bounds: Bounds = BOUNDS) -> Iterator[Trace[Any]]:
    """Explore a method and tell `reachability` of every trace; traces come as they are found.

    It ends with the exploration, at a bound of `bounds`, or when the time of the caller is over.
    """
    exploration = in_rounds(java, reachability, bounds)
    for trace in exploration:
        reachability.note(exploration, trace, java)
        yield trace
