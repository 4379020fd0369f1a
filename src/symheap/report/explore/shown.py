"""Results for notebooks: drawings of heaps, and HTML fragments for runs and paths.

Law: names from the program cannot break out of their text.  They are escaped, including characters that control a
terminal or reorder a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from symheap.heap.picture import Picture
from symheap.report.draw import dot, svg
from symheap.report.draw.ascii import draw_picture
from symheap.report.draw.colours import COLOURS
from symheap.report.draw.labels import printable

_LONGEST = 2000


@dataclass(frozen=True, slots=True, repr=False)
class HeapDrawing:
    """A heap in the papers' notation: circles are references, boxes are objects, diamonds are choices of a value.

    ``print`` draws it as text, a notebook as a picture.
    """

    picture: Picture
    title: str = ""

    def svg(self) -> str:
        """Return the drawing as an SVG document."""
        return svg.to_svg(self.picture, self.title)

    def dot(self) -> str:
        """Return the graph in the language of Graphviz."""
        return dot.to_dot(self.picture, self.title)

    def __str__(self) -> str:
        return draw_picture(self.picture)

    def __repr__(self) -> str:
        return f"<HeapDrawing {self.title!r}: {len(self.picture.nodes)} nodes>"

    def _repr_svg_(self) -> str:
        return self.svg()


# Pieces of HTML -------------------------------------------------------------------------------------------------------


def text(words: str) -> str:
    """Escape any text for HTML, and shorten a very long one."""
    shown = words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
    return escape(printable(shown, newlines=True), quote=True)


def styled(words: str, style: str) -> str:
    """Return text in one of the styles of a report."""
    colour = COLOURS.get(style)
    return text(words) if colour is None else f'<span style="color:{colour.light}">{text(words)}</span>'


def listed(title: str, lines: Sequence[str]) -> str:
    """Return a heading and a list of lines."""
    if not lines:
        return ""
    items = "".join(f"<li><code>{text(line)}</code></li>" for line in lines)
    return f'<div>{text(title)}</div><ul style="margin-top:0">{items}</ul>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts."""
    top = "".join(f'<th scope="col">{text(cell)}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def figure(drawing: str, caption: str) -> str:
    """Return a drawing that scrolls if it is wider than the page."""
    return (
        '<figure style="display:inline-block;vertical-align:top;margin:0.5em;max-width:100%;overflow-x:auto">'
        f"<figcaption>{text(caption)}</figcaption>{drawing}</figure>"
    )
