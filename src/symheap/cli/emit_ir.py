"""``--emit-ir``: show a program in the intermediate representation of the engine or of the analysis of C."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symheap.cli.terminal.streams import LateOutput
from symheap.cli.terminal.watching import Watching
from symheap.memory.listing import listing as memory_listing
from symheap.objects.listing import listing as object_listing
from symheap.report.draw.labels import printable
from symheap.report.words import heading
from symheap.session.proofs.proving import Proving
from symheap.session.proofs.readable import check_readable
from symheap.session.proofs.settings import ProveSettings
from symheap.session.settings import Settings
from symheap.session.status import Status
from symheap.session.subjects import Subjects


def emit_objects(target: str, settings: Settings, file: str | None) -> Status:
    """Write the object IR of each program of a target."""
    with Watching(quiet=True) as watcher, LateOutput(file, watcher.progress) as out:
        subjects = Subjects.load(target, settings, watcher)
        for loaded in subjects:
            head = heading(str(loaded.target)) if subjects.several else ""
            out.get().write(head + _shown(object_listing(loaded.program)))
    return subjects.status(())


def emit_c(files: tuple[Path, ...], settings: ProveSettings, file: Path | None) -> Status:
    """Write the memory IR of a C program, or of each client of one without a ``main``."""
    for each in files:
        check_readable(each)
    with Watching(quiet=True) as watcher, LateOutput(None if file is None else str(file), watcher.progress) as out:
        work = Proving(files, settings, watcher)
        for part in _listings(work):
            out.get().write(_shown(part))
    return Status.CLEAN


def _listings(work: Proving) -> Iterator[str]:
    subjects = work.load()
    for subject in subjects:
        yield (heading(subject.client) if len(subjects) > 1 else "") + memory_listing(subject.program)


def _shown(text: str) -> str:
    return printable(text, newlines=True)
