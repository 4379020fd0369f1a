"""A proof as SARIF 2.1.0, for code scanning: one result a finding, and one for each thing that was not analysed.

A possible error is a ``warning``, since nothing has confirmed it; a leak is a ``note``, or a warning where leaks count.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from urllib.parse import quote

from symheap.core.source import Position
from symheap.report.json import Json
from symheap.report.prove_proof import LEAK, Proof
from symheap.report.prove_several import leak, reason, word
from symheap.shape.transition import Gap
from symheap.shape.verdict import Finding

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
NOT_ANALYSED = "not-analysed"


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
    level = "note" if is_leak and proof.wanted.aim != LEAK else "warning"
    return {
        "ruleId": found.kind,
        "level": level,
        "message": {"text": f"possible {found.kind}: {found.why}"},
        "locations": [_location(found.position)],
    }


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
