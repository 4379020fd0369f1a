"""Pictures as self-contained SVG: no script, no font, no file but itself, readable on light and on dark."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from symheap.heap.picture import Node, Picture, Shape
from symheap.report.labels import lines, printable, width
from symheap.report.layout import Frame, Layout, Outline, Point, Route, lay_out

_NODE_FONT, _EDGE_FONT, _TITLE_FONT = 13, 11, 14
_CELL = 0.61  # the width of a character of a fixed-width font, in font sizes
_LEADING = 1.25
_HEAD = 7.0

_OUTLINE: Final[dict[Shape, Outline]] = {"reference": "ellipse", "choice": "diamond"}

# Every rule is bound to the class of the drawing: in a page, a style sheet inside a drawing applies to the whole page.
_STYLE: Final = """
.symheap-heap { color: #1f2328; font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.symheap-heap .paper { fill: #ffffff; }
.symheap-heap text { fill: currentColor; text-anchor: middle; font-size: 13px; white-space: pre; }
.symheap-heap .edge text { font-size: 11px; fill: #57606a; }
.symheap-heap .edge path { fill: none; stroke: #57606a; stroke-width: 1.2; }
.symheap-heap .edge .head { fill: #57606a; stroke: none; }
.symheap-heap .shape { stroke-width: 1.4; }
.symheap-heap .reference .shape { fill: #ddf4ff; stroke: #0969da; }
.symheap-heap .location .shape { fill: #f6f8fa; stroke: #1f2328; }
.symheap-heap .choice .shape { fill: #fff8c5; stroke: #9a6700; }
.symheap-heap .null .shape { fill: #1f2328; stroke: #1f2328; }
.symheap-heap .null text { fill: #ffffff; font-size: 11px; }
.symheap-heap .root text, .symheap-heap .title { font-weight: bold; }
.symheap-heap .title { font-size: 14px; text-anchor: start; }
@media (prefers-color-scheme: dark) {
.symheap-heap { color: #e6edf3; }
.symheap-heap .paper { fill: #0d1117; }
.symheap-heap .edge text { fill: #9da7b3; }
.symheap-heap .edge path { stroke: #9da7b3; }
.symheap-heap .edge .head { fill: #9da7b3; }
.symheap-heap .reference .shape { fill: #0c2d6b; stroke: #58a6ff; }
.symheap-heap .location .shape { fill: #161b22; stroke: #e6edf3; }
.symheap-heap .choice .shape { fill: #3b2300; stroke: #d29922; }
.symheap-heap .null .shape { fill: #e6edf3; stroke: #e6edf3; }
.symheap-heap .null text { fill: #0d1117; }
}
"""


def to_svg(picture: Picture, title: str = "") -> str:
    """The picture drawn in the papers' notation, from left to right.

    Labels that are too long to draw are cut with an ellipsis; the whole text is in the tooltip.
    """
    index = {node.id: i for i, node in enumerate(picture.nodes)}
    nodes = [lines(node.label, *_limits(node)) for node in picture.nodes]
    labels = [lines(edge.label, 32, 4) if edge.label else () for edge in picture.edges]
    drawn = lay_out(
        [_frame(node, text) for node, text in zip(picture.nodes, nodes, strict=True)],
        [(index[edge.source], index[edge.target]) for edge in picture.edges],
        [_extent(text, _EDGE_FONT) if text else Frame(0, 0) for text in labels],
        [i for i, node in enumerate(picture.nodes) if node.shape == "root"],
    )
    body: list[str] = []
    for edge, route, text in zip(picture.edges, drawn.routes, labels, strict=True):
        source, target = picture.nodes[index[edge.source]], picture.nodes[index[edge.target]]
        tip = f"{source.label} --{edge.label}--> {target.label}"
        body.append(f'<g class="edge">{_tip(tip)}{_curve(route)}{_text(text, route.label, _EDGE_FONT)}</g>')
    for node, centre, frame, text in zip(picture.nodes, drawn.centres, drawn.frames, nodes, strict=True):
        body.append(_node(node, centre, frame, text))
    if not picture.nodes:
        drawn = Layout(140, 50, (), (), ())
        body.append(_text(("empty heap",), (70, 25), _NODE_FONT))
    return _document(drawn, body, title)


def _document(drawn: Layout, body: list[str], title: str) -> str:
    heading = lines(title, 100, 2) if title else ()
    head = len(heading) * _TITLE_FONT * _LEADING + 8 if heading else 0.0
    wide = max(drawn.width, _extent(heading, _TITLE_FONT).width + 24 if heading else 0.0)
    tall = drawn.height + head
    name = _escaped(title or "heap")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="symheap-heap" role="img" aria-label="{name}"'
        f' width="{_n(wide)}" height="{_n(tall)}" viewBox="0 0 {_n(wide)} {_n(tall)}">',
        f"<title>{name}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{_n(wide)}" height="{_n(tall)}"/>',
    ]
    for i, line in enumerate(heading):
        parts.append(f'<text class="title" x="12" y="{_n(20 + i * _TITLE_FONT * _LEADING)}">{_escaped(line)}</text>')
    parts.append(f'<g transform="translate({_n((wide - drawn.width) / 2)} {_n(head)})">')
    return "\n".join([*parts, *body, "</g>", "</svg>"]) + "\n"


# Nodes ----------------------------------------------------------------------------------------------------------------


def _limits(node: Node) -> tuple[int, int]:
    """How many columns and rows of text a node may hold."""
    return (18, 4) if node.shape in ("choice", "reference") else (32, 12)


def _extent(text: tuple[str, ...], font: int) -> Frame:
    return Frame(max(map(width, text)) * _CELL * font, len(text) * font * _LEADING)


def _frame(node: Node, text: tuple[str, ...]) -> Frame:
    """A frame that the text fits into."""
    inner = _extent(text, _NODE_FONT)
    outline = _OUTLINE.get(node.shape, "box")
    if outline == "diamond":
        tall = 2 * inner.height + 10
        return Frame(max(tall, (inner.width + 4) / (1 - inner.height / tall)), tall, outline)
    if outline == "ellipse":
        tall = max(32.0, 1.5 * inner.height)
        return Frame(max(tall, inner.width / (1 - (inner.height / tall) ** 2) ** 0.5 + 8), tall, outline)
    if node.shape == "location":
        return Frame(max(34.0, inner.width + 16), inner.height + 14)
    return Frame(inner.width + 8, inner.height + 2)


def _node(node: Node, centre: Point, frame: Frame, text: tuple[str, ...]) -> str:
    font = _EDGE_FONT if node.shape == "null" else _NODE_FONT
    shape = _shape(node.shape, centre, frame)
    return f'<g class="{node.shape}">{_tip(node.label)}{shape}{_text(text, centre, font)}</g>'


def _shape(shape: Shape, centre: Point, frame: Frame) -> str:
    x, y, half, rise = *centre, frame.width / 2, frame.height / 2
    if shape in ("root", "value"):
        return ""
    if frame.outline == "ellipse":
        return f'<ellipse class="shape" cx="{_n(x)}" cy="{_n(y)}" rx="{_n(half)}" ry="{_n(rise)}"/>'
    if frame.outline == "diamond":
        corners = ((x - half, y), (x, y - rise), (x + half, y), (x, y + rise))
        return f'<polygon class="shape" points="{" ".join(map(_p, corners))}"/>'
    place = f'x="{_n(x - half)}" y="{_n(y - rise)}" width="{_n(frame.width)}" height="{_n(frame.height)}"'
    return f'<rect class="shape" {place} rx="2"/>'


# Edges ----------------------------------------------------------------------------------------------------------------


def _curve(route: Route) -> str:
    """The line and its arrow head.  Curves leave and reach their columns level, so lines go on without a corner."""
    knots = route.knots
    path = [f"M{_p(knots[0])}"]
    if route.top is not None:
        (a, _), tip = knots
        direction = (0.0, 1.0)
        rise = tip[1] - (tip[1] - route.top) * 4 / 3
        path.append(f"C{_p((a, rise))} {_p((tip[0], rise))} {_p((tip[0], tip[1] - _HEAD + 1))}")
    else:
        tip = knots[-1]
        direction = (1.0 if knots[-1][0] >= knots[0][0] else -1.0, 0.0)
        path += _segments((*knots[:-1], (tip[0] - direction[0] * (_HEAD - 1), tip[1])))
    return f'<path d="{" ".join(path)}"/>{_head(tip, direction)}'


def _segments(knots: tuple[Point, ...]) -> list[str]:
    found: list[str] = []
    for i in range(1, len(knots)):
        (ax, ay), (bx, by) = knots[i - 1], knots[i]
        if i % 2 or abs(ay - by) < 0.05:
            if found and found[-1].startswith("L"):
                found.pop()
            found.append(f"L{_p((bx, by))}")
        else:
            middle = (ax + bx) / 2
            found.append(f"C{_p((middle, ay))} {_p((middle, by))} {_p((bx, by))}")
    return found


def _head(tip: Point, direction: Point) -> str:
    (x, y), (dx, dy) = tip, direction
    back_x, back_y = x - dx * _HEAD, y - dy * _HEAD
    wing = _HEAD / 2
    corners = (tip, (back_x - dy * wing, back_y + dx * wing), (back_x + dy * wing, back_y - dx * wing))
    return f'<polygon class="head" points="{" ".join(map(_p, corners))}"/>'


# Text -----------------------------------------------------------------------------------------------------------------


def _text(text: tuple[str, ...], centre: Point, font: int) -> str:
    x, y = centre
    first = y - (len(text) - 1) * font * _LEADING / 2 + font * 0.35
    return "".join(
        f'<text x="{_n(x)}" y="{_n(first + i * font * _LEADING)}">{_escaped(line)}</text>'
        for i, line in enumerate(text)
    )


def _tip(text: str) -> str:
    return f"<title>{_escaped(text)}</title>"


def _escaped(text: str) -> str:
    return escape(printable(text, newlines=True), {'"': "&quot;"})


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _p(point: Point) -> str:
    return f"{_n(point[0])},{_n(point[1])}"
