"""The run file of a use case: a new run, or the run to resume."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from symheap.core.deadline import OutOfTime
from symheap.core.options import declared
from symheap.session.heartbeat import Figures, beating
from symheap.session.status import Status
from symheap.session.watching import ReaderLeft, Watcher
from symheap.store.file import RunFile
from symheap.store.folder import file_of, forget, new_id, runs_folder
from symheap.store.records import RANKED, SKIPPED, Header, Json, RunState, StoreError
from symheap.store.settings import Declared, Refusal, resumable_settings
from symheap.store.versions import versions


@dataclass(frozen=True, slots=True)
class Keep:
    """Whether and how to store a run.

    `arguments` is the command line that repeats the run, `resumed` the run to resume.  With `needed`, a temporary file
    is created if the run is not stored.
    """

    store: bool = True
    arguments: tuple[str, ...] = ()
    resumed: RunFile | None = None
    needed: bool = False


UNKEPT: Final = Keep(store=False)

STAGES: Final = ("timeout", "method_timeout", "budget", "limit", "max_traces", "jobs", "memory", "cluster")
"""Settings that limit how far one command goes.  They do not affect which results are found."""


@dataclass(slots=True)
class Kept:
    """A run in progress: its `file`, if it has one, the exit `status` of the command, and `figures` of its progress.

    `is_broken`: the run ended early because it could not be stored any further.  `is_late`: the run was out of time.
    """

    file: RunFile | None
    watcher: Watcher
    status: Status | None = None
    figures: Figures = dict
    is_broken: bool = False
    is_late: bool = False

    def end(self, status: Status) -> Status:
        self.status = status
        return status

    def note_skipped(self, reasons: Sequence[str]) -> None:
        """Record what the run left out, since no subject of the run contains it."""
        if self.file is not None:
            with suppress(StoreError):
                self.file.note(SKIPPED, {"reasons": list(reasons)})

    def tell_interrupted(self) -> None:
        """Tell the user how much of an interrupted run is stored, and which command resumes it."""
        if self.status is not Status.INTERRUPTED:
            return
        if self.file is None:
            self.watcher.note("symheap: interrupted; the run is not kept (--no-store)")
            return
        with suppress(StoreError):
            paths = sum(self.file.path_count(each.number) for each in self.file.subjects())
            stored = "the results so far are" if not paths else "1 path is" if paths == 1 else f"{paths} paths are"
            self.watcher.note(f"symheap: interrupted; {stored} kept, resume with: symheap resume {self.file.header.id}")

    def note_ranked(self, findings: Sequence[Json]) -> None:
        """Record the ranked crashes.  They belong to classes, so no subject contains them."""
        if self.file is not None:
            with suppress(StoreError):
                self.file.note(RANKED, {"findings": list(findings)})

    def record_status(self) -> None:
        """Record in the file how the command ends, if that is known."""
        if self.file is None or self.status is None:
            return
        ended = RunState.FAILED if self.is_broken else RunState.OUT_OF_TIME if self.is_late else RunState.FINISHED
        state = RunState.INTERRUPTED if self.status is Status.INTERRUPTED else ended
        try:
            self.file.stand(state, int(self.status))
        except StoreError as error:
            self.watcher.note(f"symheap: error: {error}")


@contextmanager
def keeping(
    command: str,
    target: str,
    settings: Mapping[str, Any],
    files: Iterable[str],
    keep: Keep,
    watcher: Watcher,
    *,
    jdk: str | None = None,
) -> Iterator[Kept]:
    """Open the file of a run: a new file, or that of the run to resume, if it is the same run.

    If the run cannot be stored, it is done without a file.  Raises `StoreError` if the run to resume is a different
    one.
    """
    header = header_of(command, target, settings, files, keep.arguments, jdk)
    if keep.resumed is not None:
        _check_same(keep.resumed.header, header)
        with standing(Kept(keep.resumed, watcher)) as kept:
            yield kept
        return
    file = _created(header, watcher) if keep.store else None
    if file is None:
        with _passing(header) if keep.needed else nullcontext() as passing:
            kept = Kept(passing, watcher)
            yield kept
        replace(kept, file=None).tell_interrupted()
        return
    with _unless_refused(file), standing(Kept(file, watcher)) as kept:
        yield kept


@contextmanager
def _passing(header: Header) -> Iterator[RunFile]:
    with (
        TemporaryDirectory(prefix="symheap-") as folder,
        RunFile.create(file_of(Path(folder), header.id), header) as file,
    ):
        yield file


@contextmanager
def _unless_refused(file: RunFile) -> Iterator[None]:
    """Remove the run file of a command that fails before it has a subject."""
    refused = False
    try:
        with file:
            try:
                yield
            except Exception:
                refused = not file.subjects()
                raise
    finally:
        if refused:
            forget(file.path)


@contextmanager
def standing(kept: Kept) -> Iterator[Kept]:
    """Record the progress of the run in its file, and how it ended.  Without a recorded end, the run has failed."""
    if kept.file is not None:
        kept.watcher.keeps(str(kept.file.path))
    with beating(kept.file, lambda: kept.figures()):
        has_reader = True
        try:
            yield kept
        except (KeyboardInterrupt, ReaderLeft) as error:
            kept.status = Status.INTERRUPTED
            has_reader = not isinstance(error, ReaderLeft)
            raise
        except OutOfTime:
            kept.status, kept.is_late = Status.INCONCLUSIVE, True
            raise
        finally:
            kept.record_status()
            if has_reader:
                kept.tell_interrupted()


def _created(header: Header, watcher: Watcher) -> RunFile | None:
    file = file_of(runs_folder(os.environ), header.id)
    try:
        return RunFile.create(file, header)
    except StoreError as error:
        watcher.note(f"symheap: note: this run is not kept: {error} (SYMHEAP_RUNS names another folder)")
        return None


# What a run depends on ------------------------------------------------------------------------------------------------


def header_of(
    command: str,
    target: str,
    settings: Mapping[str, Any],
    files: Iterable[str],
    arguments: tuple[str, ...] = (),
    jdk: str | None = None,
) -> Header:
    """Return the header of a new run.  `jdk` is the version of the JDK that the run depends on."""
    now = datetime.now(UTC)
    return Header(
        new_id(target, now),
        command,
        target,
        arguments,
        os.getcwd(),
        now.isoformat(timespec="seconds"),
        {name: _plain(value) for name, value in settings.items()},
        {**versions(), **({"jdk": jdk} if jdk is not None else {})},
        {name: digest(Path(name)) for name in dict.fromkeys(files)},
    )


def _plain(value: object) -> Json:
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value if isinstance(value, bool | int | float | str) or value is None else str(value)


def digest(path: Path) -> str:
    """Return a digest of the content of a file, or of the names, sizes and times of the files in a folder."""
    hasher = hashlib.blake2b(digest_size=16)
    try:
        if path.is_dir():
            for each in sorted(path.rglob("*")):
                about = each.stat()
                hasher.update(
                    f"{each.relative_to(path)}\0{about.st_size}\0{about.st_mtime_ns}\n".encode("utf-8", "replace")
                )
        else:
            hasher.update(path.read_bytes())
    except OSError as error:
        return f"unreadable: {error.strerror}"
    return hasher.hexdigest()


def _check_same(kept: Header, now: Header) -> None:
    """Raise `StoreError` if the new request differs from the one that started the run."""
    differences = [
        *_differing("", _settings_then(kept, now), now.settings, leave_out=(*STAGES, *_unused(kept.command))),
        *_differing("version of ", kept.versions, now.versions),
        *(
            f"{name} has changed"
            for name in {**kept.digests, **now.digests}
            if kept.digests.get(name) != now.digests.get(name)
        ),
    ]
    if differences:
        raise StoreError(f"run {kept.id} cannot be resumed: {'; '.join(differences)}")


def _unused(command: str) -> Sequence[str]:
    """Return the settings that do not concern a command: their defaults may be others today."""
    from symheap.session.settings import Testing

    return () if command == "test" else [*declared(Testing)]


def _settings_then(kept: Header, now: Header) -> Mapping[str, Any]:
    """Return the settings of a run, with the defaults of options that did not exist at its time."""
    from symheap.session.proofs.settings import ProveSettings
    from symheap.session.settings import Settings

    options = declared(ProveSettings if kept.command == "prove" else Settings)
    known = {
        name: Declared(_plain(options[name].default) if name in options else value)
        for name, value in now.settings.items()
    }
    then = resumable_settings(kept.settings, known)
    if isinstance(then, Refusal):
        raise StoreError(f"run {kept.id} cannot be resumed: {then}")
    return then


def _differing(
    what: str, before: Mapping[str, Any], now: Mapping[str, Any], leave_out: Sequence[str] = ()
) -> Iterator[str]:
    for name in dict.fromkeys((*before, *now)):
        if name not in leave_out and before.get(name) != now.get(name):
            yield f"{what}{name} was {before.get(name)}, now {now.get(name)}"
