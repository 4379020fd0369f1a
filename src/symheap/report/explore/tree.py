"""The computation tree of a run as Graphviz text: decisions inside, ends at the leaves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from symheap.core.deadline import tick
from symheap.core.outcome import Returned, Threw
from symheap.report.draw.labels import printable
from symheap.report.explore.forms import end_of
from symheap.store.records import KeptPath

_LINE_AND_COLUMN = re.compile(r":\d+:\d+$")
_COLOURS = {"good": "palegreen", "bad": "lightcoral", "thrown": "plum", "open": "khaki"}


@dataclass(slots=True)
class _Node:
    """A decision, its children by the choice taken, and the ends that are reached without another decision."""

    place: str = ""
    failing: str = ""
    children: dict[str, _Node] = field(default_factory=dict)
    ends: dict[tuple[str, str], list[str]] = field(default_factory=dict)


class Tree:
    """Collects paths.  Traces of one path share a leaf that names them all."""

    def __init__(self) -> None:
        self._root = _Node()

    def add(self, path: KeptPath) -> None:
        node = self._root
        for branch in path.document["branches"]:
            node.place = f"{branch['kind']}\n{_place(branch['position'])}"
            choice = branch["choice"]
            node = node.children.setdefault(str(choice).lower() if isinstance(choice, bool) else choice, _Node())
        end = end_of(path.end)
        words, style = path.ending, path.style
        if isinstance(end, Returned):
            words = "returns"
        elif isinstance(end, Threw):
            what = f"throws {end.exception}" if end.exception else f"{end.error.value} error"
            words = f"{what}\n{_place(str(end.position))}"
            node.failing = f"{end.error.value}?\n{_place(str(end.position))}"
        if not path.confirmed:
            words, style = f"{words}\nnot confirmed", "open"
        node.ends.setdefault((words, style), []).append(str(path.number))

    def to_dot(self, title: str) -> str:
        head = ["digraph computation {", f"  label={_quoted(title)}; labelloc=t; fontname=monospace;"]
        head.append("  node [fontname=monospace, fontsize=11];")
        head.append("  edge [fontname=monospace, fontsize=10];")
        return "\n".join([*head, *self._lines(), "}"]) + "\n"

    def _lines(self) -> list[str]:
        lines: list[str] = []
        pending = [("n0", self._root)]
        made = 0
        while pending:
            tick()
            name, node = pending.pop()
            if not node.children and len(node.ends) == 1:
                [(end, ids)] = node.ends.items()
                lines.append(_leaf(name, end, ids))
                continue
            lines.append(f"  {name} [shape=ellipse, label={_quoted(node.place or node.failing or 'start')}];")
            for choice, child in node.children.items():
                made += 1
                pending.append((f"n{made}", child))
                lines.append(f"  {name} -> n{made} [label={_quoted(choice)}];")
            for number, (end, ids) in enumerate(node.ends.items()):
                lines += [_leaf(f"{name}e{number}", end, ids), f"  {name} -> {name}e{number};"]
        return lines


def _place(position: str) -> str:
    """Return line and column of a position that has a column; compiled code has none."""
    match = _LINE_AND_COLUMN.search(position)
    return match[0].lstrip(":") if match is not None else position


def _leaf(name: str, end: tuple[str, str], ids: list[str]) -> str:
    words, style = end
    label = _quoted(f"{words}\n{_named(ids)}")
    return f"  {name} [shape=box, style=filled, fillcolor={_COLOURS[style]}, label={label}];"


def _named(ids: list[str]) -> str:
    shown = ", ".join(ids[:6])
    return f"path {shown}" if len(ids) == 1 else f"traces {shown}{', …' if len(ids) > 6 else ''}"


def _quoted(text: str) -> str:
    shown = printable(text, newlines=True).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return '"' + shown.replace("\n", "\\n") + '"'
