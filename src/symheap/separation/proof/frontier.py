"""The vertices of a transition system that are still to be expanded.

A vertex that a larger heap has replaced is not followed, nor are vertices reached only from it.  Such vertices are set
aside; if they turn out to be reachable in another way they are taken up again, so that in the end every vertex that the
proof needs has been expanded.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from symheap.separation.proof.transition import Edge, EdgeKind, System

Priority = tuple[int, ...]


@dataclass(slots=True)
class Frontier:
    """Vertices by priority, least first.  Vertex 0 is the entry."""

    system: System
    _waiting: list[tuple[Priority, int]] = field(default_factory=list)
    _aside: dict[int, Priority] = field(default_factory=dict)
    _parents: dict[int, list[tuple[int, EdgeKind]]] = field(default_factory=dict)

    def push(self, number: int, priority: Priority) -> None:
        heapq.heappush(self._waiting, (priority, number))

    def pop(self) -> int | None:
        """Return the next vertex to expand; None if all that the proof needs have been expanded."""
        while self._waiting or self._taken_up():
            priority, number = heapq.heappop(self._waiting)
            if self._is_needed(number):
                return number
            self._aside[number] = priority
        return None

    def clear(self) -> None:
        """Stop expanding."""
        self._waiting.clear()
        self._aside.clear()

    def connect(self, edge: Edge) -> None:
        self._parents.setdefault(edge.target, []).append((edge.source, edge.kind))
        self.system.edges.append(edge)

    def _counts(self, source: int, kind: EdgeKind) -> bool:
        """Whether an edge belongs to the proof: a replaced vertex keeps only the edge to its replacement."""
        return kind is EdgeKind.COVER or source not in self.system.covered

    def _is_needed(self, number: int) -> bool:
        """Whether a vertex was not replaced and is reachable from the entry."""
        if number in self.system.covered:
            return False
        seen = {number}
        waiting = [number]
        for at in waiting:
            if at == 0:
                return True
            for parent, kind in self._parents[at]:
                if parent not in seen and self._counts(parent, kind):
                    seen.add(parent)
                    waiting.append(parent)
        return False

    def _taken_up(self) -> bool:
        """Requeue the vertices set aside that are needed after all; return whether there were any."""
        again = [number for number in self._aside if self._is_needed(number)]
        for number in again:
            self.push(number, self._aside.pop(number))
        return bool(again)
