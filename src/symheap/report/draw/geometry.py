"""Drawings as geometry: the positions of all shapes, lines and labels of a picture, independent of the output format.

SVG files and pages are two writers of one `Drawing`.  Laws: no two nodes overlap, everything is inside width × height,
and the head of an edge touches the outline of its target.  All text is printable, without control characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from symheap.heap.picture import Edge, Node, Picture, Shape
from symheap.report.draw.labels import lines, printable, width
from symheap.report.draw.layout import EdgeRoute, LabelBox, Outline, Point, lay_out
from symheap.store.records import Json

if TYPE_CHECKING:
    from symheap.report.prove.graph import Arrow, Box, Graph

CELL: Final = 0.61
"""The width of a character of a fixed-width font, in font sizes."""

_HEAD = 7.0  # the length of an arrow head
_OUTLINE: Final[dict[Shape, Outline]] = {"reference": "ellipse", "choice": "diamond"}

Command = tuple[str, tuple[Point, ...]]
"""A command of an SVG path, absolute: ``M``, ``L`` or ``C``."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """The font sizes of nodes and edges in pixels, and the height of a line in font sizes."""

    node: int
    edge: int
    leading: float

    def extent(self, text: Sequence[str], font: int) -> LabelBox:
        return LabelBox(max(map(width, text)) * CELL * font, len(text) * font * self.leading)

    def baselines(self, count: int, middle: float, font: int) -> tuple[float, ...]:
        """Return the baselines of `count` lines that look centred at `middle`."""
        first = middle - (count - 1) * font * self.leading / 2 + font * 0.35
        return tuple(first + i * font * self.leading for i in range(count))


HEAP_TEXT: Final = Lettering(13, 11, 1.25)
PROOF_TEXT: Final = Lettering(12, 12, 1.3)
PADDING: Final = 8.0
"""Distance from the sides of a proof state to its text, which is left-aligned."""


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """`title` is the whole label, `lines` the part that is drawn."""

    centre: Point
    frame: LabelBox
    shape: str
    lines: tuple[str, ...]
    title: str


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """`path` ends inside `head`, whose first corner is its tip; `label` is the centre of `lines`."""

    path: tuple[Command, ...]
    head: tuple[Point, ...]
    label: Point
    lines: tuple[str, ...]
    title: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    width: float
    height: float
    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]


# JSON -----------------------------------------------------------------------------------------------------------------


def heap_drawing(picture: Picture) -> dict[str, Json]:
    """Draw a heap in the papers' notation, from left to right."""
    return to_json(draw_heap(picture))


def proof_drawing(graph: Graph) -> dict[str, Json]:
    """Draw a transition system from top to bottom, with the meaning of its patterns below."""
    return to_json(_stacked(draw_system(graph), draw_patterns(graph)))


def to_json(drawing: Drawing) -> dict[str, Json]:
    return {
        "w": _rounded(drawing.width),
        "h": _rounded(drawing.height),
        "nodes": [_node_json(node) for node in drawing.nodes],
        "edges": [_edge_json(edge) for edge in drawing.edges],
    }


def _node_json(node: DrawnNode) -> dict[str, Json]:
    return {
        "x": _rounded(node.centre[0]),
        "y": _rounded(node.centre[1]),
        "w": _rounded(node.frame.width),
        "h": _rounded(node.frame.height),
        "shape": node.shape,
        "lines": list(node.lines),
        "title": node.title,
    }


def _edge_json(edge: DrawnEdge) -> dict[str, Json]:
    return {
        "d": path_text(edge.path),
        "head": f"M{' L'.join(map(point_text, edge.head))} Z",
        "lines": list(edge.lines),
        "x": _rounded(edge.label[0]),
        "y": _rounded(edge.label[1]),
        "title": edge.title,
        "kind": edge.kind,
    }


def path_text(path: Iterable[Command]) -> str:
    return " ".join(f"{command}{' '.join(map(point_text, points))}" for command, points in path)


def point_text(point: Point) -> str:
    return f"{number_text(point[0])},{number_text(point[1])}"


def number_text(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _rounded(number: float) -> float:
    return round(number, 1)


# Heaps ----------------------------------------------------------------------------------------------------------------


def draw_heap(picture: Picture) -> Drawing:
    """Draw a heap.  Long labels are cut with an ellipsis; `title` keeps the whole text."""
    if not picture.nodes:
        text = ("empty heap",)
        return Drawing(140, 50, (DrawnNode((70, 25), _frame("value", text), "value", text, text[0]),), ())
    index = {node.id: i for i, node in enumerate(picture.nodes)}
    texts = [lines(node.label, *_limits(node)) for node in picture.nodes]
    labels = [lines(edge.label, 32, 4) if edge.label else () for edge in picture.edges]
    placed = lay_out(
        [_frame(node.shape, text) for node, text in zip(picture.nodes, texts, strict=True)],
        [(index[edge.source], index[edge.target]) for edge in picture.edges],
        [HEAP_TEXT.extent(text, HEAP_TEXT.edge) if text else LabelBox(0, 0) for text in labels],
        [i for i, node in enumerate(picture.nodes) if node.shape == "root"],
    )
    nodes = tuple(
        DrawnNode(centre, frame, node.shape, text, _whole(node.label))
        for node, centre, frame, text in zip(picture.nodes, placed.centres, placed.frames, texts, strict=True)
    )
    edges = tuple(
        DrawnEdge(*_arrow(route), route.label, text, _told(edge, picture.nodes, index))
        for edge, route, text in zip(picture.edges, placed.routes, labels, strict=True)
    )
    return Drawing(placed.width, placed.height, nodes, edges)


def _told(edge: Edge, nodes: Sequence[Node], index: dict[str, int]) -> str:
    return _whole(f"{nodes[index[edge.source]].label} --{edge.label}--> {nodes[index[edge.target]].label}")


def _limits(node: Node) -> tuple[int, int]:
    """Return the maximal number of columns and rows of a node's text."""
    return (18, 4) if node.shape in ("choice", "reference") else (32, 12)


def _frame(shape: Shape, text: Sequence[str]) -> LabelBox:
    """Return a frame that the text fits into."""
    inner = HEAP_TEXT.extent(text, HEAP_TEXT.node)
    outline = _OUTLINE.get(shape, "box")
    if outline == "diamond":
        tall = 2 * inner.height + 10
        return LabelBox(max(tall, (inner.width + 4) / (1 - inner.height / tall)), tall, outline)
    if outline == "ellipse":
        tall = max(32.0, 1.5 * inner.height)
        return LabelBox(max(tall, inner.width / (1 - (inner.height / tall) ** 2) ** 0.5 + 8), tall, outline)
    if shape == "location":
        return LabelBox(max(34.0, inner.width + 16), inner.height + 14)
    return LabelBox(inner.width + 8, inner.height + 2)


# Proofs ---------------------------------------------------------------------------------------------------------------


def draw_system(graph: Graph) -> Drawing:
    """Draw the states.

    Layouts run from left to right, so the frames are laid out sideways and the result is turned.
    """
    boxes = [box for box in graph.boxes if box.kind != "patterns"]
    index = {box.name: number for number, box in enumerate(boxes)}
    labels = [(arrow.kind,) if arrow.kind else () for arrow in graph.arrows]
    placed = lay_out(
        [_sideways(_extent(box.wrapped)) for box in boxes],
        [(index[arrow.source], index[arrow.target]) for arrow in graph.arrows],
        [_sideways(PROOF_TEXT.extent(text, PROOF_TEXT.edge)) if text else LabelBox(0, 0) for text in labels],
        [0] if boxes else [],
    )
    nodes = tuple(
        _state(box, _turned(centre), _sideways(frame))
        for box, centre, frame in zip(boxes, placed.centres, placed.frames, strict=True)
    )
    edges = tuple(
        DrawnEdge(*_arrow(route, turned=True), _turned(route.label), text, _way(arrow, boxes, index), arrow.kind)
        for arrow, route, text in zip(graph.arrows, placed.routes, labels, strict=True)
    )
    return Drawing(placed.height, placed.width, nodes, edges)


def draw_patterns(graph: Graph) -> Drawing:
    """Draw the meanings of the patterns, one below the other."""
    wide = tall = 0.0
    nodes: list[DrawnNode] = []
    for box in graph.boxes:
        if box.kind == "patterns":
            frame = _extent(box.wrapped)
            nodes.append(_state(box, (frame.width / 2, tall + frame.height / 2), frame))
            wide, tall = max(wide, frame.width), tall + frame.height + PADDING
    return Drawing(wide, tall, tuple(nodes), ())


def _extent(text: Sequence[str]) -> LabelBox:
    inner = PROOF_TEXT.extent(text, PROOF_TEXT.node)
    return LabelBox(inner.width + 2 * PADDING, inner.height + PADDING)


def _state(box: Box, centre: Point, frame: LabelBox) -> DrawnNode:
    return DrawnNode(centre, frame, box.kind, box.wrapped, _whole(f"{box.title}\n{box.text}"))


def _way(arrow: Arrow, boxes: Sequence[Box], index: dict[str, int]) -> str:
    return _whole(f"{boxes[index[arrow.source]].title} --{arrow.kind}--> {boxes[index[arrow.target]].title}")


def _sideways(frame: LabelBox) -> LabelBox:
    return LabelBox(frame.height, frame.width)


def _stacked(above: Drawing, below: Drawing) -> Drawing:
    """Place one drawing below the other, the upper one centred."""
    wide = max(above.width, below.width)
    upper, lower = _moved(above, (wide - above.width) / 2, 0.0), _moved(below, 0.0, above.height)
    return Drawing(wide, above.height + below.height, upper.nodes + lower.nodes, upper.edges + lower.edges)


def _moved(drawing: Drawing, dx: float, dy: float) -> Drawing:
    def at(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    nodes = (replace(node, centre=at(node.centre)) for node in drawing.nodes)
    edges = (
        replace(
            edge,
            path=tuple((command, tuple(map(at, points))) for command, points in edge.path),
            head=tuple(map(at, edge.head)),
            label=at(edge.label),
        )
        for edge in drawing.edges
    )
    return replace(drawing, nodes=tuple(nodes), edges=tuple(edges))


# Arrows ---------------------------------------------------------------------------------------------------------------


def _arrow(route: EdgeRoute, *, turned: bool = False) -> tuple[tuple[Command, ...], tuple[Point, ...]]:
    """Return the line and the head of an edge; `turned` for a layout that is drawn from top to bottom."""
    knots = route.knots
    tip = knots[-1]
    if route.top is not None:
        direction = (0.0, 1.0)
        path = _loop(knots[0], tip, route.top)
    else:
        direction = (1.0 if tip[0] >= knots[0][0] else -1.0, 0.0)
        stop = (tip[0] - direction[0] * (_HEAD - 1), tip[1])
        path = _line((*knots[:-1], stop), 0.0 if turned else 0.05)
    if not turned:
        return path, _head(tip, direction)
    across = tuple((command, tuple(map(_turned, points))) for command, points in path)
    return across, _head(_turned(tip), _turned(direction))


def _loop(start: Point, tip: Point, top: float) -> tuple[Command, ...]:
    """Return a loop from a node to itself, above the node."""
    rise = tip[1] - (tip[1] - top) * 4 / 3
    stop = (tip[0], tip[1] - _HEAD + 1)
    return ("M", (start,)), ("C", ((start[0], rise), (tip[0], rise), stop))


def _line(knots: Sequence[Point], level: float) -> tuple[Command, ...]:
    """Return the line through some knots.  Curves start and end horizontally, so the line has no corners.

    Steps smaller than `level` are drawn straight.
    """
    commands: list[Command] = [("M", (knots[0],))]
    for i in range(1, len(knots)):
        (ax, ay), (bx, by) = knots[i - 1], knots[i]
        if i % 2 or abs(ay - by) < level:
            if commands[-1][0] == "L":
                commands.pop()
            commands.append(("L", ((bx, by),)))
        else:
            middle = (ax + bx) / 2
            commands.append(("C", ((middle, ay), (middle, by), (bx, by))))
    return tuple(commands)


def _head(tip: Point, direction: Point) -> tuple[Point, ...]:
    (x, y), (dx, dy) = tip, direction
    back_x, back_y = x - dx * _HEAD, y - dy * _HEAD
    wing = _HEAD / 2
    return tip, (back_x - dy * wing, back_y + dx * wing), (back_x + dy * wing, back_y - dx * wing)


def head_text(tip: Point, direction: Point) -> str:
    """Return the head of an arrow as an SVG path."""
    return f"M{' L'.join(map(point_text, _head(tip, direction)))} Z"


def _turned(point: Point) -> Point:
    return point[1], point[0]


def _whole(text: str) -> str:
    return printable(text, newlines=True)
