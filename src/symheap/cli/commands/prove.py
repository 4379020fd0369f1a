"""``symheap prove``: prove memory safety of C by shape analysis."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from symheap.cli.page_form import page_of
from symheap.cli.terminal.streams import LateOutput, Output
from symheap.cli.terminal.watching import Watching
from symheap.report.draw.labels import printable
from symheap.report.formats import json
from symheap.report.formats.sarif import SarifEnd
from symheap.report.prove import junit as prove_junit
from symheap.report.prove import sarif as prove_sarif
from symheap.report.prove import several as prove_several
from symheap.report.prove import text as prove_text
from symheap.report.prove.graph import graph_of, to_dot
from symheap.report.prove.proof import ProofReport, Subject
from symheap.report.prove.svg import to_svg
from symheap.separation.proof.verdict import Word
from symheap.session.kept.proofs import INTERRUPTED, STORE, Proved, stopped_by
from symheap.session.proofs import prove as session
from symheap.session.proofs.files import witness, write_crash
from symheap.session.proofs.many import is_many, prove_many
from symheap.session.proofs.prove import ProveRequest, ProveResult, Wording, status
from symheap.session.proofs.proving import Proving
from symheap.session.status import Status, WrongUse, worst
from symheap.store.records import Document, Json
from symheap.testgen.c.text import NotWritten


@dataclass(frozen=True, slots=True)
class Showing:
    """How to show a proof, and where to write it."""

    form: str = "text"
    file: Path | None = None
    witness: Path | None = None
    reproducer: Path | None = None
    graph: bool = False
    quiet: bool = False
    verbose: bool = False
    assumptions: bool = False

    @property
    def wording(self) -> Wording:
        """Return the amount of detail, and whether transition systems are drawn or exported."""
        needs_proofs = self.form in DRAWN or self.witness is not None or self.reproducer is not None
        return Wording(self.quiet, self.verbose, self.graph, needs_proofs, self.assumptions)


def prove(request: ProveRequest, showing: Showing) -> Status:
    """Prove, and write each result when it arrives."""
    _check_output(request.files, showing.file)
    file = str(showing.file) if showing.file is not None else None
    keep = replace(request.keep, needed=showing.form == "html")
    if is_many(request.files):
        return _prove_many(replace(request, keep=keep), showing, file)
    with Watching(quiet=showing.quiet) as watcher, LateOutput(file, watcher.progress) as out:
        return session.prove(replace(request, keep=keep), Report(showing, out, watcher), watcher).status


def _prove_many(request: ProveRequest, showing: Showing, file: str | None) -> Status:
    from symheap.cli.commands.prove_many import ManyReport, check_showing

    check_showing(showing)
    with Watching(quiet=showing.quiet) as watcher, LateOutput(file, watcher.progress) as out:
        return prove_many(request, ManyReport(showing, out, watcher), watcher).status


def _check_output(files: Sequence[Path], out: Path | None) -> None:
    if out is not None and out.exists() and any(file.exists() and out.samefile(file) for file in files):
        raise WrongUse("-o names the program itself")


# Further files --------------------------------------------------------------------------------------------------------


def _keep(work: Proving, proofs: Sequence[ProofReport], showing: Showing) -> None:
    """Write the files that were asked for beside the report."""
    if showing.witness is not None:
        _write_witness(work, proofs, showing.witness)
    if showing.reproducer is not None:
        write_reproducers(work, proofs, showing.reproducer)


def _write_witness(work: Proving, proofs: Sequence[ProofReport], file: Path) -> None:
    if len(proofs) != 1:
        raise WrongUse("--witness is for one program: name a function with --entry")
    text = witness(work, proofs[0])
    if text is None:
        proof = proofs[0]
        why = "is proved by exhaustion, without invariants" if proof.exhaustion else f"is {proof.verdict.word.value}"
        work.notes.append(f"no witness is written: {proof.target} {why}")
        return
    file.write_text(text, encoding="utf-8")


def write_reproducers(work: Proving, proofs: Sequence[ProofReport], folder: Path) -> None:
    unsafe = [each for each in proofs if each.verdict.word is Word.UNSAFE and each.trace is not None]
    if not unsafe:
        work.notes.append("no reproducer is written: nothing is unsafe")
    for proof in unsafe:
        where = folder if len(unsafe) == 1 else folder / re.sub(r"\W+", "_", proof.subject.client)
        try:
            write_crash(work, proof, where)
        except NotWritten as why:
            work.notes.append(f"no reproducer is written: {why}")


# Forms ----------------------------------------------------------------------------------------------------------------


class Report:
    """Writes text with each result, any other form at the end."""

    def __init__(self, showing: Showing, late: LateOutput, watcher: Watching) -> None:
        self.wording = showing.wording
        self._showing = showing
        self._late = late
        self._watcher = watcher
        self._several = False

    @property
    def _out(self) -> Output:
        return self._late.get()

    def begin(self, work: Proving, subjects: Sequence[Subject]) -> None:
        self._several = len(subjects) > 1
        if self._several and self._showing.form == "svg":
            raise WrongUse("--format svg draws one system: name a function with --entry")
        self._late.get()

    def add(self, proved: Proved, so_far: Status) -> None:
        if self._showing.form == "text":
            text = self._text(proved)
            paint = self._out.paint
            self._out.write(prove_several.part(proved.target, text, paint) if self._several else text)
            self._watcher.would_end(so_far)

    def _text(self, result: Proved) -> str:
        """Return the text of a result.  A result found now has colours; for a stored one there is only its text."""
        if result.proof is None:
            return printable(result.text, newlines=True, ascii_only=self._out.ascii_only)
        return prove_text.report(
            result.proof,
            quiet=self._showing.quiet,
            verbose=self._showing.verbose,
            graph=self._showing.graph,
            assumptions=self._showing.assumptions,
            ascii_only=self._out.ascii_only,
            paint=self._out.paint,
        )

    def close(self, result: ProveResult) -> None:
        form, proved = self._showing.form, result.proved
        if form == "html":
            self._out.write(page_of(result.kept))
        elif form == "json":
            self._out.write(json.text(self._document(result)))
        elif form in MADE:
            self._out.write(MADE[form](proved))
        elif form != "text":
            self._out.write(DRAWN[form]([each.proof for each in proved if each.proof is not None]))
        elif self._several:
            verdicts = [prove_several.verdict_of(each.document) for each in proved]
            seconds = sum(each.document["seconds"] for each in proved)
            self._out.write(prove_several.total(result.work.wanted, verdicts, seconds, self._out.paint))
        _keep(result.work, [each.proof for each in proved if each.proof is not None], self._showing)

    def _document(self, result: ProveResult) -> dict[str, Json]:
        documents: list[Document] = [each.document for each in result.proved]
        return prove_several.of_documents(result.work.wanted, documents) if self._several else documents[0]


def _ended(results: Sequence[Proved]) -> SarifEnd:
    """Return how the command will end."""
    if any(stopped_by(each.document, INTERRUPTED) for each in results):
        return SarifEnd(Status.INTERRUPTED, is_successful=False)
    is_kept = not any(stopped_by(each.document, STORE) for each in results)
    return SarifEnd(worst(status(each.document) for each in results), is_successful=is_kept)


def _sarif(results: Sequence[Proved]) -> str:
    return json.text(prove_sarif.document([each.document for each in results], _ended(results), Path.cwd()))


def _junit(results: Sequence[Proved]) -> str:
    return prove_junit.document([each.document for each in results], {each.target: each.text for each in results})


MADE: Mapping[str, Callable[[Sequence[Proved]], str]] = {"sarif": _sarif, "junit-xml": _junit}
"""Forms made from documents, including stored ones."""

DRAWN: Mapping[str, Callable[[Sequence[ProofReport]], str]] = {
    "dot": lambda proofs: "".join(to_dot(graph_of(proof)) for proof in proofs),
    "svg": lambda proofs: "".join(to_svg(graph_of(proof)) for proof in proofs),
}
"""Forms made from transition systems, which are not stored."""
