"""Pictures as self-contained SVG without scripts or fonts, with a light and a dark theme."""

from __future__ import annotations

from html import escape
from typing import Final

from symheap.heap.picture import Picture
from symheap.report.draw.colours import themed
from symheap.report.draw.geometry import HEAP_TEXT, Drawing, DrawnEdge, DrawnNode, draw_heap, path_text, point_text
from symheap.report.draw.geometry import number_text as _n
from symheap.report.draw.labels import lines, printable
from symheap.report.draw.layout import Point

_TITLE_FONT = 14

# Every rule names the class of the drawing: in a page, the style sheet of a drawing applies to the whole page.
_STYLE: Final = themed("""
.symheap-heap { color: $text; font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.symheap-heap .paper { fill: $paper; }
.symheap-heap text { fill: currentColor; text-anchor: middle; font-size: 13px; white-space: pre; }
.symheap-heap .edge text { font-size: 11px; fill: $faint; }
.symheap-heap .edge path { fill: none; stroke: $faint; stroke-width: 1.2; }
.symheap-heap .edge .head { fill: $faint; stroke: none; }
.symheap-heap .shape { stroke-width: 1.4; }
.symheap-heap .reference .shape { fill: $accent-shade; stroke: $accent; }
.symheap-heap .location .shape { fill: $shade; stroke: $text; }
.symheap-heap .choice .shape { fill: $open-shade; stroke: $open; }
.symheap-heap .null .shape { fill: $text; stroke: $text; }
.symheap-heap .null text { fill: $paper; font-size: 11px; }
.symheap-heap .root text, .symheap-heap .title { font-weight: bold; }
.symheap-heap .title { font-size: 14px; text-anchor: start; }
""")


def to_svg(picture: Picture, title: str = "") -> str:
    """Draw the picture in the papers' notation, from left to right; the full text of a label is in its tooltip."""
    drawing = draw_heap(picture)
    if not picture.nodes:
        return _document(drawing, [_text(node.lines, node.centre, HEAP_TEXT.node) for node in drawing.nodes], title)
    return _document(drawing, [*map(_edge, drawing.edges), *map(_node, drawing.nodes)], title)


def _document(drawing: Drawing, body: list[str], title: str) -> str:
    heading = lines(title, 100, 2) if title else ()
    leading = _TITLE_FONT * HEAP_TEXT.leading
    head = len(heading) * leading + 8 if heading else 0.0
    wide = max(drawing.width, HEAP_TEXT.extent(heading, _TITLE_FONT).width + 24 if heading else 0.0)
    tall = drawing.height + head
    name = _escaped(title or "heap")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="symheap-heap" role="img" aria-label="{name}"'
        f' width="{_n(wide)}" height="{_n(tall)}" viewBox="0 0 {_n(wide)} {_n(tall)}">',
        f"<title>{name}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{_n(wide)}" height="{_n(tall)}"/>',
    ]
    for i, line in enumerate(heading):
        parts.append(f'<text class="title" x="12" y="{_n(20 + i * leading)}">{_escaped(line)}</text>')
    parts.append(f'<g transform="translate({_n((wide - drawing.width) / 2)} {_n(head)})">')
    return "\n".join([*parts, *body, "</g>", "</svg>"]) + "\n"


def _node(node: DrawnNode) -> str:
    font = HEAP_TEXT.edge if node.shape == "null" else HEAP_TEXT.node
    return f'<g class="{node.shape}">{_tip(node.title)}{_shape(node)}{_text(node.lines, node.centre, font)}</g>'


def _shape(node: DrawnNode) -> str:
    x, y, half, rise = *node.centre, node.frame.width / 2, node.frame.height / 2
    if node.shape in ("root", "value"):
        return ""
    if node.frame.outline == "ellipse":
        return f'<ellipse class="shape" cx="{_n(x)}" cy="{_n(y)}" rx="{_n(half)}" ry="{_n(rise)}"/>'
    if node.frame.outline == "diamond":
        corners = ((x - half, y), (x, y - rise), (x + half, y), (x, y + rise))
        return f'<polygon class="shape" points="{" ".join(map(point_text, corners))}"/>'
    place = f'x="{_n(x - half)}" y="{_n(y - rise)}" width="{_n(node.frame.width)}" height="{_n(node.frame.height)}"'
    return f'<rect class="shape" {place} rx="2"/>'


def _edge(edge: DrawnEdge) -> str:
    text = _text(edge.lines, edge.label, HEAP_TEXT.edge)
    return f'<g class="edge">{_tip(edge.title)}{arrow(edge)}{text}</g>'


def arrow(edge: DrawnEdge) -> str:
    """Return the line and the head of an edge."""
    corners = " ".join(map(point_text, edge.head))
    return f'<path d="{path_text(edge.path)}"/><polygon class="head" points="{corners}"/>'


def _text(text: tuple[str, ...], centre: Point, font: int) -> str:
    x, y = centre
    return "".join(
        f'<text x="{_n(x)}" y="{_n(base)}">{_escaped(line)}</text>'
        for base, line in zip(HEAP_TEXT.baselines(len(text), y, font), text, strict=True)
    )


def _tip(text: str) -> str:
    return f"<title>{_escaped(text)}</title>"


def _escaped(text: str) -> str:
    return escape(printable(text, newlines=True))
