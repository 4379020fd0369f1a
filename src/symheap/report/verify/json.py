"""A verdict as JSON.  The schema is ``schema/verify.schema.json``."""

from __future__ import annotations

from symheap.report.explore.explored import Explored
from symheap.report.verify.verdict import Verdict, Violation
from symheap.store.records import Json

SCHEMA = 1


def document(verdict: Verdict) -> dict[str, Json]:
    run, replayed = verdict.run, verdict.violation
    return {
        **opening(verdict.target, verdict.of),
        "verdict": verdict.word.value,
        "reason": verdict.open[0].kind if verdict.open else None,
        "open": [{"kind": each.kind, "text": each.text} for each in verdict.open],
        "violation": None if replayed is None else violation(replayed),
        **_totals(run),
        "assumptions": list(run.assumptions),
        "seconds": round(run.spent, 6),
    }


def violation(replayed: Violation) -> dict[str, Json]:
    """Return an execution.  A float that JSON cannot express is a text; `java` is the value as Java writes it."""
    return {
        "exception": replayed.exception,
        "file": replayed.position.file,
        "line": replayed.position.line,
        "replayed": ["jvm"],
        "inputs": [
            {"method": each.method, "file": each.file, "line": each.line, "java": each.java} for each in replayed.inputs
        ],
    }


def out_of_time(target: str, of: str, seconds: float) -> dict[str, Json]:
    """Return the document of a run that ended before it had a verdict."""
    return {
        **opening(target, of),
        "verdict": "unknown",
        "reason": "timeout",
        "open": [{"kind": "timeout", "text": "out of time"}],
        "violation": None,
        "heap": "pose",
        "complete": False,
        "traces": {"total": 0, "normal": 0, "exceptional": 0, "cut": 0, "unsupported": 0, "unknown": 0},
        "paths": 0,
        "assumptions": [],
        "seconds": seconds,
    }


def opening(target: str, of: str) -> dict[str, Json]:
    return {"schema": SCHEMA, "target": target, "property": of}


def _totals(run: Explored) -> dict[str, Json]:
    tally = run.tally
    counts: dict[str, Json] = {
        "total": tally.total,
        "normal": tally.normal,
        "exceptional": tally.exceptional,
        "cut": tally.cut,
        "unsupported": tally.unsupported,
        "unknown": tally.unknown,
    }
    return {"heap": run.heap, "complete": run.complete, "traces": counts, "paths": tally.paths}
