"""The proof of one program in a run file, round by round.

A complete round is stored before the next one starts, and the result of a proof is stored before it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from symheap.refinement.decision import Round, Settings
from symheap.report.prove.page import lines_seen, page_under_way, proof_page, round_page
from symheap.report.prove.proof import Earlier, ProofReport, Subject
from symheap.report.prove.refuted import round_json, round_telling
from symheap.separation.abstraction.precision import precision_form, precision_of
from symheap.session.kept.recorded import ProofStore
from symheap.session.proofs.before import FROM_THE_START, Before
from symheap.store.records import Document, Json

KIND: Final = "proof"
INTERRUPTED: Final = "interrupted"
TIMEOUT: Final = "timeout"
STORE: Final = "store"
"""Reasons for an open proof, as they stand in its gaps."""
_ROUND, _PAGE, _NOTES = "round", "page", "notes"


@dataclass(frozen=True, slots=True)
class Proved:
    """The result for a program, as document and text; `proof` is None if the result was stored before."""

    document: Document
    text: str
    proof: ProofReport | None = None

    @property
    def target(self) -> str:
        return str(self.document["target"])


class KeptProof:
    """The stored proof of one program.

    A proof that ended by itself is done.  A proof that was interrupted or ran out of time is resumed after its last
    complete round; in the latter case with the full time limit again.
    """

    def __init__(self, file: ProofStore | None, target: str) -> None:
        self._file = file
        self._kept = None if file is None else file.subject(target, KIND)
        self.before = FROM_THE_START if file is None or self._kept is None else _before(file, self._kept.number)
        document = None if self._kept is None else self._kept.document
        if document is not None and stopped_by(document, TIMEOUT):
            self.before = Before(self.before.rounds, self.before.precision, 0.0, self.before.earlier)

    @property
    def result(self) -> Proved | None:
        """The result of the proof, or None if it is not done."""
        if self._kept is None or self._kept.document is None:
            return None
        document = self._kept.document
        is_open = stopped_by(document, TIMEOUT) or stopped_by(document, INTERRUPTED)
        return None if is_open else Proved(document, self._kept.text)

    @property
    def notes(self) -> Sequence[str]:
        """The notes that were printed with the result."""
        if self._file is None or self._kept is None:
            return ()
        stored: Document = self._file.items(self._kept.number, _NOTES).get("", {})
        return [str(line) for line in stored.get("lines", ())]

    def begin(self) -> None:
        """Mark the proof as in progress.  An earlier result stays until there is a new one."""
        if self._file is not None and self._kept is not None and not self._kept.is_done:
            self._file.add_item(self._kept.number, _PAGE, "", page_under_way(self.before.earlier.pages))

    def add_round(self, subject: Subject, done: Round, following: Settings, queries: int) -> None:
        """Store a complete round and return when it is in the file.  Raises `StoreError` if that fails."""
        if self._file is None or self._kept is None:
            return
        seconds = self.before.earlier.seconds + following.spent - self.before.spent
        form: dict[str, Json] = {
            "first": following.first,
            "precision": precision_form(following.precision),
            "spent": following.spent,
            "seconds": seconds,
            "queries": queries,
            "form": round_json(done, round_telling(subject)),
            "page": round_page(subject, done),
        }
        number = self._kept.number
        self._file.add_item(number, _ROUND, f"{done.number:03}", form)
        if not self._kept.is_done:
            pages = _before(self._file, number).earlier.pages
            self._file.add_item(number, _PAGE, "", page_under_way(pages))

    def finish(self, proof: ProofReport, document: Mapping[str, Json], text: str, notes: Sequence[str]) -> None:
        """Store the result and return when it is in the file.  Raises `StoreError` if that fails."""
        if self._file is None or self._kept is None:
            return
        number = self._kept.number
        if notes:
            self._file.add_item(number, _NOTES, "", {"lines": [*notes]})
        self._file.add_item(number, _PAGE, "", proof_page(proof))
        progress: dict[str, Json] = {"seconds": proof.seconds, "queries": proof.queries, "lines": lines_seen(proof)}
        self._file.end_subject(number, document, text, progress)


def _before(file: ProofStore, number: int) -> Before:
    """Return the state after the last complete round."""
    rounds = [*file.items(number, _ROUND).values()]
    if not rounds:
        return FROM_THE_START
    last = rounds[-1]
    forms, pages = (tuple(each[name] for each in rounds) for name in ("form", "page"))
    earlier = Earlier(forms, pages, last["seconds"], last["queries"])
    return Before(last["first"], precision_of(last["precision"]), last["spent"], earlier)


def stopped_by(document: Document, reason: str) -> bool:
    """Whether a proof is open because of `reason`."""
    return document["verdict"] == "unknown" and any(gap["reason"] == reason for gap in document["gaps"])
