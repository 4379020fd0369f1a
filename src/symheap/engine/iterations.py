"""Iterations of loops, counted within bounds: of each loop, of each call and of the path."""

from __future__ import annotations

from typing import NamedTuple

from symheap.core.outcome import Bound
from symheap.engine.bounds import Bounds
from symheap.engine.state import ALL_LOOPS, UNCOUNTED, Frame, LoopCounts, LoopEdge
from symheap.objects.ir import Method


class Edge(NamedTuple):
    """An edge between blocks: the target, its loop if it is a back edge, otherwise the loops that it enters anew."""

    target: int
    back: LoopEdge | None = None
    entered: tuple[LoopEdge, ...] = ()


def edge_between(method: Method, at: int, target: int) -> Edge:
    """Return the edge from block `at` to block `target`."""
    if (at, target) in method.back_edges:
        return Edge(target, (at, target))
    return Edge(target, None, tuple(edge for edge in method.back_edges if edge[1] == target))


class Iterations:
    """The iterations of the loops of one call, counted on from a frame, and those of its path.

    Only back edges are counted. The counts of a frame never change: `of_frame` returns new ones.
    """

    __slots__ = ("_bounds", "_frame", "_new", "of_path")

    def __init__(self, frame: Frame, of_path: int, bounds: Bounds) -> None:
        self._frame = frame
        self._bounds = bounds
        self._new: dict[LoopEdge, int] = {}
        self.of_path = of_path

    def follow(self, edge: Edge) -> Bound | None:
        """Count the iteration that an edge begins, and start again the counts of loops that it enters from outside.

        If an iteration would exceed a bound, count nothing and return the bound.
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
        is_counted = self.of_path != UNCOUNTED
        if is_counted and bounds.max_iterations is not None and self.of_path >= bounds.max_iterations:
            return Bound.ITERATIONS
        if bounds.max_call_iterations is not None:
            of_call = new[ALL_LOOPS] if ALL_LOOPS in new else before.get(ALL_LOOPS, 0)
            if is_counted and of_call >= bounds.max_call_iterations:
                return Bound.CALL_ITERATIONS
            new[ALL_LOOPS] = of_call + 1
        new[loop] = rounds + 1
        self.of_path += is_counted
        return None

    def of_frame(self) -> LoopCounts:
        """Return the counts of the call's loops."""
        return self._frame.loops.update(self._new) if self._new else self._frame.loops
