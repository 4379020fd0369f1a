"""Combine the results for the clients of a library: safe if each of them is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.report.formats.json import SCHEMA
from symheap.report.prove import json as prove_json
from symheap.report.prove import text as prove_text
from symheap.report.prove.proof import ProofReport, ProofRequest
from symheap.report.words import counted, heading
from symheap.separation.proof.verdict import Leak, Verdict, Word
from symheap.store.records import Document, Json

_WORST_FIRST = (Word.UNSAFE, Word.UNKNOWN, Word.SAFE)
_LEAKS_WORST_FIRST = (Leak.LOST, Leak.UNRELEASED, Leak.UNKNOWN, Leak.NONE)


def together(verdicts: Sequence[Verdict]) -> Verdict:
    """Return the worst verdict.  Errors outrank open questions; no verdicts at all is not safe.

    The reason is that of the first verdict that determines the result.
    """
    words, leaks = {each.word for each in verdicts}, {each.leak for each in verdicts}
    worst = next((each for each in _WORST_FIRST if each in words), Word.UNKNOWN)
    why = next((each.reason for each in verdicts if each.word is worst), "")
    return Verdict(worst, why, next((each for each in _LEAKS_WORST_FIRST if each in leaks), Leak.UNKNOWN), ())


def verdict_of(document: Mapping[str, Json]) -> Verdict:
    """Return the verdict in the document of a proof."""
    return Verdict(Word(document["verdict"]), str(document["reason"]), Leak(document["leak"]), ())


def word(proofs: Sequence[ProofReport]) -> Word:
    return together([proof.verdict for proof in proofs]).word


def leak(proofs: Sequence[ProofReport]) -> Leak:
    return together([proof.verdict for proof in proofs]).leak


def reason(proofs: Sequence[ProofReport]) -> str:
    return together([proof.verdict for proof in proofs]).reason


def text(proofs: Sequence[ProofReport], shown: Callable[[ProofReport], str], paint: Paint = plain) -> str:
    """Return each report with a heading, then the totals in one line."""
    parts = [part(proof.target, shown(proof), paint) for proof in proofs]
    verdicts = [proof.verdict for proof in proofs]
    return "".join(parts) + total(proofs[0].wanted, verdicts, sum(proof.seconds for proof in proofs), paint)


def part(target: str, shown: str, paint: Paint = plain) -> str:
    return f"{heading(target, paint)}{shown}\n"


def total(wanted: ProofRequest, verdicts: Sequence[Verdict], seconds: float, paint: Paint = plain) -> str:
    """Return the totals in one line."""
    whole, open_ = together(verdicts), sum(each.word is not Word.SAFE for each in verdicts)
    rest = f", {open_} of them not safe" if open_ else ""
    shown = prove_text.words(whole.word, whole.reason, whole.leak, paint)
    return f"{printable(wanted.target)}: {shown}; {counted(len(verdicts), 'client')}{rest}, {seconds:.2f} s\n"


def document(proofs: Sequence[ProofReport], *, graph: bool = False) -> dict[str, Json]:
    return of_documents(proofs[0].wanted, [prove_json.document(proof, graph=graph) for proof in proofs])


def of_documents(wanted: ProofRequest, clients: Sequence[Document]) -> dict[str, Json]:
    """Return a document like that of one client, with all findings, each place and kind once, and all documents."""
    whole = together([verdict_of(each) for each in clients])
    findings = {
        tuple(finding[name] for name in ("file", "line", "column", "kind")): finding
        for each in reversed(clients)
        for finding in reversed(each["findings"])
    }
    return {
        "schema": SCHEMA,
        "target": wanted.target,
        "files": list(wanted.files),
        "property": wanted.aim,
        "model": clients[0]["model"],
        "verdict": whole.word.value,
        "reason": whole.reason,
        "leak": whole.leak.value,
        "assumptions": [*dict.fromkeys(said for each in clients for said in each["assumptions"])],
        "findings": [*reversed(findings.values())],
        "rounds": [_attempt(wanted, each) for each in clients],
        "seconds": round(sum(each["seconds"] for each in clients), 6),
        "clients": [*clients],
    }


def _attempt(wanted: ProofRequest, client: Document) -> dict[str, Json]:
    """Return the sizes of the last round of a client."""
    sizes = {name: client["rounds"][-1][name] for name in ("vertices", "edges", "queries")}
    return {"patterns": wanted.patterns, "verdict": client["verdict"], **sizes, "seconds": client["seconds"]}
