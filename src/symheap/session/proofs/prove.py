"""Prove memory safety of C programs in turn, storing each result before it is reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from symheap.core.deadline import within
from symheap.lang.task import ENDING, read_task
from symheap.report.prove import json as prove_json
from symheap.report.prove import several as prove_several
from symheap.report.prove import text as prove_text
from symheap.report.prove.proof import LEAK, ProofReport, Subject
from symheap.separation.proof.transition import Gap, System
from symheap.separation.proof.verdict import Leak, Word
from symheap.session.kept.keeping import Keep, Kept, keeping
from symheap.session.kept.proofs import STORE, KeptProof, Proved, stopped_by
from symheap.session.kept.recorded import ProofStore
from symheap.session.proofs.proving import Proving
from symheap.session.proofs.readable import check_readable
from symheap.session.proofs.settings import ProveSettings
from symheap.session.status import Status, WrongUse, worst
from symheap.session.tasks import only_property
from symheap.session.watching import Watcher, last_moment
from symheap.store.records import Document, Source, StoreError

PROPERTIES: Final = {"valid-memsafety": "memtrack", "valid-memcleanup": "memcleanup", "unreach-call": "reach"}
"""Maps the provable properties of the competition, by the names of their files, to the names used here."""


@dataclass(frozen=True, slots=True)
class ProveRequest:
    """A request to prove C files, linked to one program."""

    files: tuple[Path, ...]
    settings: ProveSettings = field(default_factory=ProveSettings)
    keep: Keep = field(default_factory=Keep)


@dataclass(frozen=True, slots=True)
class Wording:
    """How much detail the text of a proof has.

    With `needs_proofs` the caller wants transition systems, so results that are already stored are computed again.
    """

    quiet: bool = False
    verbose: bool = False
    graph: bool = False
    needs_proofs: bool = False
    assumptions: bool = False


@dataclass(frozen=True, slots=True)
class ProveResult:
    """The result for each program, and the stored run."""

    proved: Sequence[Proved]
    work: Proving
    status: Status
    kept: Kept


class ProveListener(Protocol):
    """Receives the programs once they are read, each result, and the overall result while its file is still open."""

    wording: Wording

    def begin(self, work: Proving, subjects: Sequence[Subject]) -> None: ...

    def add(self, proved: Proved, so_far: Status) -> None: ...

    def close(self, result: ProveResult) -> None: ...


def prove(request: ProveRequest, listener: ProveListener, watcher: Watcher) -> ProveResult:
    """Prove the program from its ``main`` on, or for each function that it exports."""
    request = task_of(request)
    settings = request.settings
    for file in request.files:
        check_readable(file)
    for folder in settings.include:
        if not Path(folder).is_dir():
            raise WrongUse(f"-I: there is no folder {folder}")
    deadline = watcher.until(settings.limit)
    work = Proving(request.files, settings, watcher, deadline)
    watcher.show(work.line)
    subjects = within(last_moment(deadline), lambda: load_subjects(work, watcher))
    target = work.wanted.target
    with keeping("prove", target, asdict(settings), _read(work), request.keep, watcher) as keeper:
        keeper.figures = lambda: {"doing": work.line().removeprefix("symheap: ")}
        listener.begin(work, subjects)
        proved: list[Proved] = []
        for each in results(work, subjects, listener.wording, keeper.file, watcher):
            proved.append(each)
            listener.add(each, worst((Status.INCONCLUSIVE, *(status(done.document) for done in proved))))
            if watcher.seen:
                break
        ended = Status.INTERRUPTED if watcher.seen else worst(status(each.document) for each in proved)
        if not any(stopped_by(each.document, STORE) for each in proved):
            keeper.end(ended)
        result = ProveResult(proved, work, ended, keeper)
        listener.close(result)
    for note in work.notes:
        watcher.note(f"symheap: note: {note}")
    return result


def task_of(request: ProveRequest) -> ProveRequest:
    """Replace an SV-COMP task definition by the request that it describes.  Options other than the defaults win."""
    [first, *others] = request.files
    if others or first.suffix != ENDING or not first.is_file():
        return request
    task, settings, default = read_task(first), request.settings, ProveSettings()
    if settings.property == default.property:
        settings = replace(settings, property=only_property(first, task, PROPERTIES))
    if task.model and settings.model == default.model:
        settings = replace(settings, model=task.model)
    return replace(request, files=task.files, settings=settings)


def load_subjects(work: Proving, watcher: Watcher) -> Sequence[Subject]:
    """Read a program.  Raises `KeyboardInterrupt` if the caller has stopped it."""
    subjects = watcher.call(work.load)
    if subjects is None:
        raise KeyboardInterrupt
    return subjects


def status(document: Document) -> Status:
    """Return the exit status of a result.

    Unknown never looks like safe.  A leak is a finding if leaks were asked for.
    """
    verdict = prove_several.verdict_of(document)
    if verdict.word is Word.UNSAFE:
        return Status.FINDINGS
    if document["property"] == LEAK and verdict.leak in (Leak.LOST, Leak.UNRELEASED):
        return Status.FINDINGS
    if verdict.word is Word.UNKNOWN or (document["property"] == LEAK and verdict.leak is Leak.UNKNOWN):
        return Status.INCONCLUSIVE
    return Status.CLEAN


# Results in turn ------------------------------------------------------------------------------------------------------


def results(
    work: Proving, subjects: Sequence[Subject], wording: Wording, file: ProofStore | None, watcher: Watcher
) -> Iterator[Proved]:
    """Yield the result for each program, stored before it is yielded.  A failing run file ends the iteration."""
    try:
        if file is not None:
            for source in _sources(work):
                file.add_source(source)
        kept = [KeptProof(file, work.wanted.target_of(subject)) for subject in subjects]
    except StoreError as error:
        yield _unkept(work, subjects[0], wording, error, watcher)
        return
    for subject, proof in zip(subjects, kept, strict=True):
        if proof.result is not None and not wording.needs_proofs:
            work.notes += proof.notes
            yield proof.result
            continue
        try:
            result = _proved(work, subject, proof, wording)
        except StoreError as error:
            yield _unkept(work, subject, wording, error, watcher)
            return
        yield result


def _proved(work: Proving, subject: Subject, kept: KeptProof, wording: Wording) -> Proved:
    noted_before = len(work.notes)
    kept.begin()
    proof = work.proof(subject, kept.before, partial(kept.add_round, subject))
    result = _result(proof, wording)
    kept.finish(proof, result.document, result.text, work.notes[noted_before:])
    return result


def _result(proof: ProofReport, wording: Wording) -> Proved:
    text = prove_text.report(
        proof,
        quiet=wording.quiet,
        verbose=wording.verbose,
        graph=wording.graph,
        assumptions=wording.assumptions,
    )
    return Proved(prove_json.document(proof, graph=wording.graph), text, proof)


def _unkept(work: Proving, subject: Subject, wording: Wording, error: StoreError, watcher: Watcher) -> Proved:
    """Return an unknown result for a proof that could not be stored."""
    watcher.note(f"symheap: error: {error}; the results so far are kept")
    return _result(ProofReport.of(work.wanted, subject, System(gaps=[Gap(STORE, None)]), 0.0), wording)


def _read(work: Proving) -> tuple[str, ...]:
    """Return the files that affect the results."""
    pre = work.settings.pre
    return (*work.library.files, *((pre,) if pre is not None else ()))


def _sources(work: Proving) -> Iterator[Source]:
    """Yield the program and the headers in its folders."""
    folders = [file.parent.absolute() for file in work.files] + [
        Path(each).absolute() for each in work.settings.include
    ]
    for name in dict.fromkeys((*map(str, work.files), *work.library.files)):
        file = Path(name)
        if file.is_file() and any(file.absolute().is_relative_to(folder) for folder in folders):
            yield Source(name, file.read_text(encoding="utf-8", errors="replace"))
