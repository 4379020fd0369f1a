"""Results as JSON: the contract of `explore`, and the forms of `compare` and `check`.

The document of an exploration is written while it runs: first the header, then the results one by one, then the totals.
So a run of any length needs no memory for its results, and a stopped run still leaves a document.  Several methods of a
class give one document that contains theirs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from symheap.core.model import Plain
from symheap.core.outcome import Bound, Cut, Returned, Threw, Unsupported
from symheap.objects.concrete import ConcreteHeap
from symheap.report.draw.concrete import ConcreteView
from symheap.report.formats.descriptors import without_descriptors
from symheap.report.formats.notation import number_or_name
from symheap.solver.api import Statistics
from symheap.solver.layers.oversight import second_solver
from symheap.store.records import Json

if TYPE_CHECKING:
    from symheap.report.explore.explored import Explored, Path
    from symheap.report.explore.findings import Finding
    from symheap.report.explore.tally import Totals

SCHEMA: Final = 1
EXPLORE_SCHEMA: Final = 2
"""The version of the contract of `explore` that is written by default."""


def opening(run: Explored, schema: int = EXPLORE_SCHEMA) -> str:
    head = {"schema": schema, "target": run.target, "heap": run.heap}
    return json.dumps(head)[:-1] + ', "results": ['


def element(document: Mapping[str, Json], *, first: bool) -> str:
    return ("\n  " if first else ",\n  ") + json.dumps(document)


def closing(run: Explored, stopped: Bound | None = None, *, judged: Mapping[str, Json] | None = None) -> str:
    """Return the end of the document.  With `stopped`, the run is still in progress and ends now for that reason.

    `judged` are the results of ranking the crashes.
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
    """Return the totals of several methods; `skipped` are those that could not be explored, with the reasons."""
    return {
        "complete": not skipped and all(run.complete for run in runs),
        "skipped": list(skipped),
        "traces": {name: sum(int(getattr(run.tally, name)) for run in runs) for name in _ENDS},
        "paths": sum(run.tally.paths for run in runs),
        "seconds": round(sum(run.seconds for run in runs), 6),
    }


_ENDS = ("total", "normal", "exceptional", "cut", "unsupported", "unknown")


def totals(run: Explored) -> dict[str, Json]:
    """Return the totals of the results.  `stopped` is the bound that stopped the run, or null."""
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
    """Return how a second solver judged the answers, if it was asked."""
    counts = {name: int(getattr(statistics, name)) for name in ("confirmed", "unconfirmed", "contradicted")}
    return {"cross_check": {"solver": second_solver()[0], **counts}} if any(counts.values()) else {}


def covered_lines(run: Explored) -> dict[str, Json]:
    """Return the number of lines with code, and how many of them some trace has run."""
    lines, covered = run.coverage.counts()
    return {"lines": lines, "covered": covered}


def finding(run: Explored, finding: Finding) -> dict[str, Json]:
    end = finding.end
    assert isinstance(end, Threw)
    return {**threw(run, end), "place": str(finding.position), "paths": finding.count, "example": finding.example}


def unsupported(finding: Finding) -> dict[str, Json]:
    end = finding.end
    assert isinstance(end, Unsupported)
    return {"what": end.what, "position": str(end.position), "count": finding.count, "example": finding.example}


def result(path: Path) -> dict[str, Json]:
    """Return all parts of a path."""
    return chosen(path, _PARTS)


def chosen(path: Path, names: Collection[str]) -> dict[str, Json]:
    """Return the parts of a path that `names` lists."""
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
    """Return an end by an exception.  `exception` is its class; empty in languages without exceptions."""
    return {
        "kind": end.kind,
        "error": end.error.value,
        "detail": without_descriptors(end.detail),
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
    """Return roots and objects.

    A reference is ``{"ref": "1"}``, the key of an object, or null; other values are literal.

    An array has a `length`, and the `elements` that have a value, by index.  A string with known contents has its text
    as `string`.  An object that exists before the call has its name as `known`.
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
        form: dict[str, Json] = {"class": name, "fields": fields}
        array = view.array(number)
        if array is not None:
            form["length"] = array.length
            form["elements"] = {
                str(at): cell(value, array.holds_references, array.kind) for at, value in array.elements.items()
            }
        if number in view.strings:
            form["string"] = view.strings[number]
        return form

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
"""The parts of a path in every document; the others take longer to compute than the path took to find."""


def comparison(target: str, runs: Sequence[Explored], agree: bool | None) -> dict[str, Json]:
    models: list[Json] = [{"heap": run.heap, **totals(run)} for run in runs]
    return {"schema": SCHEMA, "target": target, "agree": agree, "models": models}


def several(target: str, documents: Sequence[dict[str, Json]], skipped: Sequence[str]) -> dict[str, Json]:
    """Return the document of several methods, for `compare` and `check`."""
    return {"schema": SCHEMA, "target": target, "methods": list(documents), "skipped": list(skipped)}


def text(document: dict[str, Json]) -> str:
    return json.dumps(document, indent=2) + "\n"
