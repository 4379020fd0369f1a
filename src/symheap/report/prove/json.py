"""A proof as JSON: the contract of `prove`."""

from __future__ import annotations

from symheap.core.source import Position
from symheap.report.formats.json import SCHEMA
from symheap.report.prove.diagnosis import diagnosis
from symheap.report.prove.proof import ProofReport, invariants, relevant
from symheap.report.prove.refuted import counterexample_json, rounds_json
from symheap.separation.heaps.show import Names
from symheap.separation.proof.transition import Gap
from symheap.separation.proof.verdict import Finding, Word
from symheap.store.records import Json


def document(proof: ProofReport, *, graph: bool = False) -> dict[str, Json]:
    """Return the document of a proof.

    `rounds` are the runs of the analysis, each with a finer abstraction.  `check` is null if it was not asked for.
    """
    verdict = proof.verdict
    names = proof.names()
    form: dict[str, Json] = {
        "schema": SCHEMA,
        "target": proof.target,
        "files": list(proof.wanted.files),
        "property": proof.wanted.aim,
        "model": proof.program.model.value,
        "entry": proof.program.entry,
        "verdict": verdict.word.value,
        "reason": verdict.reason,
        "leak": verdict.leak.value,
        "assumptions": list(proof.assumptions()),
        "findings": [_finding(proof, each, names) for each in verdict.findings],
        "gaps": [_gap(gap) for gap in proof.system.gaps],
        "diagnosis": list(diagnosis(proof)),
        "proof": _proof(proof),
        "invariants": _invariants(proof, names),
    }
    if graph:
        form["system"] = _system(proof, names)
    form["patterns"] = list(names.definitions())
    form["rounds"] = rounds_json(proof, attempt(proof))
    form["counterexample"] = counterexample_json(proof)
    form["check"] = _check(proof)
    form["certificate"] = _certificate(proof)
    form["seconds"] = round(proof.seconds, 6)
    return form


def _proof(proof: ProofReport) -> dict[str, Json] | None:
    """Return the kind of the proof; null if there is none."""
    exhaustion = proof.exhaustion
    if exhaustion is not None:
        again: Json = None if exhaustion.again is None else {"solver": exhaustion.solver, "differs": exhaustion.again}
        return {
            "kind": "exhaustion",
            "paths": exhaustion.paths,
            "blocks": exhaustion.blocks,
            "confirmed": exhaustion.confirmed,
            "again": again,
        }
    return {"kind": "invariants"} if proof.verdict.word is Word.SAFE else None


def _place(position: Position) -> dict[str, Json]:
    return {"file": position.file, "line": position.line, "column": position.column}


def _finding(proof: ProofReport, finding: Finding, names: Names) -> dict[str, Json]:
    """Return a finding.  `replayed` names the replays that have shown it; an error without any is only possible."""
    replayed: list[Json] = [*finding.replayed]
    shown: dict[str, Json] = {
        "kind": finding.kind,
        **_place(finding.position),
        "message": finding.why,
        "replayed": replayed,
    }
    if finding.failure is not None:
        shown["function"] = proof.system.vertices[finding.failure.vertex].point.function
        shown["state"] = proof.fault(finding.failure, names)
    return shown


def _gap(gap: Gap) -> dict[str, Json]:
    return {"reason": gap.reason, **(_place(gap.position) if gap.position is not None else {})}


def _invariants(proof: ProofReport, names: Names) -> list[Json]:
    return [
        {
            "function": each.function,
            **_place(each.position),
            "calls": list(each.calls),
            "disjuncts": [proof.heap(vertex.heap, vertex.point, names) for vertex in each.vertices],
        }
        for each in invariants(proof)
    ]


def attempt(proof: ProofReport) -> dict[str, Json]:
    return {
        "patterns": proof.wanted.patterns,
        "verdict": proof.verdict.word.value,
        "vertices": len(proof.system.vertices),
        "edges": len(proof.system.edges),
        "queries": proof.queries,
        "seconds": round(proof.seconds, 6),
    }


def _check(proof: ProofReport) -> dict[str, Json] | None:
    if proof.broken is None:
        return None
    not_confirmed: list[Json] = [
        {"source": edge.source, "target": edge.target, "kind": edge.kind.value, **_place(edge.position)}
        for edge in proof.broken
    ]
    return {"edges": proof.checked, "not_confirmed": not_confirmed}


def _certificate(proof: ProofReport) -> dict[str, Json] | None:
    certificate = proof.certificate
    if certificate is None:
        return None
    return {
        "accepted": certificate.is_accepted,
        "vertices": certificate.vertices,
        "steps": certificate.steps,
        "obligations": certificate.obligations,
        "queries": certificate.queries,
        "where": certificate.where,
        "reason": certificate.reason,
    }


def _system(proof: ProofReport, names: Names) -> dict[str, Json]:
    counting = relevant(proof.system)
    vertices: list[Json] = [
        {
            "number": vertex.number,
            "function": vertex.point.function,
            **_place(proof.place(vertex.point)),
            "loop": vertex.before is not None,
            "replaced": vertex.number in proof.system.covered,
            "heap": proof.heap(vertex.heap, vertex.point, names),
        }
        for vertex in proof.system.vertices
        if vertex.number in counting
    ]
    edges: list[Json] = [
        {"source": edge.source, "target": edge.target, "kind": edge.kind.value}
        for edge in proof.system.edges
        if edge.source in counting and edge.target in counting
    ]
    errors: list[Json] = [
        {"source": failure.vertex, "kind": failure.fault.kind.value, **_place(failure.fault.position)}
        for failure in proof.system.failures
    ]
    return {"vertices": vertices, "edges": edges, "errors": errors}
