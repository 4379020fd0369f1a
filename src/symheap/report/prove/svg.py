"""A transition system as self-contained SVG, from top to bottom.

It has no scripts or fonts, and a light and a dark theme.
"""

from __future__ import annotations

from html import escape
from typing import Final

from symheap.report.draw.colours import themed
from symheap.report.draw.geometry import (
    CELL,
    PADDING,
    PROOF_TEXT,
    Drawing,
    DrawnEdge,
    DrawnNode,
    draw_patterns,
    draw_system,
)
from symheap.report.draw.geometry import number_text as _n
from symheap.report.draw.labels import printable, width
from symheap.report.draw.svg import arrow
from symheap.report.prove.graph import Graph

_TITLE_FONT = 14

# Every rule names the class of the drawing: in a page, the style sheet of a drawing applies to the whole page.
_STYLE: Final = themed("""
.symheap-system { color: $text; font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.symheap-system .paper { fill: $paper; }
.symheap-system text { fill: currentColor; font-size: 12px; white-space: pre; }
.symheap-system .title { font-weight: bold; font-size: 14px; }
.symheap-system .head-line { font-weight: bold; }
.symheap-system rect.shape { fill: $shade; stroke: $faint; stroke-width: 1; }
.symheap-system .loop rect.shape { fill: $accent-shade; stroke: $accent; stroke-width: 2; }
.symheap-system .replaced rect.shape { stroke-dasharray: 4 3; }
.symheap-system .replaced text { fill: $faint; }
.symheap-system .error rect.shape { fill: $bad-shade; stroke: $bad; stroke-width: 2; }
.symheap-system .error text { fill: $bad-text; }
.symheap-system .patterns rect.shape { fill: none; stroke: none; }
.symheap-system .edge path { fill: none; stroke: $faint; stroke-width: 1.2; }
.symheap-system .edge .head { fill: $faint; stroke: none; }
.symheap-system .cover path, .symheap-system .widen path { stroke-dasharray: 5 4; }
.symheap-system .edge text { fill: $faint; text-anchor: middle; }
""")


def to_svg(graph: Graph) -> str:
    """Draw the graph: loops are blue, replaced states dashed, errors red; pattern definitions are below."""
    return _document(graph.title, draw_system(graph), draw_patterns(graph))


def _document(title: str, system: Drawing, patterns: Drawing) -> str:
    head = _TITLE_FONT * PROOF_TEXT.leading + 2 * PADDING
    heading = CELL * _TITLE_FONT * width(title) + 3 * PADDING
    wide = max(system.width, heading, patterns.width)
    foot = head + system.height
    tall = foot + patterns.height
    name = _escaped(title)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="symheap-system" role="img" aria-label="{name}"'
        f' width="{_n(wide)}" height="{_n(tall)}" viewBox="0 0 {_n(wide)} {_n(tall)}">',
        f"<title>{name}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{_n(wide)}" height="{_n(tall)}"/>',
        f'<text class="title" x="{_n(1.5 * PADDING)}" y="{_n(PADDING + _TITLE_FONT)}">{name}</text>',
        f'<g transform="translate({_n((wide - system.width) / 2)} {_n(head)})">',
    ]
    states = [*map(_edge, system.edges), *map(_node, system.nodes)]
    return (
        "\n".join([*parts, *states, "</g>", *(_node(node, PADDING, foot) for node in patterns.nodes), "</svg>"]) + "\n"
    )


def _node(node: DrawnNode, right: float = 0.0, down: float = 0.0) -> str:
    """Draw a box, moved to the right and down."""
    x, y, wide, tall = node.centre[0] + right, node.centre[1] + down, node.frame.width, node.frame.height
    place = f'x="{_n(x - wide / 2)}" y="{_n(y - tall / 2)}" width="{_n(wide)}" height="{_n(tall)}"'
    bases = PROOF_TEXT.baselines(len(node.lines), y, PROOF_TEXT.node)
    rows = "".join(
        f'<text class="{"text" if i else "head-line"}" x="{_n(x - wide / 2 + PADDING)}"'
        f' y="{_n(base)}">{_escaped(line)}</text>'
        for i, (base, line) in enumerate(zip(bases, node.lines, strict=True))
    )
    tip = f"<title>{_escaped(node.title)}</title>"
    return f'<g class="{node.shape}">{tip}<rect class="shape" {place} rx="3"/>{rows}</g>'


def _edge(edge: DrawnEdge) -> str:
    x, y = edge.label
    kind = f"edge {edge.kind}".rstrip()
    (base,) = PROOF_TEXT.baselines(1, y, PROOF_TEXT.edge)
    label = "".join(f'<text x="{_n(x)}" y="{_n(base)}">{_escaped(line)}</text>' for line in edge.lines)
    return f'<g class="{kind}">{arrow(edge)}{label}</g>'


def _escaped(text: str) -> str:
    return escape(printable(text, newlines=True))
