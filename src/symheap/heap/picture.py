"""A heap as a graph: the common form between heap models and drawings.

The papers draw references as circles, locations as boxes, edges from references labelled with guards, and edges from
locations labelled with fields. An ``ite`` value is a diamond.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from symheap.core.printing import constant, infix
from symheap.core.terms import Term, Value
from symheap.core.types import Field

Shape = Literal["root", "reference", "location", "choice", "value", "null"]


@dataclass(frozen=True, slots=True)
class Node:
    id: str
    shape: Shape
    label: str


@dataclass(frozen=True, slots=True)
class Edge:
    source: str
    target: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


class Writing:
    """The style of a picture. This one draws every value as a node, as the papers do."""

    inside = False
    """Whether an object's values, except references, are shown in its box."""

    most: int | None = None
    """The largest number of nodes: those nearest to the roots, and one that stands for all others."""

    def term(self, value: Value, limit: int = 4000) -> str:
        return infix(value, limit)

    def held(self, field: Field, value: Value) -> str:
        """Return the text of a field's value that is not a reference."""
        return infix(value, 120) if isinstance(value, Term) else constant(value, field.type.sort)

    def whole(self, ref: Term, read: Callable[[object, str], object]) -> str | None:
        """Return the text of an object if it is fully described on one line, so that nothing else of it is drawn.

        `read` returns the value of an object's field by name; None if it is not one object, or the value is unknown.
        """
        return None


AS_PAPERS = Writing()
REST = "rest"


class Sheet:
    """A picture under construction, from the roots outwards."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self._nodes: dict[str, Node] = {}
        self._edges: list[Edge] = []
        self._rest: set[str] = set()
        self._leading: set[str] = set()

    def node(self, key: str, shape: Shape, label: str) -> None:
        self._nodes[key] = Node(key, shape, label)

    def edge(self, source: str, target: str, label: str = "") -> bool:
        """Add an edge. Returns whether its target must be painted: it is new, and there is room for it."""
        if target in self._nodes:
            self._edges.append(Edge(source, target, label))
            return False
        if self.writing.most is None or len(self._nodes) < self.writing.most - 1:
            self._edges.append(Edge(source, target, label))
            return True
        self._rest.add(target)
        if source not in self._leading:
            self._leading.add(source)
            self._edges.append(Edge(source, REST, label))
        return False

    def picture(self) -> Picture:
        if self._rest:
            self.node(REST, "value", f"… {len(self._rest)} more, and so on")
        return Picture(tuple(self._nodes.values()), tuple(self._edges))
