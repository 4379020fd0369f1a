"""Convert ends, positions and pictures to plain data and back."""

from __future__ import annotations

from typing import Any

from symheap.core.outcome import Bound, Cut, ErrorKind, Returned, Threw, Unsupported
from symheap.core.source import CodePosition, Position
from symheap.core.terms import NULL
from symheap.engine.state import End
from symheap.heap.picture import Edge, Node, Picture
from symheap.store.records import Json


def end_form(end: End) -> dict[str, Json]:
    """Return all of an end except for the returned value."""
    if isinstance(end, Returned):
        return {"kind": end.kind}
    at: dict[str, Json] = {"kind": end.kind, "position": position_form(end.position)}
    if isinstance(end, Cut):
        return {**at, "bound": end.bound.value}
    stack: list[Json] = [position_form(each) for each in end.stack]
    if isinstance(end, Threw):
        return {**at, "stack": stack, "error": end.error.value, "detail": end.detail, "exception": end.exception}
    return {**at, "stack": stack, "what": end.what}


def end_of(form: dict[str, Any]) -> End:
    if form["kind"] == Returned.kind:
        return Returned(NULL)
    position = position_of(form["position"])
    if form["kind"] == Cut.kind:
        return Cut(Bound(form["bound"]), position)
    stack = tuple(map(position_of, form["stack"]))
    if form["kind"] == Threw.kind:
        return Threw(ErrorKind(form["error"]), form["detail"], position, form["exception"], stack)
    return Unsupported(form["what"], position, stack)


def position_form(position: Position) -> list[Json]:
    member = [position.member] if isinstance(position, CodePosition) else []
    return [position.file, position.line, position.column, *member]


def position_of(form: list[Any]) -> Position:
    return CodePosition(*form) if len(form) > 3 else Position(*form)


# Pictures -------------------------------------------------------------------------------------------------------------


def picture_form(picture: Picture) -> dict[str, Json]:
    return {
        "nodes": [[node.id, node.shape, node.label] for node in picture.nodes],
        "edges": [[edge.source, edge.target, edge.label] for edge in picture.edges],
    }


def picture_of(form: dict[str, Any]) -> Picture:
    return Picture(tuple(Node(*node) for node in form["nodes"]), tuple(Edge(*edge) for edge in form["edges"]))
