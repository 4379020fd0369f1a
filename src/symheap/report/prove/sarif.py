"""Proofs as SARIF, for code scanning: a result for each finding, and for each part that was not analysed.

A possible error is a ``warning``, because nothing has confirmed it.  An error shown by a replay is an ``error``, with
its execution as a code flow.  A leak is a ``note``, or a warning if leaks count.  The input are the documents of a
library's clients, stored or new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from symheap.lang.c.front.marks import is_made_up
from symheap.report.formats.sarif import SarifEnd, SarifNote, SarifPlace, SarifResult, SarifStep, log
from symheap.report.formats.sarif_rules import NOT_ANALYSED
from symheap.report.prove.proof import COUNTS_LEAKS
from symheap.report.prove.several import together, verdict_of
from symheap.store.records import Document, Json


def document(clients: Sequence[Document], ended: SarifEnd, root: Path) -> dict[str, Json]:
    """Return one SARIF run for all clients of a library, each result once."""
    whole = together([verdict_of(each) for each in clients])
    results = [_result(each, finding) for each in clients for finding in each["findings"]]
    results += [_open(each, gap) for each in clients for gap in each["gaps"]]
    properties: dict[str, Json] = {
        "verdict": whole.word.value,
        "reason": whole.reason,
        "leak": whole.leak.value,
        "assumptions": [*dict.fromkeys(said for each in clients for said in each["assumptions"])],
    }
    notes = [note for each in clients for note in _notes(each)]
    return log(("prove", " ".join(clients[0]["files"])), results, notes, ended, root, properties)


def _result(client: Document, finding: Document) -> SarifResult:
    is_leak = finding["kind"].startswith("leak-")
    counts = is_leak and client["property"] in COUNTS_LEAKS
    level = ("warning" if counts else "note") if is_leak else "error" if finding["replayed"] else "warning"
    description = f"{finding['kind']}: {finding['message']}"
    crash = client["counterexample"] if finding["replayed"] else None
    at = _place(finding, _function(finding, crash))
    properties: dict[str, Json] = {"target": client["target"]}
    if crash is not None:
        properties |= {"replayed": finding["replayed"], "inputs": crash["inputs"]}
    steps = (*_flow(crash), SarifStep(at, finding["message"])) if crash is not None else ()
    return SarifResult(
        finding["kind"],
        level,
        description if finding["replayed"] else f"possible {description}",
        at,
        steps,
        properties=properties,
    )


def _function(finding: Document, crash: Document | None) -> str:
    """Return the function of an error, from the abstract state or from the last visit of the run to its line."""
    if "function" in finding or crash is None:
        return str(finding.get("function", ""))
    here = [step for step in crash["steps"] if (step["file"], step["line"]) == (finding["file"], finding["line"])]
    return str(here[-1]["function"]) if here else ""


def _flow(crash: Document) -> Iterator[SarifStep]:
    """Yield the last moments of the run."""
    for step in crash["steps"]:
        yield SarifStep(_place(step, step["function"]), f"in {step['function']}")


def _place(finding: Document, function: str) -> SarifPlace:
    """Return the place.  Code that symheap adds, to call a program or as a library, is in no file."""
    if is_made_up(finding["file"]):
        return SarifPlace("", member=function)
    return SarifPlace(finding["file"], finding["line"], finding["column"], function)


def _open(client: Document, gap: Document) -> SarifResult:
    at = SarifPlace(gap.get("file", client["files"][0]), gap.get("line", 0), gap.get("column", 0))
    return SarifResult(NOT_ANALYSED, "warning", gap["reason"], at, properties={"target": client["target"]})


def _notes(client: Document) -> Iterator[SarifNote]:
    if client["verdict"] == "unknown":
        yield SarifNote(f"{client['target']}: unknown ({client['reason']})")
    for gap in client["gaps"]:
        place = f"{gap['file']}:{gap['line']}: " if "file" in gap else f"{client['target']}: "
        yield SarifNote(f"{place}not analysed: {gap['reason']}")
