"""Paths as they are kept in a run file, and counted again from there."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from symheap.core.outcome import Bound, Cut, ErrorKind, Returned, Threw, Unsupported
from symheap.core.source import CodePosition, Position
from symheap.core.terms import NULL
from symheap.engine.state import End
from symheap.heap.picture import Edge, Node, Picture
from symheap.objects.decisions import PathKey
from symheap.report import json, text
from symheap.report.explored import Explored, Path
from symheap.report.path_pictures import final_picture, input_picture
from symheap.solver.api import Statistics
from symheap.store.records import Json, KeptPath


def kept(path: Path, *, drawn: bool = True) -> KeptPath:
    """A path that the exploration has just found, as plain data, with pictures of its heaps if they are to be drawn."""
    ending, style = text.ending(path)
    before, after = (input_picture(path), final_picture(path)) if drawn else (None, None)
    return KeptPath(
        int(path.id),
        str(path.run.exploration.place or ""),
        path.trace.key,
        end_form(path.trace.end),
        path.confirmed,
        json.result(path),
        path.conditions(),
        style,
        ending,
        text.block(path),
        None if before is None else picture_form(before),
        None if after is None else picture_form(after),
    )


@dataclass(frozen=True, slots=True)
class KeptEnd:
    """What counts of a path that was kept."""

    end: End
    key: PathKey
    confirmed: bool


def ended(path: KeptPath) -> KeptEnd:
    return KeptEnd(end_of(path.end), path.key, path.confirmed)


def progress_form(run: Explored) -> dict[str, Json]:
    """What a run has cost so far."""
    return {
        "statistics": asdict(run.statistics),
        "seconds": run.seconds_before + run.exploration.progress.seconds,
        "frontier": run.exploration.progress.frontier,
        "lines": run.coverage.form(),
        "most": run.exploration.bounds.max_traces,
    }


def restore_progress(run: Explored, form: dict[str, Any]) -> None:
    """What it cost to get where the run was counts on."""
    before = form.get("statistics", {})
    for each in fields(Statistics):
        setattr(run.statistics, each.name, getattr(run.statistics, each.name) + before.get(each.name, 0))
    run.seconds_before = form.get("seconds", 0.0)
    run.coverage.restore(form.get("lines", {}))


# Ends -----------------------------------------------------------------------------------------------------------------


def end_form(end: End) -> dict[str, Json]:
    """All of an end but the value that is returned."""
    if isinstance(end, Returned):
        return {"kind": end.kind}
    at: dict[str, Json] = {"kind": end.kind, "position": _position_form(end.position)}
    if isinstance(end, Cut):
        return {**at, "bound": end.bound.value}
    stack: list[Json] = [_position_form(each) for each in end.stack]
    if isinstance(end, Threw):
        return {**at, "stack": stack, "error": end.error.value, "detail": end.detail, "exception": end.exception}
    return {**at, "stack": stack, "what": end.what}


def end_of(form: dict[str, Any]) -> End:
    if form["kind"] == Returned.kind:
        return Returned(NULL)
    position = _position_of(form["position"])
    if form["kind"] == Cut.kind:
        return Cut(Bound(form["bound"]), position)
    stack = tuple(map(_position_of, form["stack"]))
    if form["kind"] == Threw.kind:
        return Threw(ErrorKind(form["error"]), form["detail"], position, form["exception"], stack)
    return Unsupported(form["what"], position, stack)


def _position_form(position: Position) -> list[Json]:
    member = [position.member] if isinstance(position, CodePosition) else []
    return [position.file, position.line, position.column, *member]


def _position_of(form: list[Any]) -> Position:
    return CodePosition(*form) if len(form) > 3 else Position(*form)


# Pictures -------------------------------------------------------------------------------------------------------------


def picture_form(picture: Picture) -> dict[str, Json]:
    return {
        "nodes": [[node.id, node.shape, node.label] for node in picture.nodes],
        "edges": [[edge.source, edge.target, edge.label] for edge in picture.edges],
    }


def picture_of(form: dict[str, Any]) -> Picture:
    return Picture(tuple(Node(*node) for node in form["nodes"]), tuple(Edge(*edge) for edge in form["edges"]))
