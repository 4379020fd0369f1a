"""Abstract transition systems: programs whose points are labelled with symbolic heaps.

A fully expanded system without failures is a proof: for every edge, the heap at its source and the command on it entail
the heap at its target.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from symheap.core.source import Position
from symheap.separation.execution.execute import Fault
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.heaps.points import Point, Site
from symheap.separation.proof.recursion import Summary

__all__ = ["Edge", "EdgeKind", "Failure", "Gap", "Loss", "Point", "Site", "System", "Vertex"]


class EdgeKind(Enum):
    """STEP executes; COVER leads to a heap that is entailed; WIDEN to one that was made larger on the way."""

    STEP = "step"
    COVER = "cover"
    WIDEN = "widen"


@dataclass(frozen=True, slots=True)
class Vertex:
    """A point with a heap; `before` is the heap before abstraction, if it was abstracted."""

    number: int
    point: Point
    heap: SymbolicHeap
    before: SymbolicHeap | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge; `heap` is the result of the step before abstraction, None without a step or an abstraction."""

    source: int
    target: int
    kind: EdgeKind
    position: Position
    heap: SymbolicHeap | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A fault, and the vertex from which it occurs."""

    fault: Fault
    vertex: int


@dataclass(frozen=True, slots=True)
class Loss:
    """Heap memory that became unreachable (`is_lost`), or that is not freed when the program ends."""

    position: Position
    is_lost: bool
    vertex: int


@dataclass(frozen=True, slots=True)
class Gap:
    """A reason why the system is no proof although nothing failed: something refused, cut or timed out."""

    reason: str
    position: Position | None


@dataclass(slots=True)
class System:
    """A transition system under construction.

    `summaries` are those of recursive functions.  `has_forgotten`: an abstraction has dropped memory, so that it is
    unknown whether that is released.

    Rule: [SLAyer] section 2, "Abstract Transition Systems and Failed Proofs".
    """

    vertices: list[Vertex] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    covered: set[int] = field(default_factory=set)
    summaries: list[Summary] = field(default_factory=list)
    has_forgotten: bool = False

    def add(self, point: Point, heap: SymbolicHeap, before: SymbolicHeap | None = None) -> Vertex:
        vertex = Vertex(len(self.vertices), point, heap, before)
        self.vertices.append(vertex)
        return vertex
