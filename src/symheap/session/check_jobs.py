"""Check the laws on the methods of a target in worker processes: each method is a unit of work."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self

from symheap.core.deadline import Deadline
from symheap.jobs.pool import in_order
from symheap.jobs.working import Calling, Kind, Message
from symheap.lang.target import Load, TargetError
from symheap.session.check import CheckedMethod, check_in_turn
from symheap.session.force import Force
from symheap.session.parts.messages import MethodUnit
from symheap.session.parts.schedule import ByPart, Schedule
from symheap.session.program_files import files_of
from symheap.session.settings import Settings
from symheap.session.subjects import INTERRUPTED, OUT_OF_TIME, Subjects
from symheap.session.units import Stoppable
from symheap.session.watching import Watcher, last_moment

_LATE_SECONDS: Final = 0.3
"""Seconds after the last moment in which a worker may still send what it has."""


@dataclass(frozen=True, slots=True)
class _Method:
    """What a worker tells of a method: the verdicts, or why it was left out."""

    checked: tuple[CheckedMethod, ...]
    skipped: tuple[str, ...]


@dataclass(slots=True)
class _Work:
    """Checks methods.  A worker keeps the linked class of its last unit for the next one."""

    subjects: Subjects
    settings: Settings
    deadline: Deadline
    _part: int | None = field(default=None, init=False)
    _load: Load | None = field(default=None, init=False)

    def __call__(self, unit: MethodUnit, calling: Calling) -> None:
        watcher = Stoppable(calling.interrupt)
        if self._load is None or self._part != unit.part:
            self._part, self._load = unit.part, self.subjects.programs.parts[unit.part].open()
        subjects = self.subjects.of_member(self._load, unit.member, watcher, self.deadline, unit.after)
        checked = check_in_turn(subjects, self.settings, Silent(), watcher, self.deadline, [""])
        calling.send(_Method(tuple(checked), tuple(subjects.skipped)))
        gc.collect()


class Silent:
    """Listener of a check that tells nobody."""

    def open(self, subjects: object) -> None:
        pass

    def begin(self, target: str) -> None:
        pass

    def add(self, verdict: object) -> None:
        pass

    def end(self, checked: object) -> None:
        pass


class CheckWorkers:
    """Checks the methods of a target in workers.  It may be used once."""

    def __init__(
        self, subjects: Subjects, settings: Settings, watcher: Watcher, deadline: Deadline, force: Force
    ) -> None:
        self._subjects = subjects
        self._watcher = watcher
        self._deadline = deadline
        self._schedule = Schedule(subjects.programs.parts)
        self.jobs = force.jobs
        self.done = 0
        self._told: dict[int, _Method] = {}
        subjects.restart()
        files = (subjects.target.path, *files_of(str(subjects.target), settings))
        self._pool = force.units(_Work(subjects, settings, deadline), files)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()

    def checked(self) -> Iterator[CheckedMethod]:
        """Yield the verdicts on each method, in the order of the methods."""
        units: list[Any] = [*self._schedule.units(self.jobs, is_kept=False)]
        until = last_moment(self._deadline).later(_LATE_SECONDS)
        skipped: list[str] = []
        for message in in_order(self._ends(self._pool.run(units, until, ByPart(self._schedule)))):
            if self._watcher.seen:
                self._pool.stop()
            if message is None:
                continue
            if message.kind is Kind.FAILED:
                raise message.content
            if message.kind is Kind.LOST and not self._watcher.seen:
                skipped.append(self._error(f"a method was not checked: {message.content}"))
            if message.kind is Kind.DONE and message.unit in self._told:
                told = self._told.pop(message.unit)
                skipped += told.skipped
                yield from told.checked
        last = [self._error(OUT_OF_TIME), self._error(INTERRUPTED)]
        is_left_out = self.done < self._schedule.count
        self._subjects.skipped += [each for each in skipped if each not in last]
        self._subjects.skipped += dict.fromkeys(each for each in skipped if each in last)
        if is_left_out and not self._subjects.skipped:
            self._subjects.leave(INTERRUPTED if self._watcher.seen else OUT_OF_TIME)

    def _ends(self, messages: Iterable[Message | None]) -> Iterator[Message | None]:
        """Take what arrives, and pass on how units begin and end."""
        for message in messages:
            if message is not None and message.kind is Kind.SENT:
                self._told[message.unit] = message.content
                continue
            self.done += message is not None and message.kind is Kind.DONE
            yield message

    def _error(self, reason: str) -> str:
        return str(TargetError(reason, str(self._subjects.target)))
