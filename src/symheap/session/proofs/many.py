"""Prove the C files of a folder or of a compilation database in turn, in one run."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.source import SourceError
from symheap.lang.c.compile_commands import ENDING, read_compile_commands
from symheap.lang.c.units import Unit, Units, units_of_folder
from symheap.lang.target import TargetError
from symheap.report.prove import several as prove_several
from symheap.report.prove.proof import Subject
from symheap.session.force import check_cluster, force_for
from symheap.session.kept.keeping import Kept, keeping
from symheap.session.kept.proofs import STORE, Proved, stopped_by
from symheap.session.proofs.prove import ProveRequest, Wording, load_subjects, results, status
from symheap.session.proofs.proving import Proving
from symheap.session.proofs.readable import check_readable
from symheap.session.proofs.settings import ProveSettings
from symheap.session.status import Status, WrongUse, worst
from symheap.session.watching import Watcher, last_moment
from symheap.store.records import Document, StoreError

if TYPE_CHECKING:
    from symheap.session.proofs.workers import Workers

_FLAGS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class File:
    """A file that was proved: its results (one, or one per client), and one document for all of them."""

    proved: Sequence[Proved]
    document: Document


@dataclass(frozen=True, slots=True)
class ProveManyResult:
    """The files, the `skipped` ones, and the stored run."""

    target: str
    files: Sequence[File]
    skipped: Sequence[str]
    status: Status
    kept: Kept


class ProveManyListener(Protocol):
    """Receives each file when it is read, each of its results, its end, and the overall result."""

    wording: Wording

    def begin(self, work: Proving, subjects: Sequence[Subject]) -> None: ...

    def add(self, proved: Proved, so_far: Status) -> None: ...

    def end(self, work: Proving, file: File) -> None: ...

    def close(self, result: ProveManyResult) -> None: ...


def is_many(files: Sequence[Path]) -> bool:
    """Whether the argument of a command is a folder or a compilation database.  Raises `WrongUse` for a mixture."""
    many = [file for file in files if file.is_dir() or file.suffix == ENDING]
    if many and len(files) > 1:
        raise WrongUse(f"{many[0]} stands for all of its files: name nothing beside it")
    return bool(many)


def prove_many(request: ProveRequest, listener: ProveManyListener, watcher: Watcher) -> ProveManyResult:
    """Prove each file on its own: as a program if it has a ``main``, else as a library.

    The files share the time equally.

    If no file can be read, raises the error of the first.
    """
    [target] = request.files
    settings = request.settings
    _check_settings(settings)
    check_cluster(settings)
    units = read_compile_commands(target) if target.suffix == ENDING else units_of_folder(target)
    for folder in settings.include:
        if not Path(folder).is_dir():
            raise WrongUse(f"-I: there is no folder {folder}")
    if units.ignored:
        watcher.note(f"symheap: note: flags without a say in proofs: {_listed(units.ignored)}")
    deadline = watcher.until(settings.limit)
    with (
        _workers(request, units, listener.wording, deadline) as workers,
        keeping("prove", str(target), asdict(settings), units.read, request.keep, watcher) as keeper,
    ):
        many = _Many(units, settings, listener, watcher, keeper)
        keeper.figures = lambda: {"doing": many.doing.removeprefix("symheap: ")}
        watcher.show(lambda: many.doing)
        ended = many.prove_all(deadline) if workers is None else many.take_all(workers, deadline)
        keeper.note_skipped(many.skipped)
        result = ProveManyResult(str(target), many.files, many.skipped, ended, keeper)
        listener.close(result)
    for note in dict.fromkeys(many.notes):
        watcher.note(f"symheap: note: {note}")
    return result


def _workers(
    request: ProveRequest, units: Units, wording: Wording, deadline: Deadline
) -> AbstractContextManager[Workers | None]:
    """Return workers for the files, if there are several.

    A run that is resumed is done by one job, as is one whose proofs will be drawn: transition systems stay in the
    process that made them.
    """
    settings = request.settings
    is_here = request.keep.resumed is not None or wording.needs_proofs
    force = force_for(len(units.units), settings, only_here=is_here)
    if force is None:
        return nullcontext()
    from symheap.session.proofs.workers import Workers

    return Workers(FileWork(units, settings, wording, deadline, force.jobs), force)


def _check_settings(settings: ProveSettings) -> None:
    """Raise `WrongUse` for settings that make sense for one program only."""
    for name in ("entry", "pre"):
        if getattr(settings, name) is not None:
            raise WrongUse(f"--{name} is for one program: name its file")


def _listed(flags: Sequence[str]) -> str:
    more = f" and {len(flags) - _FLAGS_SHOWN} more" if len(flags) > _FLAGS_SHOWN else ""
    return " ".join(flags[:_FLAGS_SHOWN]) + more


def settings_of(unit: Unit, settings: ProveSettings) -> ProveSettings:
    """Return the settings for a file: those of the command line combined with the file's own flags."""
    return replace(
        settings,
        include=(*settings.include, *unit.include),
        include_system=unit.include_system,
        define=(*unit.define, *settings.define),
        undefine=unit.undefine,
        include_first=(*unit.include_first, *settings.include_first),
        standard=unit.standard,
        model="ilp32" if unit.narrow else settings.model,
    )


@dataclass(frozen=True, slots=True)
class ProvedFile:
    """A worker's message about a file, as plain data: its results, without proofs, or why it was left out."""

    results: Sequence[Proved] = ()
    subjects: int = 0
    skipped: Sequence[str] = ()
    notes: Sequence[str] = ()
    refused: Exception | None = None


@dataclass(frozen=True, slots=True)
class FileWork:
    """Proves one file in a worker.  A unit is the number of the file."""

    units: Units
    settings: ProveSettings
    wording: Wording
    deadline: Deadline
    jobs: int

    def file(self, at: int) -> str:
        return str(self.units.units[at].file)

    def prove(self, at: int, keeper: Kept, watcher: Watcher) -> ProvedFile:
        many = _Many(replace(self.units, skipped=()), self.settings, _Silent(self.wording), watcher, keeper)
        left = -(-(len(self.units.units) - at) // self.jobs)
        many.prove(self.units.units[at], self.deadline.share(left))
        return many.plain()


class _Silent:
    """A listener of proofs that does nothing."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def begin(self, work: Proving, subjects: Sequence[Subject]) -> None:
        pass

    def add(self, proved: Proved, so_far: Status) -> None:
        pass

    def end(self, work: Proving, file: File) -> None:
        pass

    def close(self, result: ProveManyResult) -> None:
        pass


class _Many:
    """Proves files in turn, up to the first that cannot be stored."""

    def __init__(
        self, units: Units, settings: ProveSettings, listener: ProveManyListener, watcher: Watcher, keeper: Kept
    ) -> None:
        self.files: list[File] = []
        self.skipped = [str(each) for each in units.skipped]
        self.notes: list[str] = []
        self.doing = "symheap: reading"
        self._units = units.units
        self._settings = settings
        self._listener = listener
        self._watcher = watcher
        self._keeper = keeper
        self._refused: Exception | None = None
        self._subjects = 0

    def prove_all(self, deadline: Deadline) -> Status:
        is_kept = True
        for at, unit in enumerate(self._units):
            if self._watcher.seen or not is_kept:
                break
            if deadline.has_passed:
                self._skip("out of time before it was proved", unit)
                continue
            is_kept = self.prove(unit, deadline.share(len(self._units) - at))
        if not self.files and self._refused is not None:
            raise self._refused
        if not is_kept:
            return self._status()
        return self._keeper.end(self._status())

    def plain(self) -> ProvedFile:
        """Return what was proved of one file as plain data."""
        results = [Proved(each.document, each.text) for file in self.files for each in file.proved]
        return ProvedFile(results, self._subjects, self.skipped, self.notes, self._refused)

    def _status(self) -> Status:
        if self._watcher.seen:
            return Status.INTERRUPTED
        statuses = [status(each.document) for file in self.files for each in file.proved]
        return worst((*statuses, *(Status.INCONCLUSIVE for _ in self.skipped)))

    def _skip(self, reason: str, unit: Unit) -> None:
        self.skipped.append(str(TargetError(reason, str(unit.file))))

    def take_all(self, workers: Workers, deadline: Deadline) -> Status:
        """Take the results of all files from workers, in the order of the files."""
        is_kept = True
        open_units = dict(enumerate(self._units))
        try:
            for proved in workers.proved(self._keeper.file, self._watcher, last_moment(deadline)):
                done = len(self._units) - len(open_units)
                self.doing = f"symheap: {done} of {len(self._units)} files, {workers.jobs} jobs"
                if proved is not None:
                    self._take(open_units.pop(proved[0]), proved[1])
        except StoreError as error:
            self._watcher.note(f"symheap: error: {error}; the results so far are kept")
            is_kept = False
        if is_kept and not self._watcher.seen:
            for unit in open_units.values():
                self._skip("out of time before it was proved", unit)
        if not self.files and self._refused is not None:
            raise self._refused
        return self._keeper.end(self._status()) if is_kept else self._status()

    def _take(self, unit: Unit, proved: ProvedFile) -> None:
        """Take the results of one file from a worker."""
        self._refused = self._refused or proved.refused
        self.skipped += proved.skipped
        self.notes += proved.notes
        if not proved.results:
            return
        work = Proving((unit.file,), settings_of(unit, self._settings), self._watcher)
        self._listener.begin(work, [cast(Subject, None)] * proved.subjects)  # only their number is known here
        for each in proved.results:
            self._listener.add(each, worst((Status.INCONCLUSIVE, self._status())))
        self._end(work, proved.results)

    def prove(self, unit: Unit, deadline: Deadline) -> bool:
        """Prove one file; return whether its results could be stored.

        A file that cannot be read, or that has no functions, is skipped.
        """
        work = Proving((unit.file,), settings_of(unit, self._settings), self._watcher, deadline)
        self.doing = f"symheap: reading {unit.file}"
        try:
            check_readable(unit.file)
            subjects = within(last_moment(deadline), lambda: load_subjects(work, self._watcher))
        except (SourceError, TargetError) as error:
            self._refused = self._refused or error
            self.skipped.append(str(error))
            return True
        except OutOfTime:
            self._skip("out of time before it was read", unit)
            return True
        self._listener.begin(work, subjects)
        self._subjects = len(subjects)
        proved: list[Proved] = []
        for each in results(work, subjects, self._listener.wording, self._keeper.file, self._watcher):
            self.doing = work.line()
            proved.append(each)
            self._listener.add(each, worst((Status.INCONCLUSIVE, self._status())))
            if self._watcher.seen:
                break
        self._end(work, proved)
        return not any(stopped_by(each.document, STORE) for each in proved)

    def _end(self, work: Proving, proved: Sequence[Proved]) -> None:
        """Report the end of a file.  Its transition systems are dropped unless they will be drawn."""
        documents = [each.document for each in proved]
        document = prove_several.of_documents(work.wanted, documents) if len(documents) > 1 else documents[0]
        self._listener.end(work, File(proved, document))
        is_drawn = self._listener.wording.needs_proofs
        self.files.append(File(proved if is_drawn else [Proved(e.document, e.text) for e in proved], document))
        self.notes += work.notes
