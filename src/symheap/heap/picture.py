"""A heap as a graph: what every model can show and every drawing can draw.

The papers draw references as circles, locations as boxes, edges from references labelled with guards and edges from
locations labelled with fields; an ``ite`` value is a diamond.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
