"""``symheap prove``: memory safety of C, by shape analysis."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from symheap import config
from symheap.api.prove_files import witness, write_crash
from symheap.api.proving import ProveSettings, Proving, check_readable
from symheap.cli.clock import last_moment, line, whole_run
from symheap.cli.interrupt import Interrupt
from symheap.cli.keeping import Kept, keeping
from symheap.cli.kept_proofs import INTERRUPTED, STORE, KeptProof, Result, stopped_by
from symheap.cli.page_form import page_of
from symheap.cli.status import Status, WrongUse, worst
from symheap.cli.terminal import Output, Progress, complain, output
from symheap.core.deadline import within
from symheap.lang.c.task import ENDING, read_task
from symheap.report import json, prove_json, prove_junit, prove_sarif, prove_several, prove_text
from symheap.report.labels import printable
from symheap.report.prove_graph import graph_of, to_dot
from symheap.report.prove_proof import LEAK, Proof, Subject
from symheap.report.prove_svg import to_svg
from symheap.report.sarif import Ended
from symheap.shape.transition import Gap, System
from symheap.shape.verdict import Leak, Word
from symheap.store.file import RunFile
from symheap.store.records import Document, Json, Source, StoreError
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

    @property
    def needs_proofs(self) -> bool:
        """Whether it takes transition systems: then what is known from before is proved again."""
        return self.form in DRAWN or self.witness is not None or self.reproducer is not None


_SHARED = ("timeout", "solver", "solver_timeout")


def settle(given: Mapping[str, Any]) -> ProveSettings:
    """Defaults, then the settings file (its table ``prove`` before what all commands share), then the command line."""
    found = config.find(Path.cwd())
    said: dict[str, Any] = {name: value for name, value in found.shared.items() if name in _SHARED}
    said |= found.prove
    said |= {name: value for name, value in given.items() if value is not None}
    return replace(ProveSettings(), **said, limit=said.get("timeout"))


def task_of(files: tuple[Path, ...], settings: ProveSettings) -> tuple[tuple[Path, ...], ProveSettings]:
    """What a task definition of SV-COMP asks, if that is the file: options that are not the defaults win."""
    if len(files) != 1 or files[0].suffix != ENDING or not files[0].is_file():
        return files, settings
    task, default = read_task(files[0]), ProveSettings()
    if settings.property == default.property:
        if len(task.properties) != 1:
            found = f"{', '.join(task.properties)}: choose one" if task.properties else "none that can be proved"
            raise WrongUse(f"--property: {files[0]} has {found}")
        settings = replace(settings, property=task.properties[0])
    if task.model and settings.model == default.model:
        settings = replace(settings, model=task.model)
    return task.files, settings


def prove(files: tuple[Path, ...], settings: ProveSettings, showing: Showing, *, store: bool = True) -> Status:
    files, settings = task_of(files, settings)
    for file in files:
        check_readable(file)
    _consistent(files, settings, showing)
    interrupt, deadline = Interrupt(), whole_run(settings.limit)
    work = Proving(files, settings, interrupt, deadline)
    with interrupt, Progress(work.line, quiet=showing.quiet) as progress:
        subjects = within(last_moment(deadline), lambda: _loaded(work, interrupt, showing))
        is_page = showing.form == "html"
        with (
            keeping("prove", work.wanted.target, asdict(settings), _read(work), store=store, needed=is_page) as keeper,
            output(str(showing.file) if showing.file is not None else None, progress) as out,
        ):
            keeper.figures = lambda: {"doing": work.line().removeprefix("symheap: ")}
            report = Report(work, showing, out, several=len(subjects) > 1)
            results: list[Result] = []
            for result in _results(work, subjects, showing, keeper.file):
                results.append(result)
                report.add(result)
                if showing.form == "text":
                    line().status(worst((Status.INCONCLUSIVE, *(status(each.document) for each in results))))
                if interrupt.seen:
                    break
            found = Status.INTERRUPTED if interrupt.seen else worst(status(each.document) for each in results)
            if not any(stopped_by(each.document, STORE) for each in results):
                keeper.end(found)
            report.close(results, keeper)
            _keep(work, [each.proof for each in results if each.proof is not None], showing)
    for note in work.notes:
        complain(f"symheap: note: {note}")
    return found


def _loaded(work: Proving, interrupt: Interrupt, showing: Showing) -> Sequence[Subject]:
    subjects = interrupt.call(work.load)
    if subjects is None:
        raise KeyboardInterrupt
    if showing.form == "svg" and len(subjects) > 1:
        raise WrongUse("--format svg draws one system: name a function with --entry")
    return subjects


def status(document: Document) -> Status:
    """Unknown never looks like safe.  A leak is a finding if leaks were asked for."""
    verdict = prove_several.verdict_of(document)
    if verdict.word is Word.UNSAFE:
        return Status.FINDINGS
    if document["property"] == LEAK and verdict.leak in (Leak.LOST, Leak.UNRELEASED):
        return Status.FINDINGS
    if verdict.word is Word.UNKNOWN or (document["property"] == LEAK and verdict.leak is Leak.UNKNOWN):
        return Status.INCONCLUSIVE
    return Status.CLEAN


# One after the other --------------------------------------------------------------------------------------------------


def _results(work: Proving, subjects: Sequence[Subject], showing: Showing, file: RunFile | None) -> Iterator[Result]:
    """What each program comes to, in the file of the run before it is here.  A file that takes no more ends them."""
    try:
        if file is not None:
            for source in _sources(work):
                file.add_source(source)
        kept = [KeptProof(file, work.wanted.target_of(subject)) for subject in subjects]
    except StoreError as error:
        yield _unkept(work, subjects[0], showing, error)
        return
    for subject, proof in zip(subjects, kept, strict=True):
        if proof.result is not None and not showing.needs_proofs:
            work.notes += proof.notes
            yield proof.result
            continue
        try:
            result = _proved(work, subject, proof, showing)
        except StoreError as error:
            yield _unkept(work, subject, showing, error)
            return
        yield result


def _proved(work: Proving, subject: Subject, kept: KeptProof, showing: Showing) -> Result:
    told = len(work.notes)
    kept.begin()
    proof = work.proof(subject, kept.before, partial(kept.add_round, subject))
    result = _result(proof, showing)
    kept.finish(proof, result.document, result.text, work.notes[told:])
    return result


def _result(proof: Proof, showing: Showing) -> Result:
    text = prove_text.report(proof, quiet=showing.quiet, verbose=showing.verbose, graph=showing.graph)
    return Result(prove_json.document(proof, graph=showing.graph), text, proof)


def _unkept(work: Proving, subject: Subject, showing: Showing, error: StoreError) -> Result:
    """Nothing is claimed of a proof that could not be kept."""
    complain(f"symheap: error: {error}; what was found before is kept")
    return _result(Proof.of(work.wanted, subject, System(gaps=[Gap(STORE, None)]), 0.0), showing)


def _read(work: Proving) -> tuple[str, ...]:
    """The files that have a say in the results."""
    pre = work.settings.pre
    return (*work.library.files, *((pre,) if pre is not None else ()))


def _sources(work: Proving) -> Iterator[Source]:
    """The program, and the headers in its folders."""
    folders = [file.parent.absolute() for file in work.files] + [
        Path(each).absolute() for each in work.settings.include
    ]
    for name in dict.fromkeys((*map(str, work.files), *work.library.files)):
        file = Path(name)
        if file.is_file() and any(file.absolute().is_relative_to(folder) for folder in folders):
            yield Source(name, file.read_text(encoding="utf-8", errors="replace"))


# Beside the report ----------------------------------------------------------------------------------------------------


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
        proof = proofs[0]
        why = "is proved by exhaustion, without invariants" if proof.exhaustion else f"is {proof.verdict.word.value}"
        work.notes.append(f"no witness is written: {proof.target} {why}")
        return
    file.write_text(text, encoding="utf-8")


def _write_reproducers(work: Proving, proofs: Sequence[Proof], folder: Path) -> None:
    found = [each for each in proofs if each.verdict.word is Word.UNSAFE and each.trace is not None]
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


class Report:
    """Text comes with each result, any other form at the end of all."""

    def __init__(self, work: Proving, showing: Showing, out: Output, *, several: bool) -> None:
        self._work = work
        self._showing = showing
        self._out = out
        self._several = several

    def add(self, result: Result) -> None:
        if self._showing.form == "text":
            text = self._text(result)
            paint = self._out.paint
            self._out.write(prove_several.part(result.target, text, paint) if self._several else text)

    def _text(self, result: Result) -> str:
        """Colours are for what is found now: of what was kept, there is the text."""
        if result.proof is None:
            return printable(result.text, newlines=True, ascii_only=self._out.ascii_only)
        return prove_text.report(
            result.proof,
            quiet=self._showing.quiet,
            verbose=self._showing.verbose,
            graph=self._showing.graph,
            ascii_only=self._out.ascii_only,
            paint=self._out.paint,
        )

    def close(self, results: Sequence[Result], keeper: Kept) -> None:
        form = self._showing.form
        if form == "html":
            self._out.write(page_of(keeper))
        elif form == "json":
            self._out.write(json.text(self._document([each.document for each in results])))
        elif form in MADE:
            self._out.write(MADE[form](results))
        elif form != "text":
            self._out.write(DRAWN[form]([each.proof for each in results if each.proof is not None]))
        elif self._several:
            verdicts = [prove_several.verdict_of(each.document) for each in results]
            seconds = sum(each.document["seconds"] for each in results)
            self._out.write(prove_several.total(self._work.wanted, verdicts, seconds, self._out.paint))

    def _document(self, documents: Sequence[Document]) -> dict[str, Json]:
        return prove_several.of_documents(self._work.wanted, documents) if self._several else documents[0]


def _ended(results: Sequence[Result]) -> Ended:
    """How the command will end."""
    if any(stopped_by(each.document, INTERRUPTED) for each in results):
        return Ended(Status.INTERRUPTED, is_successful=False)
    is_kept = not any(stopped_by(each.document, STORE) for each in results)
    return Ended(worst(status(each.document) for each in results), is_successful=is_kept)


def _sarif(results: Sequence[Result]) -> str:
    return json.text(prove_sarif.document([each.document for each in results], _ended(results), Path.cwd()))


def _junit(results: Sequence[Result]) -> str:
    return prove_junit.document([each.document for each in results], {each.target: each.text for each in results})


MADE: Mapping[str, Callable[[Sequence[Result]], str]] = {"sarif": _sarif, "junit-xml": _junit}
"""What is made of documents, also of those that were kept."""

DRAWN: Mapping[str, Callable[[Sequence[Proof]], str]] = {
    "dot": lambda proofs: "".join(to_dot(graph_of(proof)) for proof in proofs),
    "svg": lambda proofs: "".join(to_svg(graph_of(proof)) for proof in proofs),
}
"""What is made of the transition systems, which are not kept."""
