"""``symheap prove``: memory safety of C, by shape analysis."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from symheap import config
from symheap.api.prove_files import witness, write_crash
from symheap.api.proving import ProveSettings, Proving, check_readable
from symheap.cli.interrupt import Interrupt
from symheap.cli.status import Status, WrongUse, worst
from symheap.cli.terminal import Output, Progress, complain, output
from symheap.report import json, prove_json, prove_sarif, prove_several, prove_text
from symheap.report.prove_graph import graph_of, to_dot
from symheap.report.prove_proof import LEAK, Proof
from symheap.report.prove_svg import to_svg
from symheap.shape.verdict import Leak, Word
from symheap.testgen.c.text import NotWritten


@dataclass(frozen=True, slots=True)
class Showing:
    """What is shown of a proof, and where."""

    form: str = "text"
    file: Path | None = None
    witness: Path | None = None
    reproducer: Path | None = None
    graph: bool = False
    quiet: bool = False
    verbose: bool = False


_SHARED = ("timeout", "solver", "solver_timeout")


def settle(given: Mapping[str, Any]) -> ProveSettings:
    """Defaults, then the settings file (its table ``prove`` before what all commands share), then the command line."""
    found = config.find(Path.cwd())
    said: dict[str, Any] = {name: value for name, value in found.shared.items() if name in _SHARED}
    said |= found.prove
    said |= {name: value for name, value in given.items() if value is not None}
    return replace(ProveSettings(), **said)


def prove(files: tuple[Path, ...], settings: ProveSettings, showing: Showing) -> Status:
    for file in files:
        check_readable(file)
    _consistent(files, settings, showing)
    interrupt = Interrupt()
    work = Proving(files, settings, interrupt)
    with interrupt, Progress(work.line, quiet=showing.quiet) as progress:
        subjects = interrupt.call(work.load)
        if subjects is None:
            raise KeyboardInterrupt
        if showing.form == "svg" and len(subjects) > 1:
            raise WrongUse("--format svg draws one system: name a function with --entry")
        with output(str(showing.file) if showing.file is not None else None, progress) as out:
            proofs = [*work.proofs(subjects)]
            out.write(FORMS[showing.form](proofs, showing, out))
        _keep(work, proofs, showing)
    for note in work.notes:
        complain(f"symheap: note: {note}")
    return Status.INTERRUPTED if interrupt.seen else worst(map(status, proofs))


def status(proof: Proof) -> Status:
    """Unknown never looks like safe.  A leak is a finding if leaks were asked for."""
    verdict = proof.verdict
    if verdict.word is Word.UNSAFE:
        return Status.FINDINGS
    if verdict.word is Word.UNKNOWN:
        return Status.INCONCLUSIVE
    leaks = proof.wanted.aim == LEAK and verdict.leak is not Leak.NONE
    return Status.FINDINGS if leaks else Status.CLEAN


def _keep(work: Proving, proofs: Sequence[Proof], showing: Showing) -> None:
    """The files that were asked for beside the report."""
    if showing.witness is not None:
        _write_witness(work, proofs, showing.witness)
    if showing.reproducer is not None:
        _write_reproducers(work, proofs, showing.reproducer)


def _write_witness(work: Proving, proofs: Sequence[Proof], file: Path) -> None:
    if len(proofs) != 1:
        raise WrongUse("--witness is for one program: name a function with --entry")
    text = witness(work, proofs[0])
    if text is None:
        work.notes.append(f"no witness is written: {proofs[0].target} is {proofs[0].verdict.word.value}")
        return
    file.write_text(text, encoding="utf-8")


def _write_reproducers(work: Proving, proofs: Sequence[Proof], folder: Path) -> None:
    found = [each for each in proofs if each.verdict.word is Word.UNSAFE]
    if not found:
        work.notes.append("no reproducer is written: nothing is unsafe")
    for proof in found:
        where = folder if len(found) == 1 else folder / re.sub(r"\W+", "_", proof.subject.client)
        try:
            write_crash(work, proof, where)
        except NotWritten as why:
            work.notes.append(f"no reproducer is written: {why}")


def _consistent(files: tuple[Path, ...], settings: ProveSettings, showing: Showing) -> None:
    for folder in settings.include:
        if not Path(folder).is_dir():
            raise WrongUse(f"-I: there is no folder {folder}")
    out = showing.file
    if out is not None and out.exists() and any(out.samefile(file) for file in files):
        raise WrongUse("-o names the program itself")


# Forms ----------------------------------------------------------------------------------------------------------------


def _text(proofs: Sequence[Proof], showing: Showing, out: Output) -> str:
    def shown(proof: Proof) -> str:
        return prove_text.report(
            proof,
            quiet=showing.quiet,
            verbose=showing.verbose,
            graph=showing.graph,
            ascii_only=out.ascii_only,
            paint=out.paint,
        )

    return shown(proofs[0]) if len(proofs) == 1 else prove_several.text(proofs, shown, out.paint)


def _json(proofs: Sequence[Proof], showing: Showing, out: Output) -> str:
    if len(proofs) == 1:
        return json.text(prove_json.document(proofs[0], graph=showing.graph))
    return json.text(prove_several.document(proofs, graph=showing.graph))


FORMS: Mapping[str, Callable[[Sequence[Proof], Showing, Output], str]] = {
    "text": _text,
    "json": _json,
    "sarif": lambda proofs, showing, out: json.text(prove_sarif.document(proofs)),
    "dot": lambda proofs, showing, out: "".join(to_dot(graph_of(proof)) for proof in proofs),
    "svg": lambda proofs, showing, out: "".join(to_svg(graph_of(proof)) for proof in proofs),
}
