"""Slices of a transition system: what leads to a failure.

Law: an execution that runs into the failure enters no block outside of the slice, if the system has no gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.separation.transition import Edge, Failure, Site, System, Vertex


@dataclass(frozen=True, slots=True)
class Slice:
    """Vertices on the way to a failure, the edges among them, and the blocks that they visit, by function and label."""

    vertices: frozenset[int]
    edges: tuple[Edge, ...]
    blocks: frozenset[tuple[str, str]]


def slice_of(system: System, *failures: Failure) -> Slice:
    """What leads to one of `failures`: the vertices from which it is reached.

    A call by summary has an edge to the summary and one to where it goes on, but none leads back from the summary: of
    what is called in that way, everything is kept.

    Rule: [SLAyer] section 3, "slice" of Algorithm 1.
    """
    before = _neighbours((edge.target, edge.source) for edge in system.edges)
    after = _neighbours((edge.source, edge.target) for edge in system.edges)
    kept = closure({failure.vertex for failure in failures}, before)
    kept = closure(kept, _summarised(system, after))
    return Slice(
        frozenset(kept),
        tuple(edge for edge in system.edges if edge.source in kept and edge.target in kept),
        frozenset((vertex.point.function, vertex.point.label) for vertex in map(system.vertices.__getitem__, kept)),
    )


def _neighbours(pairs: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for one, other in pairs:
        found.setdefault(one, []).append(other)
    return found


def closure(start: set[int], neighbours: Mapping[int, Iterable[int]]) -> set[int]:
    """What is reached from `start`, with it."""
    found = set(start)
    waiting = list(start)
    while waiting:
        tick()
        for other in neighbours.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _summarised(system: System, after: Mapping[int, Iterable[int]]) -> dict[int, list[int]]:
    """The edges into calls by summary, and all edges within these."""
    vertices = system.vertices
    return {
        source: [
            target
            for target in targets
            if (context := _context(vertices[target])) is not None
            and (_begins(vertices[target]) or context == _context(vertices[source]))
        ]
        for source, targets in after.items()
    }


def _context(vertex: Vertex) -> Site | None:
    """The summary that a vertex belongs to, if it does."""
    first = vertex.point.stack[0] if vertex.point.stack else None
    return first if first is not None and first.index < 0 else None


def _begins(vertex: Vertex) -> bool:
    return len(vertex.point.stack) == 1 and vertex.point.index == 0
