"""Drawings of heaps as self-contained SVG: before and after the run, side by side."""

from __future__ import annotations

from html import escape
from typing import Final

from symheap.report.draw.colours import themed
from symheap.report.draw.geometry import number_text
from symheap.report.draw.heaps.drawn import Group, HeapsDrawing, Mark
from symheap.report.draw.labels import printable

_BETWEEN = 28.0
_HEAD = 26.0

# Every rule names the class of the drawing: in a page, the style sheet of a drawing applies to the whole page.
_RULES: Final = """
.paper { fill: $paper; }
.caption { font-weight: bold; font-size: 13px; }
.box { fill: $shade; stroke: $line; stroke-width: 1.2; }
.cell { fill: none; stroke: $line; stroke-width: 0.7; }
text { fill: $text; font-size: 12px; white-space: pre; }
.title { font-weight: bold; }
.name { fill: $faint; }
.index { fill: $faint; font-size: 10px; text-anchor: middle; }
.value { text-anchor: end; }
.held, .label { text-anchor: middle; }
.null, .unread { fill: $faint; }
.note { fill: $bad-text; font-size: 10px; font-weight: bold; }
.written { fill: $open-shade; stroke: $open; stroke-width: 1.2; }
.wrong { fill: $bad-shade; stroke: $bad; stroke-width: 1.6; }
.line { fill: none; stroke: $line; stroke-width: 1.2; }
.head { fill: $line; stroke: none; }
circle { fill: $line; }
.pill { fill: $accent-shade; stroke: $accent; stroke-width: 1; }
.variable .line { stroke: $accent; }
.variable .head { fill: $accent; }
.new .box, .new .pill { fill: $good-shade; stroke: $good; stroke-width: 2; }
.new .line { stroke: $good; stroke-width: 1.8; }
.new .head, .new circle { fill: $good; }
.moved .line { stroke: $open; stroke-width: 2; }
.moved .head, .moved circle { fill: $open; }
.garbage .box { fill: $paper; stroke: $edge; stroke-dasharray: 4 3; }
.garbage text { fill: $faint; }
.garbage .line { stroke: $edge; stroke-dasharray: 4 3; }
.garbage .head, .garbage circle { fill: $edge; }
.fold .box { stroke-dasharray: 5 4; }
.pill.wrong { fill: $bad-shade; stroke: $bad; stroke-width: 1.6; }
"""


def rules(scope: str, text: str = _RULES) -> str:
    """Return the rules for drawings inside `scope`."""
    lines = (line for line in text.splitlines() if line)
    return "\n".join(
        ", ".join(f"{scope} {each.strip()}" for each in line.partition(" {")[0].split(","))
        + " {"
        + line.partition(" {")[2]
        for line in lines
    )


_STYLE: Final = themed(
    ".symheap-heaps { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }\n"
    + rules(".symheap-heaps")
    + "\n"
)


def to_svg(drawing: HeapsDrawing, title: str = "", captions: tuple[str, str] = ("before", "after")) -> str:
    """Draw both heaps, or only one if they are equal or the last one is unknown."""
    count = 2 if drawing.has_after and drawing.is_changed else 1
    captions = captions if count == 2 else ("before and after" if drawing.has_after else captions[0], "")
    wide = max(drawing.width, 140.0) * count + _BETWEEN * (count - 1)
    tall = drawing.height + _HEAD
    name = escape(printable(title or "heap"))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="symheap-heaps" role="img" aria-label="{name}"'
        f' width="{number_text(wide)}" height="{number_text(tall)}"'
        f' viewBox="0 0 {number_text(wide)} {number_text(tall)}">',
        f"<title>{name}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{number_text(wide)}" height="{number_text(tall)}"/>',
    ]
    for side in range(count):
        across = side * (max(drawing.width, 140.0) + _BETWEEN)
        shown = [group for group in drawing.groups if group.on & 1 << side]
        parts.append(f'<g transform="translate({number_text(across)} {number_text(_HEAD)})">')
        parts.append(f'<text class="caption" x="10" y="-8">{escape(printable(captions[side]))}</text>')
        parts += [*map(_group, shown), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _group(group: Group) -> str:
    tip = f"<title>{escape(printable(group.tip))}</title>"
    return f'<g class="{group.kind}">{tip}{"".join(map(_mark, group.marks))}</g>'


def _mark(mark: Mark) -> str:
    kind, *rest = mark
    if kind == "r":
        x, y, wide, tall, style = rest
        return f'<rect class="{style}" x="{x}" y="{y}" width="{wide}" height="{tall}" rx="3"/>'
    if kind == "t":
        x, y, text, style = rest
        return f'<text class="{style}" x="{x}" y="{y}">{escape(printable(str(text)))}</text>'
    if kind == "p":
        return f'<path class="{rest[1]}" d="{rest[0]}"/>'
    return f'<circle cx="{rest[0]}" cy="{rest[1]}" r="2.6"/>'
