"""Layered drawings, the geometric half: positions of items and routes of edges.

Laws: no two items of a column overlap, columns do not overlap, and an edge bends only between columns.  So no edge runs
through a node or a label, and no label covers anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from symheap.report.draw.layers import Ends, Layered, layered

Outline = Literal["box", "ellipse", "diamond"]
Point = tuple[float, float]
Pulls = list[tuple[int, float, float]]  # a neighbour, the offset at which an item is level with it, a weight

_MARGIN = 12.0
_BETWEEN = 10.0  # between two items of a column
_LANE = 4.0  # above and below an edge that passes a column
_LOOP = 16.0  # how far an edge from a node to itself rises above it
_HEAD = 8.0  # room for an arrow head beside a node


@dataclass(frozen=True, slots=True)
class LabelBox:
    """The size of a node or a label; a missing label has size 0."""

    width: float
    height: float
    outline: Outline = "box"

    def indent(self, dy: float) -> float:
        """Return the distance of the outline from the frame's left or right side, at `dy` from the middle."""
        part = min(1.0, abs(dy) / (self.height / 2)) if self.height else 0.0
        return _indent(self.outline, part) * self.width / 2

    def drop(self, dx: float) -> float:
        """Return the distance of the outline from the frame's upper side, at `dx` from the middle."""
        part = min(1.0, abs(dx) / (self.width / 2)) if self.width else 0.0
        return _indent(self.outline, part) * self.height / 2


def _indent(outline: Outline, part: float) -> float:
    if outline == "diamond":
        return part
    return 1.0 - (1.0 - part * part) ** 0.5 if outline == "ellipse" else 0.0


@dataclass(frozen=True, slots=True)
class EdgeRoute:
    """An edge in the direction of its arrow: `knots` come in pairs, straight within a pair, curved between pairs.

    An edge from a node to itself has only its two feet, and rises to `top` between them.
    """

    knots: tuple[Point, ...]
    label: Point  # the middle of the label
    top: float | None = None


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """The positions and frames of the nodes, and the routes of the edges."""

    width: float
    height: float
    centres: tuple[Point, ...]
    frames: tuple[LabelBox, ...]
    routes: tuple[EdgeRoute, ...]


def lay_out(
    nodes: Sequence[LabelBox], edges: Sequence[Ends], labels: Sequence[LabelBox], starts: Sequence[int]
) -> GraphLayout:
    """Place `nodes` and route `edges`; `labels` are the labels of the edges, `starts` the nodes to begin with.

    A node is widened for its edges to itself, and a box is made high enough for its incoming arrows.
    """
    return _Geometry(nodes, edges, labels, layered(len(nodes), edges, starts)).layout()


class _Geometry:
    """The layout of one drawing in progress.  `y` of an item is the middle of a node or the line of a waypoint."""

    def __init__(
        self, nodes: Sequence[LabelBox], edges: Sequence[Ends], labels: Sequence[LabelBox], order: Layered
    ) -> None:
        self.nodes, self.edges, self.labels, self.order = list(nodes), edges, labels, order
        self.column = {item: c for c, column in enumerate(order.columns) for item in column}
        self.place = {item: i for column in order.columns for i, item in enumerate(column)}
        items = range(len(self.column))
        self.up, self.down, self.across = ([_LANE for _ in items], [_LANE for _ in items], [0.0 for _ in items])
        self.loops: list[list[int]] = [[] for _ in nodes]
        self._measure()
        self.ports = self._ports()
        self.y = self._heights()
        self.left, self.right, self.end = self._widths()

    def label_item(self, e: int) -> int:
        """Return the waypoint that carries the label: the one next to the edge's source."""
        return self.order.chains[e][-2 if e in self.order.backward else 1]

    def _measure(self) -> None:
        crowd = [0] * len(self.nodes)  # number of arrow heads on the left side, which must not overlap
        for e, (a, b) in enumerate(self.edges):
            if a == b:
                self.loops[a].append(e)
            else:
                item = self.label_item(e)
                self.across[item] = self.labels[e].width
                self.up[item] = max(_LANE, self.labels[e].height + 1)
                crowd[self.order.chains[e][-1]] += 1
        for i, loops in enumerate(self.loops):
            frame = self.nodes[i]
            wide = max(frame.width, sum(map(self._loop_width, loops)))
            tall = max(frame.height, 9.0 * crowd[i]) if frame.outline == "box" else frame.height
            self.nodes[i] = LabelBox(wide, tall, frame.outline)
            self.across[i] = wide + 2 * _HEAD
            self.up[i] = tall / 2 + max((_LOOP + self.labels[e].height for e in loops), default=0.0)
            self.down[i] = tall / 2

    def _loop_width(self, e: int) -> float:
        return max(self.labels[e].width, 20.0) + 6.0

    def _ports(self) -> tuple[list[float], list[float]]:
        """Return the vertical offsets of edges at their left and right nodes, in the order of the other ends."""
        sides: tuple[list[float], list[float]] = ([0.0] * len(self.edges), [0.0] * len(self.edges))
        for side, end, next_ in ((0, 0, 1), (1, -1, -2)):
            fastened: dict[int, list[int]] = {}
            for e, chain in enumerate(self.order.chains):
                if chain:
                    fastened.setdefault(chain[end], []).append(e)
            for node, here in fastened.items():
                here.sort(key=lambda e: self.place[self.order.chains[e][next_]])
                frame = self.nodes[node]
                step = min(16.0, (0.8 if frame.outline == "box" else 0.6) * frame.height / len(here))
                for i, e in enumerate(here):
                    sides[side][e] = (i - (len(here) - 1) / 2) * step
        return sides

    # Heights

    def _heights(self) -> list[float]:
        """Minimise the vertical steps of edges, column by column.

        The last rounds give small steps more weight, which straightens the edges.
        """
        left, right = self._pulls()
        y = [0.0] * len(self.column)
        for column in self.order.columns:
            self._settle(column, y, left)
        for column in reversed(self.order.columns):
            self._settle(column, y, right)
        both = [a + b for a, b in zip(left, right, strict=True)]
        for turn in range(max(6, min(60, 60_000 // (len(y) + 1)))):
            for column in self.order.columns if turn % 2 else reversed(self.order.columns):
                self._settle(column, y, both, straighten=turn > 1)
        top = min((y[item] - self.up[item] for item in self.column), default=0.0)
        return [at - top + _MARGIN for at in y]

    def _pulls(self) -> tuple[list[Pulls], list[Pulls]]:
        """Return the forces on each item from the left and from the right.  Backward edges have less weight."""
        left: list[Pulls] = [[] for _ in self.column]
        right: list[Pulls] = [[] for _ in self.column]
        for e, chain in enumerate(self.order.chains):
            offsets = [0.0] * len(chain)
            if chain:
                offsets[0], offsets[-1] = self.ports[0][e], self.ports[1][e]
            for i in range(len(chain) - 1):
                weight = (1.0 if i in (0, len(chain) - 2) else 4.0) * (0.2 if e in self.order.backward else 1.0)
                level = offsets[i] - offsets[i + 1]
                left[chain[i + 1]].append((chain[i], level, weight))
                right[chain[i]].append((chain[i + 1], -level, weight))
        return left, right

    def _settle(self, column: Sequence[int], y: list[float], pulls: Sequence[Pulls], straighten: bool = False) -> None:
        """Move the items of a column to where they are pulled, as far as their order and size allow.

        Isotonic regression by pooling adjacent violators: `blocks` are (mean, weight, size), with ascending means.
        """
        floors: list[float] = []
        floor = 0.0
        for i, item in enumerate(column):
            if i:
                floor += self.down[column[i - 1]] + _BETWEEN + self.up[item]
            floors.append(floor)
        blocks: list[tuple[float, float, int]] = []
        for item, floor in zip(column, floors, strict=True):
            weight, wish = 1e-6, 1e-6 * y[item]
            for neighbour, level, pull in pulls[item]:
                goal = y[neighbour] + level
                pull = pull / (0.5 + abs(goal - y[item])) if straighten else pull
                weight, wish = weight + pull, wish + pull * goal
            mean, size = wish / weight - floor, 1
            while blocks and blocks[-1][0] > mean:
                above, more, count = blocks.pop()
                mean = (mean * weight + above * more) / (weight + more)
                weight, size = weight + more, size + count
            blocks.append((mean, weight, size))
        settled = [mean for mean, _, size in blocks for _ in range(size)]
        for item, mean, floor in zip(column, settled, floors, strict=True):
            y[item] = mean + floor

    # Widths

    def _widths(self) -> tuple[list[float], list[float], float]:
        """Return the left and right side of each column and the total width.

        The gap grows with the steepness of the edges.
        """
        steps = [0.0] * len(self.order.columns)
        for chain in self.order.chains:
            for a, b in pairwise(chain):
                steps[self.column[a]] = max(steps[self.column[a]], abs(self.y[a] - self.y[b]))
        left: list[float] = []
        right: list[float] = []
        x = _MARGIN
        for column, step in zip(self.order.columns, steps, strict=True):
            left.append(x)
            right.append(x + max(self.across[item] for item in column))
            x = right[-1] + min(60.0, 14.0 + step / 6)
        return left, right, (right[-1] if right else 0.0) + _MARGIN

    # Routes

    def layout(self) -> GraphLayout:
        bottom = max((self.y[item] + self.down[item] for item in self.column), default=0.0)
        centres = tuple((self._middle(i), self.y[i]) for i in range(len(self.nodes)))
        routes = tuple(self._route(e) if chain else self._loop(e) for e, chain in enumerate(self.order.chains))
        return GraphLayout(self.end, bottom + _MARGIN, centres, tuple(self.nodes), routes)

    def _middle(self, item: int) -> float:
        c = self.column[item]
        return (self.left[c] + self.right[c]) / 2

    def _route(self, e: int) -> EdgeRoute:
        chain = self.order.chains[e]
        first, last = chain[0], chain[-1]
        near, far = self.ports[0][e], self.ports[1][e]
        start = self._middle(first) + self.nodes[first].width / 2 - self.nodes[first].indent(near)
        stop = self._middle(last) - self.nodes[last].width / 2 + self.nodes[last].indent(far)
        knots = [(start, self.y[first] + near), (self.right[self.column[first]], self.y[first] + near)]
        for item in chain[1:-1]:
            c = self.column[item]
            if self.right[c] > self.left[c]:  # a column without a label is a part of the gap
                knots += [(self.left[c], self.y[item]), (self.right[c], self.y[item])]
        knots += [(self.left[self.column[last]], self.y[last] + far), (stop, self.y[last] + far)]
        if e in self.order.backward:
            knots.reverse()
        item = self.label_item(e)
        return EdgeRoute(tuple(knots), (self._middle(item), self.y[item] - 1 - self.labels[e].height / 2))

    def _loop(self, e: int) -> EdgeRoute:
        """Return a loop.  The loops of a node are side by side on top of it, each with its label above."""
        node = self.edges[e][0]
        frame, loops = self.nodes[node], self.loops[node]
        widths = [self._loop_width(other) for other in loops]
        before = sum(widths[: loops.index(e)])
        off = before + self._loop_width(e) / 2 - sum(widths) / 2
        x, side = self._middle(node) + off, self.y[node] - frame.height / 2
        feet = tuple((x + dx, side + frame.drop(off + dx)) for dx in (7.0, -7.0))
        return EdgeRoute(feet, (x, side - _LOOP - self.labels[e].height / 2), side - _LOOP)
