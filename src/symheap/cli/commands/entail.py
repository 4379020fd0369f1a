"""``symheap entail``: answers about entailments of separation logic."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from symheap.cli.terminal.streams import LateOutput, complain
from symheap.cli.terminal.watching import Watching
from symheap.report.entail import json as entail_json
from symheap.report.entail import text
from symheap.report.entail.answer import Answer, Verdict
from symheap.report.formats import json
from symheap.session import entail as session
from symheap.session.entail import Request
from symheap.session.status import Status, WrongUse


@dataclass(frozen=True, slots=True)
class Showing:
    """The form of the answers, and their file."""

    form: str = "text"
    file: Path | None = None
    quiet: bool = False


def entail(request: Request, showing: Showing) -> Status:
    """Answer, and write text with each answer, JSON at the end.  What is wrong with a file goes to standard error."""
    _check_output(request, showing.file)
    file = None if showing.file is None else str(showing.file)
    with Watching(quiet=showing.quiet) as watcher, LateOutput(file, watcher.progress) as out:

        def hear(answer: Answer) -> None:
            if answer.verdict is Verdict.ERROR:
                complain(answer.reason)
            elif showing.form == "text":
                out.get().write(text.answer(answer, out.get().paint, quiet=showing.quiet))

        answers, status = session.entail(request, watcher, hear)
        if showing.form == "json" and (len(answers) > 1 or status is not Status.WRONG_USE):
            targets = [str(each) for each in request.targets]
            out.get().write(json.text(entail_json.document(targets, answers)))
        elif showing.form == "text" and len(answers) > 1:
            out.get().write(text.total(answers))
    return status


def _check_output(request: Request, file: Path | None) -> None:
    if file is not None and file.exists() and any(each.exists() and file.samefile(each) for each in request.targets):
        raise WrongUse("-o names a problem itself")
