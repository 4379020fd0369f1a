"""A transition system as self-contained SVG, from top to bottom: no script, no font, readable on light and on dark.

Layouts run from left to right; this one is made of frames that lie on their side, and turned.
"""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from symheap.report.labels import printable, width
from symheap.report.layout import Frame, Layout, Point, Route, lay_out
from symheap.report.prove_graph import Arrow, Box, Graph

_FONT, _TITLE_FONT = 12, 14
_CELL = 0.61  # the width of a character of a fixed-width font, in font sizes
_LEADING = 1.3
_PADDING = 8.0
_HEAD = 7.0

# Every rule is bound to the class of the drawing: in a page, a style sheet inside a drawing applies to the whole page.
_STYLE: Final = """
.symheap-system { color: #1f2328; font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.symheap-system .paper { fill: #ffffff; }
.symheap-system text { fill: currentColor; font-size: 12px; white-space: pre; }
.symheap-system .title { font-weight: bold; font-size: 14px; }
.symheap-system .head-line { font-weight: bold; }
.symheap-system rect.shape { fill: #f6f8fa; stroke: #57606a; stroke-width: 1; }
.symheap-system .loop rect.shape { fill: #ddf4ff; stroke: #0969da; stroke-width: 2; }
.symheap-system .replaced rect.shape { stroke-dasharray: 4 3; }
.symheap-system .replaced text { fill: #6e7781; }
.symheap-system .error rect.shape { fill: #ffebe9; stroke: #cf222e; stroke-width: 2; }
.symheap-system .error text { fill: #a40e26; }
.symheap-system .patterns rect.shape { fill: none; stroke: none; }
.symheap-system .edge path { fill: none; stroke: #57606a; stroke-width: 1.2; }
.symheap-system .edge .head { fill: #57606a; stroke: none; }
.symheap-system .cover path, .symheap-system .widen path { stroke-dasharray: 5 4; }
.symheap-system .edge text { fill: #57606a; text-anchor: middle; }
@media (prefers-color-scheme: dark) {
.symheap-system { color: #e6edf3; }
.symheap-system .paper { fill: #0d1117; }
.symheap-system rect.shape { fill: #161b22; stroke: #9da7b3; }
.symheap-system .loop rect.shape { fill: #0c2d6b; stroke: #58a6ff; }
.symheap-system .error rect.shape { fill: #3c0f14; stroke: #f85149; }
.symheap-system .error text { fill: #ffa198; }
.symheap-system .edge path { stroke: #9da7b3; }
.symheap-system .edge .head, .symheap-system .edge text { fill: #9da7b3; }
}
"""


def to_svg(graph: Graph) -> str:
    """Loops are blue, replaced states dashed, errors red; the patterns are told below."""
    drawn_boxes = [box for box in graph.boxes if box.kind != "patterns"]
    index = {box.name: number for number, box in enumerate(drawn_boxes)}
    drawn = lay_out(
        [_sideways(_extent(box.wrapped)) for box in drawn_boxes],
        [(index[arrow.source], index[arrow.target]) for arrow in graph.arrows],
        [_sideways(_text_extent((arrow.kind,))) if arrow.kind else Frame(0, 0) for arrow in graph.arrows],
        [0] if drawn_boxes else [],
    )
    body = [_edge(arrow, route) for arrow, route in zip(graph.arrows, drawn.routes, strict=True)]
    placed = zip(drawn_boxes, drawn.centres, drawn.frames, strict=True)
    body += [_node(box, _turned(centre), frame) for box, centre, frame in placed]
    notes = [box for box in graph.boxes if box.kind == "patterns"]
    return _document(graph.title, drawn, body, notes)


def _document(title: str, drawn: Layout, body: list[str], notes: list[Box]) -> str:
    head = _TITLE_FONT * _LEADING + 2 * _PADDING
    texts = [box.wrapped for box in notes]
    heading = _CELL * _TITLE_FONT * width(title) + 3 * _PADDING
    wide = max(drawn.height, heading, *(_extent(text).width for text in texts))
    tall = head + drawn.width
    foot: list[str] = []
    for box, text in zip(notes, texts, strict=True):
        frame = _extent(text)
        foot.append(_node(box, (frame.width / 2 + _PADDING, tall + frame.height / 2), _sideways(frame)))
        tall += frame.height + _PADDING
    name = _escaped(title)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="symheap-system" role="img" aria-label="{name}"'
        f' width="{_n(wide)}" height="{_n(tall)}" viewBox="0 0 {_n(wide)} {_n(tall)}">',
        f"<title>{name}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{_n(wide)}" height="{_n(tall)}"/>',
        f'<text class="title" x="{_n(1.5 * _PADDING)}" y="{_n(_PADDING + _TITLE_FONT)}">{name}</text>',
        f'<g transform="translate({_n((wide - drawn.height) / 2)} {_n(head)})">',
    ]
    return "\n".join([*parts, *body, "</g>", *foot, "</svg>"]) + "\n"


# Turning --------------------------------------------------------------------------------------------------------------


def _sideways(frame: Frame) -> Frame:
    return Frame(frame.height, frame.width)


def _turned(point: Point) -> Point:
    return point[1], point[0]


# Boxes ----------------------------------------------------------------------------------------------------------------


def _text_extent(text: tuple[str, ...]) -> Frame:
    return Frame(max(map(width, text)) * _CELL * _FONT, len(text) * _FONT * _LEADING)


def _extent(text: tuple[str, ...]) -> Frame:
    inner = _text_extent(text)
    return Frame(inner.width + 2 * _PADDING, inner.height + _PADDING)


def _node(box: Box, centre: Point, frame: Frame) -> str:
    """`frame` lies on its side."""
    (x, y), wide, tall = centre, frame.height, frame.width
    place = f'x="{_n(x - wide / 2)}" y="{_n(y - tall / 2)}" width="{_n(wide)}" height="{_n(tall)}"'
    text = box.wrapped
    first = y - (len(text) - 1) * _FONT * _LEADING / 2 + _FONT * 0.35
    rows = "".join(
        f'<text class="{"text" if i else "head-line"}" x="{_n(x - wide / 2 + _PADDING)}"'
        f' y="{_n(first + i * _FONT * _LEADING)}">{_escaped(line)}</text>'
        for i, line in enumerate(text)
    )
    tip = f"<title>{_escaped(box.title)}\n{_escaped(box.text)}</title>"
    return f'<g class="{box.kind}">{tip}<rect class="shape" {place} rx="3"/>{rows}</g>'


# Arrows ---------------------------------------------------------------------------------------------------------------


def _edge(arrow: Arrow, route: Route) -> str:
    knots = [_turned(knot) for knot in route.knots]
    x, y = _turned(route.label)
    kind = f"edge {arrow.kind}".rstrip()
    label = f'<text x="{_n(x)}" y="{_n(y + _FONT * 0.35)}">{arrow.kind}</text>' if arrow.kind else ""
    drawn = _loop(knots[0], knots[1], route.top) if route.top is not None else _line(knots)
    return f'<g class="{kind}">{drawn}{label}</g>'


def _loop(start: Point, end: Point, left: float) -> str:
    """From a box to itself, on its left."""
    far = end[0] - (end[0] - left) * 4 / 3
    stop = (end[0] - _HEAD + 1, end[1])
    return f'<path d="M{_p(start)} C{_p((far, start[1]))} {_p((far, end[1]))} {_p(stop)}"/>{_head(end, (1.0, 0.0))}'


def _line(knots: list[Point]) -> str:
    """Straight inside a pair of knots, curved between pairs; curves leave and reach their rows upright."""
    tip = knots[-1]
    down = 1.0 if tip[1] >= knots[0][1] else -1.0
    ends = [*knots[:-1], (tip[0], tip[1] - down * (_HEAD - 1))]
    path = [f"M{_p(ends[0])}"]
    for i in range(1, len(ends)):
        (ax, ay), (bx, by) = ends[i - 1], ends[i]
        middle = (ay + by) / 2
        path.append(f"L{_p((bx, by))}" if i % 2 else f"C{_p((ax, middle))} {_p((bx, middle))} {_p((bx, by))}")
    return f'<path d="{" ".join(path)}"/>{_head(tip, (0.0, down))}'


def _head(tip: Point, direction: Point) -> str:
    (x, y), (dx, dy) = tip, direction
    back_x, back_y = x - dx * _HEAD, y - dy * _HEAD
    wing = _HEAD / 2
    corners = (tip, (back_x - dy * wing, back_y + dx * wing), (back_x + dy * wing, back_y - dx * wing))
    return f'<polygon class="head" points="{" ".join(map(_p, corners))}"/>'


def _escaped(text: str) -> str:
    return escape(printable(text, newlines=True), {'"': "&quot;"})


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _p(point: Point) -> str:
    return f"{_n(point[0])},{_n(point[1])}"
