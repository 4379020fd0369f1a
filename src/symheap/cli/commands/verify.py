"""``symheap verify``: the verdict on a property of a Java program."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from symheap.cli.terminal.clock import line
from symheap.cli.terminal.streams import LateOutput
from symheap.cli.terminal.watching import Watching
from symheap.report.formats import json
from symheap.report.verify import json as verdict_json
from symheap.report.verify import text
from symheap.report.verify.verdict import Verdict
from symheap.report.verify.witness import witness
from symheap.session import verify as session
from symheap.session.status import Status
from symheap.session.verify import VerifyRequest, status_of


@dataclass(frozen=True, slots=True)
class Showing:
    """The form of the verdict, its file, and the file of the witness."""

    form: str = "text"
    file: str | None = None
    witness: Path | None = None
    quiet: bool = False
    assumptions: bool = False


def verify(request: VerifyRequest, showing: Showing) -> Status:
    """Verify, and write the verdict.

    The supervising process always has the text that stands for the verdict if the command is killed.
    """
    with Watching(quiet=showing.quiet) as watcher, LateOutput(showing.file, watcher.progress) as out:
        watcher.would_end(Status.INCONCLUSIVE)
        line().last_words(showing.file, _unfinished(request, showing))
        verdict = session.verify(request, watcher)
        out.get().write(_written(verdict, showing, out))
    if showing.witness is not None:
        _write_witness(verdict, showing.witness, watcher)
    return status_of(verdict)


def _written(verdict: Verdict, showing: Showing, out: LateOutput) -> str:
    if showing.form == "json":
        return json.text(verdict_json.document(verdict))
    return text.report(verdict, out.get().paint, quiet=showing.quiet, assumptions=showing.assumptions)


def _unfinished(request: VerifyRequest, showing: Showing) -> str:
    if showing.form == "json":
        seconds = request.settings.timeout or 0.0
        return json.text(verdict_json.out_of_time(request.target, request.wanted.property, seconds))
    return f"{request.wanted.property or 'verdict'}: unknown: out of time\n"


def _write_witness(verdict: Verdict, file: Path, watcher: Watching) -> None:
    if verdict.violation is None:
        watcher.note(f"symheap: note: no witness is written: the verdict is {verdict.word.value}")
        return
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    file.write_text(witness(verdict, verdict.violation, created), encoding="utf-8")
