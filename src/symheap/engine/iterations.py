"""Iterations of loops, counted within bounds: of each loop, of each call and of the path."""

from __future__ import annotations

from typing import NamedTuple

from symheap.core.outcome import Bound
from symheap.core.terms import Term, Value, add, lt, not_
from symheap.engine.bounds import Bounds
from symheap.engine.state import ALL_LOOPS, UNCOUNTED, Frame, LoopCounts, LoopEdge
from symheap.objects.ir import Method


class BlockEdge(NamedTuple):
    """An edge between blocks: the target, its loop if it is a back edge, otherwise the loops that it enters anew."""

    target: int
    back: LoopEdge | None = None
    entered: tuple[LoopEdge, ...] = ()


def edge_between(method: Method, at: int, target: int) -> BlockEdge:
    """Return the edge from block `at` to block `target`."""
    if (at, target) in method.back_edges:
        return BlockEdge(target, (at, target))
    return BlockEdge(target, None, tuple(edge for edge in method.back_edges if edge[1] == target))


def reached(frame: Frame, of_path: Value, edge: BlockEdge, bounds: Bounds) -> Value:
    """Return the condition that the bound on a path's iterations cuts it at an edge, if their number is a choice.

    Merged paths have such a number. Any other number is compared in `Iterations`.
    """
    if edge.back is None or bounds.max_iterations is None or not isinstance(of_path, Term):
        return False
    return frame.loops.get(edge.back, 0) < bounds.max_loop and not_(lt(of_path, bounds.max_iterations))


class Iterations:
    """The iterations of the loops of one call, counted on from a frame, and those of its path.

    Only back edges are counted. The counts of a frame never change: `of_frame` returns new ones.
    """

    __slots__ = ("_bounds", "_frame", "_new", "of_path")

    def __init__(self, frame: Frame, of_path: Value, bounds: Bounds) -> None:
        self._frame = frame
        self._bounds = bounds
        self._new: dict[LoopEdge, int] = {}
        self.of_path = of_path

    def follow(self, edge: BlockEdge) -> Bound | None:
        """Count the iteration that an edge begins, and start again the counts of loops that it enters from outside.

        If an iteration would exceed a bound, count nothing and return the bound. A number of iterations that is a
        choice must be within its bound: see `reached`.
        """
        bounds, before, new, loop = self._bounds, self._frame.loops, self._new, edge.back
        if loop is None:
            for entered in edge.entered:
                if entered in new or entered in before:
                    new[entered] = 0
            return None
        rounds = new[loop] if loop in new else before.get(loop, 0)
        if rounds >= bounds.max_loop:
            return Bound.LOOP
        of_path = self.of_path
        is_counted = of_path != UNCOUNTED
        if bounds.max_iterations is not None and not isinstance(of_path, Term) and of_path >= bounds.max_iterations:
            return Bound.ITERATIONS
        if bounds.max_call_iterations is not None:
            of_call = new[ALL_LOOPS] if ALL_LOOPS in new else before.get(ALL_LOOPS, 0)
            if is_counted and of_call >= bounds.max_call_iterations:
                return Bound.CALL_ITERATIONS
            new[ALL_LOOPS] = of_call + 1
        new[loop] = rounds + 1
        if is_counted:
            self.of_path = add(of_path, 1) if isinstance(of_path, Term) else of_path + 1
        return None

    def of_frame(self) -> LoopCounts:
        """Return the counts of the call's loops."""
        return self._frame.loops.update(self._new) if self._new else self._frame.loops
