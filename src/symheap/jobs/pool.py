"""Workers that take units of work, and what happens to each unit.

Laws: a unit is done by one worker at a time.  If its worker ends before the unit does (killed, out of memory), the
unit is tried once more in a fresh worker, and then it is lost, with the reason; the other units do not notice.  A
worker that ends between two units is replaced.  `in_order` hands on the messages of the units in the order of the
units, whatever the schedule.
"""

from __future__ import annotations

import logging
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, Final, Protocol, Self

from symheap.core.deadline import NEVER, Deadline
from symheap.jobs.server import STOP, Server
from symheap.jobs.working import Kind, Message, Work

_log: Final = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 0.1
_SOON_SECONDS: Final = 0.5
"""Work that one worker ends in this time starts no other worker."""
_STOP_SECONDS: Final = 5.0
"""Seconds that a worker may take to stop when it is asked to."""
_MEGABYTE: Final = 1 << 20
_TRIES: Final = 2


@dataclass(slots=True, eq=False)
class _Worker:
    process: int
    connection: Connection
    unit: int | None = None
    last: int | None = None

    def take(self, unit: int) -> None:
        self.unit = self.last = unit


class Queue(Protocol):
    """The numbers of the units that wait for a worker."""

    def __bool__(self) -> bool: ...

    def add(self, number: int, /) -> None: ...

    def again(self, number: int, /) -> None:
        """Add a unit whose worker has ended."""

    def take(self, last: int | None, /) -> int:
        """Remove and return the next unit of a worker whose last one was `last`."""

    def clear(self) -> None: ...


class Units(Protocol):
    """Workers for units of work, here or elsewhere: `Pool` and `cluster.pool.ClusterPool`.

    Laws: each unit that is begun ends once, unless the work is stopped, and nothing of a try that came to nothing
    remains: `BEGUN` voids all earlier messages of a unit.
    """

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...

    def close(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def is_stopped(self) -> bool: ...

    def add(self, number: int, unit: Any) -> None: ...

    def run(
        self, units: Sequence[Any], until: Deadline = NEVER, queue: Queue | None = None
    ) -> Iterator[Message | None]: ...


class InTurn:
    """A queue in the order of the units.  A unit that is tried again comes first."""

    def __init__(self) -> None:
        self._waiting: deque[int] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, number: int) -> None:
        self._waiting.append(number)

    def again(self, number: int) -> None:
        self._waiting.appendleft(number)

    def take(self, last: int | None) -> int:
        return self._waiting.popleft()

    def clear(self) -> None:
        self._waiting.clear()


class Pool:
    """Up to `jobs` workers.  A worker with more than `megabytes` of memory is ended.

    While open, its server can fork workers; open it before this process starts threads, solvers or a run file.
    """

    def __init__(self, jobs: int, work: Work, megabytes: int | None = None) -> None:
        self._jobs = jobs
        self._megabytes = megabytes
        self._server = Server(work)
        self._workers: list[_Worker] = []
        self._waiting: Queue = InTurn()
        self._units: dict[int, Any] = {}
        self._tries: dict[int, int] = {}
        self._began = perf_counter()
        self._stop_at: float | None = None
        self._reasons: dict[int, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all workers at once."""
        for worker in self._workers:
            _kill(worker.process)
            worker.connection.close()
        self._workers.clear()
        self._server.close()

    @property
    def processes(self) -> tuple[int, ...]:
        """The processes of the workers that are running."""
        return tuple(worker.process for worker in self._workers)

    def stop(self) -> None:
        """Start no more units, and ask the running ones to end early."""
        if self._stop_at is None:
            self._waiting.clear()
            self._stop_at = perf_counter() + _STOP_SECONDS
            for worker in self._workers:
                if worker.unit is not None:
                    _signal(worker.process, STOP)

    @property
    def is_stopped(self) -> bool:
        """Whether no more units are started, but those that are added from now on."""
        return self._stop_at is not None

    def add(self, number: int, unit: Any) -> None:
        """Add a unit while others run, mostly one that needs their results."""
        self._units[number] = unit
        self._waiting.add(number)

    def run(
        self, units: Sequence[Any], until: Deadline = NEVER, queue: Queue | None = None
    ) -> Iterator[Message | None]:
        """Yield what happens to the units, which are numbered from 0, and None from time to time.

        Units that are still running at `until` are lost.
        """
        self._units, self._began = dict(enumerate(units)), perf_counter()
        self._waiting = queue if queue is not None else InTurn()
        for number in self._units:
            self._waiting.add(number)
        while True:
            yield from self._staffed()
            if not any(worker.unit is not None for worker in self._workers):
                return
            ready = wait([worker.connection for worker in self._workers], timeout=_LOOK_SECONDS)
            for worker in [worker for worker in self._workers if worker.connection in ready]:
                yield from self._heard(worker)
            self._look(until)
            yield None

    def _staffed(self) -> Iterator[Message]:
        """Give each idle worker a unit; start workers while units wait and the work has lasted a while."""
        while self._waiting:
            worker = next((each for each in self._workers if each.unit is None), None)
            if worker is None:
                is_soon = perf_counter() - self._began < _SOON_SECONDS
                if len(self._workers) >= (1 if is_soon else self._jobs):
                    return
                try:
                    worker = _Worker(*self._server.start())
                except OSError:
                    yield from self._stranded()
                    return
                self._workers.append(worker)
                _log.info("started worker %d", worker.process)
            unit = self._waiting.take(worker.last)
            worker.take(unit)
            yield Message(unit, Kind.BEGUN)
            try:
                worker.connection.send((unit, self._units[unit]))
            except OSError:
                yield from self._ended(worker)

    def _stranded(self) -> Iterator[Message]:
        """Give up all units that wait, because no worker can be started any more."""
        while self._waiting:
            unit = self._waiting.take(None)
            yield Message(unit, Kind.BEGUN)
            yield Message(unit, Kind.LOST, "the process that starts workers has ended")

    def _heard(self, worker: _Worker) -> Iterator[Message]:
        try:
            message: Message = worker.connection.recv()
        except (EOFError, OSError):
            yield from self._ended(worker)
            return
        if message.kind is not Kind.SENT:
            worker.unit = None
        yield message

    def _ended(self, worker: _Worker) -> Iterator[Message]:
        """Note that a worker has ended.  Its unit is tried again once, in a fresh worker."""
        self._workers.remove(worker)
        worker.connection.close()
        reason = self._reasons.pop(worker.process, None) or _reason(self._server.status(worker.process))
        _log.info("worker %d has ended: %s", worker.process, reason)
        if worker.unit is None:
            return
        self._tries[worker.unit] = self._tries.get(worker.unit, 0) + 1
        if self._tries[worker.unit] < _TRIES and self._stop_at is None:
            self._waiting.again(worker.unit)
        else:
            yield Message(worker.unit, Kind.LOST, reason)

    def _look(self, until: Deadline) -> None:
        """End workers that use too much memory, or that have not stopped in time."""
        is_late = self._stop_at is not None and perf_counter() > self._stop_at
        for worker in self._workers:
            if worker.unit is not None and (is_late or until.has_passed):
                self._stop_at = self._stop_at or perf_counter()
                self._waiting.clear()
                self._end(worker, "out of time")
            elif self._megabytes is not None and (used := resident_megabytes(worker.process)) > self._megabytes:
                self._end(worker, f"out of memory: {used} MB, where --memory allows {self._megabytes}")

    def _end(self, worker: _Worker, reason: str) -> None:
        self._reasons.setdefault(worker.process, reason)
        _kill(worker.process)


def _reason(status: int | None) -> str:
    """Say why a worker has ended that this process has not killed."""
    if status is None or status >= 0:
        return "a worker process ended" if status is None else f"a worker process ended with status {status}"
    name = signal.Signals(-status).name if -status in signal.valid_signals() else str(-status)
    return f"a worker process was killed ({name})"


def _kill(process: int) -> None:
    _signal(process, signal.SIGKILL)


def _signal(process: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


def resident_megabytes(process: int | None) -> int:
    """Return the memory of a process in megabytes, 0 if the system does not report it."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // _MEGABYTE
    except (OSError, ValueError, IndexError):
        return 0


def in_order(messages: Iterable[Message | None]) -> Iterator[Message | None]:
    """Yield the messages of unit 0, then those of unit 1, and so on, each unit when it has ended.

    The messages of a try that came to nothing are dropped.
    """
    kept: dict[int, list[Message]] = {}
    ended: set[int] = set()
    following = 0
    for message in messages:
        if message is None:
            yield None
            continue
        if message.kind is Kind.BEGUN:
            kept[message.unit] = []
        kept[message.unit].append(message)
        if message.kind in (Kind.DONE, Kind.FAILED, Kind.LOST):
            ended.add(message.unit)
        while following in ended:
            yield from kept.pop(following)
            following += 1
    for unit in sorted(kept):
        yield from kept[unit]
