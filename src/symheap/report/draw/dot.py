"""Pictures as Graphviz text, in the papers' notation."""

from __future__ import annotations

import re
from typing import Final

from symheap.heap.picture import Edge, Picture, Shape
from symheap.report.draw.concrete import picture_of
from symheap.report.draw.labels import printable

__all__ = ["picture_of", "to_dot"]

_STYLE: Final[dict[Shape, str]] = {
    "root": 'shape=plaintext, fontname="monospace bold", width=0, height=0, margin=0.05',
    "reference": "shape=circle, margin=0.02",
    "location": "shape=box",
    "choice": "shape=diamond, margin=0.02",
    "value": "shape=plaintext, width=0, height=0, margin=0.05",
    "null": 'shape=box, style=filled, fillcolor=black, fontcolor=white, height=0.2, width=0.2, margin="0.05,0.02"',
}
_ENTITY = re.compile(r"&(?=#?\w+;)")


def to_dot(picture: Picture, title: str = "") -> str:
    """Return the picture as a directed graph.  Labels are shown literally and never read as markup."""
    head = ["digraph heap {", "  rankdir=LR;", "  node [fontname=monospace, fontsize=11];"]
    head.append("  edge [fontname=monospace, fontsize=10];")
    if title:
        head.append(f"  label={_text(title)}; labelloc=t; fontname=monospace;")
    nodes = [f"  {_quoted(node.id)} [{_STYLE[node.shape]}, label={_text(node.label)}];" for node in picture.nodes]
    return "\n".join([*head, *nodes, *map(_edge, picture.edges), "}"]) + "\n"


def _edge(edge: Edge) -> str:
    label = f" [label={_text(edge.label)}]" if edge.label else ""
    return f"  {_quoted(edge.source)} -> {_quoted(edge.target)}{label};"


def _quoted(identifier: str) -> str:
    """Quote an identifier for Graphviz; different identifiers stay different."""
    return '"' + printable(identifier.replace("\\", "\\\\")).replace('"', '\\"') + '"'


def _text(label: str) -> str:
    """Quote a label for Graphviz, which interprets backslash sequences and character entities even in plain text."""
    shown = printable(label, newlines=True).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _ENTITY.sub("&amp;", shown).replace("\n", "\\n") + '"'
