"""Results as JSON: the contract of `explore`, and the forms of `compare` and `check`.

The document of an exploration is written as it is found: what is known first, then the results one by one, then what
they come to.  So a run of any length needs no memory for its results, and one that is stopped still leaves a document.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from symheap.core.outcome import Cut, Returned, Threw
from symheap.objects.concrete import ConcreteHeap
from symheap.report.concrete import ConcreteView
from symheap.report.run import Path, Run

SCHEMA = 1

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def opening(run: Run) -> str:
    head = {"schema": SCHEMA, "target": run.target, "heap": run.heap}
    return json.dumps(head)[:-1] + ', "results": ['


def element(path: Path, *, first: bool) -> str:
    return ("\n  " if first else ",\n  ") + json.dumps(result(path))


def closing(run: Run) -> str:
    return "\n], " + json.dumps(totals(run))[1:] + "\n"


def totals(run: Run) -> dict[str, Json]:
    """What the results come to.  `stopped` names the bound that ended the run before its end, or is null."""
    tally, statistics = run.tally, run.statistics
    return {
        "complete": run.complete,
        "stopped": run.stopped.value if run.stopped is not None else None,
        "traces": {
            "total": tally.total,
            "normal": tally.normal,
            "exceptional": tally.exceptional,
            "cut": tally.cut,
            "unsupported": tally.unsupported,
            "unknown": tally.unknown,
        },
        "paths": tally.paths,
        "solver": {
            "queries": statistics.queries,
            "answered_without_solver": statistics.answered_without_solver,
            "unknown": statistics.unknown,
            "tokens": statistics.tokens,
            "seconds": round(statistics.seconds, 6),
        },
        "seconds": round(run.seconds, 6),
    }


def result(path: Path) -> dict[str, Json]:
    return {
        "id": path.id,
        "outcome": outcome(path),
        "confirmed": path.confirmed,
        "condition": path.condition(),
        "smt2": path.smt2(),
        "inputs": inputs(path),
        "branches": [
            {"kind": decision.kind, "choice": decision.choice, "position": str(decision.position)}
            for decision in path.trace.decisions
        ],
    }


def outcome(path: Path) -> dict[str, Json]:
    end = path.trace.end
    if isinstance(end, Returned):
        return {"kind": end.kind, "value": path.value()}
    if isinstance(end, Threw):
        return {"kind": end.kind, "error": end.error.value, "detail": end.detail, "position": str(end.position)}
    if isinstance(end, Cut):
        return {"kind": end.kind, "bound": end.bound.value, "position": str(end.position)}
    return {"kind": end.kind, "what": end.what, "position": str(end.position)}


def inputs(path: Path) -> dict[str, Json] | None:
    heap = path.inputs()
    return None if heap is None else heap_json(heap, ConcreteView(heap, path.run.input_types()))


def heap_json(heap: ConcreteHeap, view: ConcreteView) -> dict[str, Json]:
    """Roots and objects.  A reference is ``{"ref": "1"}``, the key of an object, or null; other values stand as is."""

    def cell(value: int | bool, is_reference: bool) -> Json:
        if not is_reference:
            return value
        return {"ref": str(value)} if value else None

    roots = {name: cell(value, view.root_is_reference(name)) for name, value in heap.roots.items()}
    objects: dict[str, Json] = {}
    for number in view.order:
        fields: dict[str, Json] = {name: cell(value, is_ref) for name, value, is_ref in view.fields(number)}
        objects[str(number)] = {"class": heap.class_of(number), "fields": fields}
    return {"roots": roots, "objects": objects}


def comparison(target: str, runs: Sequence[Run], agree: bool | None) -> str:
    models: list[Json] = [{"heap": run.heap, **totals(run)} for run in runs]
    return json.dumps({"schema": SCHEMA, "target": target, "agree": agree, "models": models}, indent=2) + "\n"
