"""Results as JSON: the contract of `explore`, and the forms of `compare` and `check`.

The document of an exploration is written as it is found: what is known first, then the results one by one, then what
they come to.  So a run of any length needs no memory for its results, and one that is stopped still leaves a document.
Several methods of a class are one document that holds theirs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from symheap.core.model import Plain
from symheap.core.outcome import Bound, Cut, Returned, Threw, Unsupported
from symheap.objects.concrete import ConcreteHeap
from symheap.report.draw.concrete import ConcreteView
from symheap.report.explore.explored import Explored, Path, Totals
from symheap.report.explore.findings import Finding
from symheap.report.formats.notation import number_or_name
from symheap.solver.api import Statistics
from symheap.solver.layers.oversight import second_solver
from symheap.store.records import Json

SCHEMA: Final = 1
EXPLORE_SCHEMA: Final = 2
"""The version of the contract of `explore` that is written unless another one is asked for."""


def opening(run: Explored, schema: int = EXPLORE_SCHEMA) -> str:
    head = {"schema": schema, "target": run.target, "heap": run.heap}
    return json.dumps(head)[:-1] + ', "results": ['


def element(document: Mapping[str, Json], *, first: bool) -> str:
    return ("\n  " if first else ",\n  ") + json.dumps(document)


def closing(run: Explored, stopped: Bound | None = None, *, judged: Mapping[str, Json] | None = None) -> str:
    """The end of the document; that of a run which is still under way if `stopped` says what ends it now.

    `judged` is what the run came to when its crashes were ranked.
    """
    now: dict[str, Json] = (
        {} if stopped is None else {"complete": False, "stopped": stopped.value, "seconds": round(run.spent, 6)}
    )
    return "\n], " + json.dumps({**totals(run), **now, **(judged or {})})[1:] + "\n"


def several_opening(target: str, schema: int = EXPLORE_SCHEMA) -> str:
    return json.dumps({"schema": schema, "target": target})[:-1] + ', "methods": [\n'


def several_closing(
    runs: Sequence[Explored | Totals], skipped: Sequence[str], *, judged: Mapping[str, Json] | None = None
) -> str:
    return "], " + json.dumps({**several_totals(runs, skipped), **(judged or {})})[1:] + "\n"


def several_totals(runs: Sequence[Explored | Totals], skipped: Sequence[str]) -> dict[str, Json]:
    """What the methods come to together; `skipped` are those that could not be explored, with the reason."""
    return {
        "complete": not skipped and all(run.complete for run in runs),
        "skipped": list(skipped),
        "traces": {name: sum(int(getattr(run.tally, name)) for run in runs) for name in _ENDS},
        "paths": sum(run.tally.paths for run in runs),
        "seconds": round(sum(run.seconds for run in runs), 6),
    }


_ENDS = ("total", "normal", "exceptional", "cut", "unsupported", "unknown")


def totals(run: Explored) -> dict[str, Json]:
    """What the results come to.  `stopped` names the bound that ended the run before its end, or is null."""
    tally, statistics = run.tally, run.statistics
    return {
        "complete": run.complete,
        "stopped": run.stopped.value if run.stopped is not None else None,
        "traces": {name: int(getattr(tally, name)) for name in _ENDS},
        "paths": tally.paths,
        "solver": {
            "queries": statistics.queries,
            "answered_without_solver": statistics.answered_without_solver,
            "unknown": statistics.unknown,
            "tokens": statistics.tokens,
            "seconds": round(statistics.seconds, 6),
            **cross_check(statistics),
        },
        "seconds": round(run.seconds, 6),
        "coverage": covered_lines(run),
        "findings": [finding(run, each) for each in run.findings.crashes],
        "thrown": [finding(run, each) for each in run.findings.thrown],
        "unsupported": [unsupported(each) for each in run.findings.unsupported],
        "assumptions": list(run.loaded.assumptions),
    }


def cross_check(statistics: Statistics) -> dict[str, Json]:
    """What a second solver said of the answers, if it was asked."""
    counts = {name: int(getattr(statistics, name)) for name in ("confirmed", "unconfirmed", "contradicted")}
    return {"cross_check": {"solver": second_solver()[0], **counts}} if any(counts.values()) else {}


def covered_lines(run: Explored) -> dict[str, Json]:
    """How many lines of the program have code, and how many of them some trace has run."""
    lines, covered = run.coverage.counts()
    return {"lines": lines, "covered": covered}


def finding(run: Explored, found: Finding) -> dict[str, Json]:
    end = found.end
    assert isinstance(end, Threw)
    return {**threw(run, end), "place": str(found.position), "paths": found.count, "example": found.example}


def unsupported(found: Finding) -> dict[str, Json]:
    end = found.end
    assert isinstance(end, Unsupported)
    return {"what": end.what, "position": str(end.position), "count": found.count, "example": found.example}


def result(path: Path) -> dict[str, Json]:
    """All that is said of a path."""
    return chosen(path, _PARTS)


def chosen(path: Path, names: Collection[str]) -> dict[str, Json]:
    """Parts of what is said of a path: those of `names`."""
    return {name: part(path) for name, part in _PARTS.items() if name in names}


def _branches(path: Path) -> Json:
    return [
        {"kind": decision.kind, "choice": decision.choice, "position": str(decision.position)}
        for decision in path.trace.decisions
    ]


def outcome(path: Path) -> dict[str, Json]:
    end = path.trace.end
    if isinstance(end, Returned):
        return {"kind": end.kind, "value": path.value()}
    if isinstance(end, Threw):
        return threw(path.run, end)
    if isinstance(end, Cut):
        return {"kind": end.kind, "bound": end.bound.value, "position": str(end.position)}
    return {"kind": end.kind, "what": end.what, "position": str(end.position)}


def threw(run: Explored, end: Threw) -> dict[str, Json]:
    """`exception` is the class of the exception, empty in a language that has none."""
    return {
        "kind": end.kind,
        "error": end.error.value,
        "detail": end.detail,
        "position": str(end.position),
        "exception": end.exception,
        "crash": run.crashes(end),
        "stack": [str(position) for position in end.stack],
    }


def inputs(path: Path) -> dict[str, Json] | None:
    heap = path.inputs()
    return (
        None
        if heap is None
        else heap_json(heap, ConcreteView(heap, path.run.input_types(), notation=path.run.notation))
    )


def heap_json(heap: ConcreteHeap, view: ConcreteView) -> dict[str, Json]:
    """Roots and objects.  A reference is ``{"ref": "1"}``, the key of an object, or null; other values stand as is.

    An array has a `length` and the `elements` that have a value, by index; a string whose contents are known, its
    text as `string`; an object that exists before the call the name by which it is `known`.
    """

    def cell(value: Plain, is_reference: bool, kind: str) -> Json:
        if not is_reference:
            return number_or_name(kind, value)
        return {"ref": str(value)} if value else None

    def described(number: int) -> dict[str, Json]:
        name = heap.class_of(number)
        fields: dict[str, Json] = {
            f: cell(value, is_reference, view.notation.field(name, f)) for f, value, is_reference in view.fields(number)
        }
        found: dict[str, Json] = {"class": name, "fields": fields}
        array = view.array(number)
        if array is not None:
            found["length"] = array.length
            found["elements"] = {
                str(at): cell(value, array.holds_references, array.kind) for at, value in array.elements.items()
            }
        if number in view.strings:
            found["string"] = view.strings[number]
        return found

    roots: dict[str, Json] = {
        name: cell(value, view.root_is_reference(name), view.notation.root(name)) for name, value in heap.roots.items()
    }
    objects: dict[str, Json] = {str(number): described(number) for number in (*view.order, *sorted(view.hidden))}
    objects |= {str(number): {"known": name} for number, name in sorted(view.known.items())}
    return {"roots": roots, "objects": objects}


_PARTS: Final[Mapping[str, Callable[[Path], Json]]] = {
    "id": lambda path: path.id,
    "outcome": lambda path: outcome(path),
    "confirmed": lambda path: path.confirmed,
    "condition": lambda path: path.condition(),
    "smt2": lambda path: path.smt2(),
    "inputs": lambda path: inputs(path),
    "branches": _branches,
}
ALWAYS: Final = ("id", "outcome", "confirmed")
"""The parts of a path that every document has; the others take longer than finding the path did."""


def comparison(target: str, runs: Sequence[Explored], agree: bool | None) -> dict[str, Json]:
    models: list[Json] = [{"heap": run.heap, **totals(run)} for run in runs]
    return {"schema": SCHEMA, "target": target, "agree": agree, "models": models}


def several(target: str, documents: Sequence[dict[str, Json]], skipped: Sequence[str]) -> dict[str, Json]:
    """The documents of several methods, for `compare` and `check`."""
    return {"schema": SCHEMA, "target": target, "methods": list(documents), "skipped": list(skipped)}


def text(document: dict[str, Json]) -> str:
    return json.dumps(document, indent=2) + "\n"
