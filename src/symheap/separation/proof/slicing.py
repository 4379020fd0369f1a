"""Slices of a transition system: the part that leads to a failure.

Law: an execution that runs into the failure enters no block outside of the slice, if the system has no gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.separation.proof.transition import Edge, Failure, Site, System, Vertex


@dataclass(frozen=True, slots=True)
class Slice:
    """Vertices on the way to a failure, the edges among them, and their blocks, by function and label."""

    vertices: frozenset[int]
    edges: tuple[Edge, ...]
    blocks: frozenset[tuple[str, str]]


def slice_of(system: System, *failures: Failure) -> Slice:
    """Return the part that leads to one of `failures`: the vertices from which it is reachable.

    A call by summary has edges to the summary and to its continuation, but the summary has no edge back; therefore
    everything called in this way is kept.

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
    result: dict[int, list[int]] = {}
    for one, other in pairs:
        result.setdefault(one, []).append(other)
    return result


def closure(start: set[int], neighbours: Mapping[int, Iterable[int]]) -> set[int]:
    """Return `start` and all that is reachable from it."""
    reached = set(start)
    waiting = list(start)
    while waiting:
        tick()
        for other in neighbours.get(waiting.pop(), ()):
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def _summarised(system: System, after: Mapping[int, Iterable[int]]) -> dict[int, list[int]]:
    """Return the edges into calls by summary, and all edges within these."""
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
    """Return the summary that a vertex belongs to, or None."""
    first = vertex.point.stack[0] if vertex.point.stack else None
    return first if first is not None and first.index < 0 else None


def _begins(vertex: Vertex) -> bool:
    return len(vertex.point.stack) == 1 and vertex.point.index == 0
