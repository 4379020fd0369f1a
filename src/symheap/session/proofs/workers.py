"""Prove files in worker processes: each file is a unit of work.  This process alone writes the run file."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, cast

from symheap.core.deadline import Deadline
from symheap.jobs.pool import in_order
from symheap.jobs.working import Calling, Kind, Message
from symheap.lang.target import TargetError
from symheap.session.force import Force
from symheap.session.kept.keeping import Kept
from symheap.session.kept.recorded import RecordedCall, Recorder, Writer
from symheap.session.proofs.many import FileWork, ProvedFile
from symheap.session.units import Stoppable
from symheap.session.watching import Watcher
from symheap.store.file import RunFile

_LATE_SECONDS: Final = 0.3
"""Seconds after the last moment in which a worker may still send what it has."""
_SUBJECTS: Final = 1 << 16
"""Numbers that a file has for its subjects: in the run file they are in the order of the files, whenever they end."""


@dataclass(frozen=True, slots=True)
class _Prove:
    """In a worker: prove a file, and send what is to be kept and then the results."""

    work: FileWork

    def __call__(self, unit: Any, calling: Calling) -> None:
        at, is_kept = unit
        watcher = Stoppable(calling.interrupt)
        recorder = cast(RunFile, Recorder(calling.send)) if is_kept else None
        calling.send(self.work.prove(at, Kept(recorder, watcher), watcher))
        gc.collect()


def _read(work: FileWork) -> Iterator[str]:
    """Yield the files of the target, and all files in the folders for headers."""
    yield from work.units.read
    named = (*work.settings.include, *(folder for unit in work.units.units for folder in unit.include))
    for folder in dict.fromkeys(named):
        yield folder
        yield from (str(each) for each in Path(folder).iterdir() if each.is_file())


class Workers:
    """Proves files in workers.  It is open before the run file is, and may be used once."""

    def __init__(self, work: FileWork, force: Force) -> None:
        self.jobs = force.jobs
        self._work = work
        self._writers: dict[int, Writer] = {}
        self._proved: dict[int, ProvedFile] = {}
        self._file: RunFile | None = None
        self._pool = force.units(_Prove(work), _read(work))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()

    def proved(
        self, file: RunFile | None, watcher: Watcher, until: Deadline
    ) -> Iterator[tuple[int, ProvedFile] | None]:
        """Yield the number and the results of each file in order, and None from time to time."""
        self._file = file
        units = [(at, file is not None) for at in range(len(self._work.units.units))]
        for message in in_order(self._stored(self._pool.run(units, until.later(_LATE_SECONDS)))):
            if watcher.seen:
                self._pool.stop()
            if message is None:
                yield None
            elif message.kind is Kind.FAILED:
                raise message.content
            elif message.kind is Kind.DONE and message.unit in self._proved:
                yield message.unit, self._proved.pop(message.unit)
            elif message.kind is Kind.LOST and not watcher.seen:
                reason = f"not proved: {message.content}"
                skipped = str(TargetError(reason, self._work.file(message.unit)))
                yield message.unit, ProvedFile(skipped=(skipped,))

    def _stored(self, messages: Iterable[Message | None]) -> Iterator[Message | None]:
        """Write what arrives to the run file, whatever its order, and pass on how units begin and end."""
        for message in messages:
            if message is None or message.kind is not Kind.SENT:
                if message is not None and message.kind is Kind.BEGUN and self._file is not None:
                    self._begin(message.unit, self._file)
                yield message
            elif isinstance(message.content, RecordedCall):
                self._writers[message.unit].make(message.content)
            else:
                self._proved[message.unit] = message.content

    def _begin(self, at: int, file: RunFile) -> None:
        if at in self._writers:
            self._writers[at].undo()
        self._writers[at] = Writer(file, 1 + at * _SUBJECTS)
