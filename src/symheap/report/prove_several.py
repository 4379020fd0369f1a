"""What the clients of a library come to together: safe if each of them is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symheap.report import prove_json, prove_text
from symheap.report.json import SCHEMA, Json
from symheap.report.labels import printable
from symheap.report.prove_proof import Proof
from symheap.report.text import Paint, counted, heading, plain
from symheap.shape.verdict import Leak, Word

_WORST_FIRST = (Word.UNSAFE, Word.UNKNOWN, Word.SAFE)
_LEAKS_WORST_FIRST = (Leak.LOST, Leak.UNRELEASED, Leak.UNKNOWN, Leak.NONE)


def word(proofs: Sequence[Proof]) -> Word:
    """An error found counts for more than what was left open; nothing at all is not safe."""
    found = {proof.verdict.word for proof in proofs}
    return next((each for each in _WORST_FIRST if each in found), Word.UNKNOWN)


def leak(proofs: Sequence[Proof]) -> Leak:
    found = {proof.verdict.leak for proof in proofs}
    return next((each for each in _LEAKS_WORST_FIRST if each in found), Leak.UNKNOWN)


def reason(proofs: Sequence[Proof]) -> str:
    """Of the first that decides the whole."""
    whole = word(proofs)
    return next((proof.verdict.reason for proof in proofs if proof.verdict.word is whole), "")


def text(proofs: Sequence[Proof], shown: Callable[[Proof], str], paint: Paint = plain) -> str:
    """Each with a heading, then the whole in one line."""
    parts = [heading(proof.target, paint) + shown(proof) + "\n" for proof in proofs]
    return "".join(parts) + total(proofs, paint) + "\n"


def total(proofs: Sequence[Proof], paint: Paint = plain) -> str:
    open_ = [proof for proof in proofs if proof.verdict.word is not Word.SAFE]
    rest = f", {len(open_)} of them not safe" if open_ else ""
    verdict = prove_text.words(word(proofs), reason(proofs), leak(proofs), paint)
    seconds = sum(proof.seconds for proof in proofs)
    return f"{printable(proofs[0].wanted.target)}: {verdict}; {counted(len(proofs), 'client')}{rest}, {seconds:.2f} s"


def document(proofs: Sequence[Proof], *, graph: bool = False) -> dict[str, Json]:
    """As that of one, with all findings, and the document of each client."""
    clients: list[Json] = [prove_json.document(proof, graph=graph) for proof in proofs]
    assumptions = dict.fromkeys(each for proof in proofs for each in proof.assumptions())
    first = proofs[0]
    return {
        "schema": SCHEMA,
        "target": first.wanted.target,
        "files": list(first.wanted.files),
        "property": first.wanted.aim,
        "model": first.program.model.value,
        "verdict": word(proofs).value,
        "reason": reason(proofs),
        "leak": leak(proofs).value,
        "assumptions": list(assumptions),
        "findings": prove_json.findings(proofs),
        "rounds": [prove_json.attempt(proof) for proof in proofs],
        "seconds": round(sum(proof.seconds for proof in proofs), 6),
        "clients": clients,
    }
