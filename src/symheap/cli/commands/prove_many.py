"""``symheap prove`` on a folder or a compilation database: the report of each file, and the total."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.cli.commands.prove import DRAWN, MADE, Report, Showing, write_reproducers
from symheap.cli.page_form import page_of
from symheap.cli.terminal.streams import LateOutput, Output
from symheap.cli.terminal.watching import Watching
from symheap.report.formats import json
from symheap.report.prove import many as prove_many
from symheap.report.prove import several as prove_several
from symheap.report.prove.proof import Subject
from symheap.session.kept.proofs import Proved
from symheap.session.proofs.many import File, ProveManyResult
from symheap.session.proofs.proving import Proving
from symheap.session.status import Status, WrongUse


def check_showing(showing: Showing) -> None:
    """Raise `WrongUse` for options that show a single program."""
    if showing.form == "svg":
        raise WrongUse("--format svg draws one system: name a file")
    if showing.witness is not None:
        raise WrongUse("--witness is for one program: name its file")


class ManyReport:
    """Writes text with each result, any other form at the end."""

    def __init__(self, showing: Showing, late: LateOutput, watcher: Watching) -> None:
        self.wording = showing.wording
        self._showing = showing
        self._late = late
        self._one = Report(showing, late, watcher)
        self._several = False

    def begin(self, work: Proving, subjects: Sequence[Subject]) -> None:
        self._several = len(subjects) > 1
        self._one.begin(work, subjects)

    def add(self, proved: Proved, so_far: Status) -> None:
        self._one.add(proved, so_far)

    def end(self, work: Proving, file: File) -> None:
        """Write the total of a library's clients, and an empty line between two files."""
        if self._showing.form == "text":
            if self._several:
                verdicts = [prove_several.verdict_of(each.document) for each in file.proved]
                seconds = float(file.document["seconds"])
                self._out.write(prove_several.total(work.wanted, verdicts, seconds, self._out.paint))
            self._out.write("\n")
        if self._showing.reproducer is not None:
            proofs = [each.proof for each in file.proved if each.proof is not None]
            write_reproducers(work, proofs, self._showing.reproducer / work.files[0].stem)

    @property
    def _out(self) -> Output:
        return self._late.get()

    def close(self, result: ProveManyResult) -> None:
        form, documents = self._showing.form, [each.document for each in result.files]
        proved = [each for file in result.files for each in file.proved]
        if form == "text":
            self._out.write(prove_many.total(result.target, documents, result.skipped, self._out.paint))
        elif form == "json":
            self._out.write(json.text(prove_many.document(result.target, documents, result.skipped)))
        elif form == "html":
            self._out.write(page_of(result.kept))
        elif form in MADE:
            self._out.write(MADE[form](proved))
        else:
            self._out.write(DRAWN[form]([each.proof for each in proved if each.proof is not None]))
