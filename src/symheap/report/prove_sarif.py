"""A proof as SARIF 2.1.0, for code scanning: one result a finding, and one for each thing that was not analysed.

A possible error is a ``warning``, since nothing has confirmed it; one that a replay has shown is an ``error``, with the
way there as a code flow; a leak is a ``note``, or a warning where leaks count.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from urllib.parse import quote

from symheap.core.source import Position
from symheap.memory.trace import Trace
from symheap.report.json import Json
from symheap.report.prove_proof import LEAK, Proof
from symheap.report.prove_several import leak, reason, word
from symheap.shape.transition import Gap
from symheap.shape.verdict import Finding

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
NOT_ANALYSED = "not-analysed"
_MOST_STEPS = 100


def document(proofs: Sequence[Proof]) -> dict[str, Json]:
    """One run, of all clients of a library; each result once."""
    results = _once([_result(proof, found) for proof in proofs for found in proof.verdict.findings])
    results += _once([_open(proof, gap) for proof in proofs for gap in proof.system.gaps])
    rules: list[Json] = [{"id": rule} for rule in dict.fromkeys(str(result["ruleId"]) for result in results)]
    driver: dict[str, Json] = {"name": "symheap", "version": version("symheap"), "rules": rules}
    interrupted = any(gap.reason == "interrupted" for proof in proofs for gap in proof.system.gaps)
    assumptions = dict.fromkeys(each for proof in proofs for each in proof.assumptions())
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [*results],
        "invocations": [{"executionSuccessful": not interrupted}],
        "properties": {
            "verdict": word(proofs).value,
            "reason": reason(proofs),
            "leak": leak(proofs).value,
            "assumptions": list(assumptions),
        },
    }
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _once(results: list[dict[str, Json]]) -> list[dict[str, Json]]:
    return [result for number, result in enumerate(results) if result not in results[:number]]


def _result(proof: Proof, found: Finding) -> dict[str, Json]:
    is_leak = found.kind.startswith("leak-")
    level = "error" if found.replayed else "note" if is_leak and proof.wanted.aim != LEAK else "warning"
    said = f"{found.kind}: {found.why}" if found.replayed else f"possible {found.kind}: {found.why}"
    result: dict[str, Json] = {
        "ruleId": found.kind,
        "level": level,
        "message": {"text": said},
        "locations": [_location(found.position)],
    }
    if found.replayed and proof.trace is not None:
        result["codeFlows"] = [{"threadFlows": [{"locations": _flow(proof.trace, found)}]}]
        result["properties"] = {"replayed": list(found.replayed)}
    return result


def _flow(trace: Trace, found: Finding) -> list[Json]:
    """The last moments of the run, and the error."""
    steps = [(each.position, f"in {each.function}") for each in trace.moments[-_MOST_STEPS:]]
    return [
        {"location": {**_location(position), "message": {"text": text}}}
        for position, text in (*steps, (found.position, found.why))
    ]


def _open(proof: Proof, gap: Gap) -> dict[str, Json]:
    position = gap.position or Position(proof.wanted.files[0], 1, 1)
    return {
        "ruleId": NOT_ANALYSED,
        "level": "warning",
        "message": {"text": gap.reason},
        "locations": [_location(position)],
    }


def _location(position: Position) -> dict[str, Json]:
    region: dict[str, Json] = {"startLine": max(1, position.line), "startColumn": max(1, position.column)}
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(position.file.replace("\\", "/"))},
            "region": region,
        }
    }
