"""The initial and the final heap of a path as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symheap.core.outcome import Returned
from symheap.core.printing import constant
from symheap.core.terms import Term, Value
from symheap.core.types import Field
from symheap.engine.state import Texts
from symheap.heap.api import Cell
from symheap.heap.picture import REST, Edge, Node, Picture, Writing
from symheap.report.draw.concrete import picture_of
from symheap.report.formats.notation import Notation, Read, written

if TYPE_CHECKING:
    from symheap.report.explore.explored import Path

MOST = 60
"""A picture with more nodes is too large to read."""

_LONGEST = 300


def input_picture(path: Path) -> Picture | None:
    """Return an initial heap that takes the path, if a solver found one."""
    heap = path.inputs()
    if heap is None:
        return None
    return cut(picture_of(heap, path.run.input_types(), notation=path.run.notation))


def final_picture(path: Path) -> Picture:
    """Return the symbolic heap at the end, drawn from the inputs and the result of the path."""
    writing = _InNotation(path.run.notation, path.trace.texts)
    return path.run.exploration.model.picture(path.trace.heap, tuple(picture_roots(path)), writing)


class _InNotation(Writing):
    """Writes terms in the program's language, with values inside the boxes of their objects and strings as values."""

    inside = True
    most = MOST

    def __init__(self, notation: Notation, texts: Texts) -> None:
        self._notation = notation
        self._texts = texts

    def term(self, value: Value, limit: int = _LONGEST) -> str:
        return self._notation.glance(value, min(limit, _LONGEST))

    def held(self, field: Field, value: Value) -> str:
        kind = self._notation.field(field.owner, field.name)
        return written(kind, value) if kind and not isinstance(value, Term) else self._plain(field, value)

    def _plain(self, field: Field, value: Value) -> str:
        return self.term(value) if isinstance(value, Term) else constant(value, field.type.sort)

    def whole(self, ref: Term, read: Read) -> str | None:
        text = self._texts.get(ref)
        return self._notation.whole(ref, read, None if text is None else text.parts)


def picture_roots(path: Path) -> Iterator[tuple[str, Cell]]:
    """Yield the roots of a drawing of the final heap: the inputs, and the result of the path."""
    trace, loaded = path.trace, path.run.loaded
    names = [declared.name for declared in loaded.program.inputs]
    yield from zip(names, trace.inputs, strict=False)
    if isinstance(trace.end, Returned) and not loaded.returns_unit and path.run.notation.gives_back():
        yield ("result" if "result" not in names else "returned"), trace.end.value


def cut(picture: Picture, most: int = MOST) -> Picture:
    """Return a picture of at most `most` nodes: those nearest to the roots, and one with the number of the others."""
    if len(picture.nodes) <= most:
        return picture
    kept = _nearest(picture, most - 1)
    rest = Node(REST, "value", f"… {len(picture.nodes) - len(kept)} more")
    edges: list[Edge] = []
    leading: set[str] = set()
    for edge in picture.edges:
        if edge.source in kept and edge.target in kept:
            edges.append(edge)
        elif edge.source in kept and edge.source not in leading:
            leading.add(edge.source)
            edges.append(Edge(edge.source, REST, "…"))
    return Picture((*(node for node in picture.nodes if node.id in kept), rest), tuple(edges))


def _nearest(picture: Picture, count: int) -> set[str]:
    """Return the first nodes of a breadth-first walk from the roots, then nodes that it did not reach."""
    leaving: dict[str, list[str]] = {node.id: [] for node in picture.nodes}
    for edge in picture.edges:
        leaving[edge.source].append(edge.target)
    roots = [node.id for node in picture.nodes if node.shape == "root"]
    reached = dict.fromkeys(roots)
    queue = list(reached)
    for at in queue:
        for target in leaving[at]:
            if target not in reached:
                reached[target] = None
                queue.append(target)
    return set([*reached, *(node for node in leaving if node not in reached)][:count])
