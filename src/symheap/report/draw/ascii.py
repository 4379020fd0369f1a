"""Draw heaps as text, for terminals and pipes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.core.types import Type
from symheap.heap.picture import Edge, Node, Picture
from symheap.objects.concrete import ConcreteHeap
from symheap.report.draw.concrete import ConcreteView
from symheap.report.draw.labels import printable, width
from symheap.report.formats.notation import Notation

_DEEPEST = 16  # levels of indentation; deeper lines stay in one column, since each names both of its ends


def draw_concrete(
    heap: ConcreteHeap,
    *,
    ascii_only: bool = False,
    types: Mapping[str, Type] | None = None,
    notation: Notation | None = None,
) -> str:
    """Draw a concrete heap: one line per root, then one line per object.

    Each object is described where it occurs first.

        this ──▶ ① Node {next: ②, val: 0}
        x    ──▶ ①
        n     =  3
                 ② Node {next: ①}

    An object that roots point to is described on the line of the first such root.  Equal marks mean the same object,
    which shows sharing and cycles.  `types` tells which roots are references, `notation` how the language writes
    values.
    """
    view = ConcreteView(heap, types, ascii_only=ascii_only, notation=notation or Notation())
    arrow = "-->" if ascii_only else "──▶"
    names = {name: printable(name, ascii_only=ascii_only) for name in heap.roots}
    margin = max((width(shown) for shown in names.values()), default=0)
    described: set[int] = set()
    lines: list[str] = []
    for name, value in heap.roots.items():
        start = names[name] + " " * (margin - width(names[name]))
        if not view.root_is_reference(name):
            lines.append(f"{start}  =  {printable(view.root_text(name), ascii_only=ascii_only)}")
        elif value in described or value not in view.order:
            lines.append(f"{start} {arrow} {printable(view.mark(int(value)), ascii_only=ascii_only)}")
        else:
            lines.append(f"{start} {arrow} {printable(view.described(int(value)), ascii_only=ascii_only)}")
            described.add(int(value))
    indent = " " * (margin + len(arrow) + 2) if heap.roots else ""
    rest = (view.described(number) for number in view.order if number not in described)
    lines += [indent + printable(text, ascii_only=ascii_only) for text in rest]
    return "\n".join(lines) if lines else "(empty heap)"


# Pictures -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Visit:
    node: Node
    depth: int
    arrival: str  # the line of the edge that leads here; empty for a start


def draw_picture(picture: Picture) -> str:
    """Draw a picture as a list of edges, indented by their distance from a root.  Each node is expanded once.

        this --> (r0)
          (r0) --{true}--> [l0 Node]
            [l0 Node] --next--> (r1)

    Different nodes have different names, except for values and nulls.  Nodes that no root reaches come last.
    """
    names = _names(picture)
    nodes = {node.id: node for node in picture.nodes}
    leaving: dict[str, list[Edge]] = {node.id: [] for node in picture.nodes}
    for edge in picture.edges:
        leaving[edge.source].append(edge)
    expanded: set[str] = set()
    lines: list[str] = []
    for start in _starts(picture):
        stack = [_Visit(start, 0, "")]
        while stack:
            tick()
            visit = stack.pop()
            if visit.arrival:
                lines.append("  " * min(visit.depth - 1, _DEEPEST) + visit.arrival)
            if visit.node.id in expanded:
                continue
            expanded.add(visit.node.id)
            below = leaving[visit.node.id]
            if not below and not visit.arrival:
                lines.append(names[visit.node.id])
            stack += [
                _Visit(nodes[edge.target], visit.depth + 1, _arrow(visit.node, edge, names)) for edge in reversed(below)
            ]
    return "\n".join(lines) if lines else "(empty heap)"


def _starts(picture: Picture) -> tuple[Node, ...]:
    """Return roots, then nodes without incoming edges, then the rest.

    A start that is already expanded adds nothing.
    """
    entered = {edge.target for edge in picture.edges if edge.source != edge.target}
    return tuple(sorted(picture.nodes, key=lambda node: (node.shape != "root", node.id in entered)))


def _arrow(source: Node, edge: Edge, names: Mapping[str, str]) -> str:
    label = _one_line(edge.label)
    if label and source.shape == "reference":
        label = f"{{{label}}}"
    line = f"--{label}-->" if label else "-->"
    return f"{names[edge.source]} {line} {names[edge.target]}"


def _names(picture: Picture) -> dict[str, str]:
    """Return a name for each node: its label in the brackets of its shape, numbered if two names would be equal."""
    seen: dict[tuple[str, str], int] = {}
    names: dict[str, str] = {}
    for node in picture.nodes:
        label = _one_line(node.label)
        count = seen[node.shape, label] = seen.get((node.shape, label), 0) + 1
        if count > 1 and node.shape not in ("value", "null"):
            label = f"{label} #{count}"
        names[node.id] = _bracketed(node, label)
    return names


def _bracketed(node: Node, label: str) -> str:
    if node.shape == "reference":
        return f"({label})"
    if node.shape == "location":
        return f"[{label}]"
    if node.shape == "choice":
        return f"<{label}>"
    return label or node.shape


def _one_line(label: str) -> str:
    return printable(" | ".join(label.split("\n")))
