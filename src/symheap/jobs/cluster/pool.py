"""Units of work on a Dask cluster, with the interface and the laws of `jobs.pool.Pool`.

Dask chooses the workers, holds tasks back, and does the tasks of a worker that has ended again in another one; if that
happens several times with a task, each of its units is tried once more, alone, and then it is lost.  The messages of a
unit arrive when it has ended.
"""

from __future__ import annotations

import logging
import os
from asyncio import CancelledError
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from types import TracebackType
from typing import Any, Final, Self

from distributed import Client, Future, KilledWorker

from symheap.core.deadline import NEVER, Deadline
from symheap.jobs.cluster.address import ClusterError, security_for
from symheap.jobs.cluster.far import FarUnit, FarWork, do_units, stop_run
from symheap.jobs.cluster.parcels import PARCEL, Mission, Parcel, parcel
from symheap.jobs.cluster.travel import came_back, outermost, packed
from symheap.jobs.pool import Queue
from symheap.jobs.working import Kind, Message

_log: Final = logging.getLogger(__name__)

MISSION: Final = "symheap-run-"
_LOGGERS: Final = ("distributed", "distributed.client", "tornado.application")
"""Loggers of Dask that print to the terminal."""
_CONNECT_SECONDS: Final = 30.0
_LOOK_SECONDS: Final = 0.1
_STOP_SECONDS: Final = 5.0
"""Seconds that workers may take to stop when they are asked to."""
_LATE_SECONDS: Final = 1.0
"""Seconds after the end of the time in which results may still arrive."""
_TASKS_EACH: Final = 8
"""Tasks for each thread of the cluster, if there are enough units."""
MOST_UNITS: Final = 50
_RESTARTS: Final = 3
"""How often the scheduler may be lost before the run is."""


class Cluster:
    """A connection to a scheduler with workers.  `jobs` is the number of their threads.

    A task has up to `most_units`.
    """

    def __init__(self, address: str, most_units: int = MOST_UNITS) -> None:
        self.most_units = most_units
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self.client = Client(
                address, security=security_for(address), timeout=_CONNECT_SECONDS, set_as_default=False, name="symheap"
            )
        except (OSError, ValueError, TypeError) as error:
            raise ClusterError(f"{address} cannot be reached: {error}") from error
        try:
            self.client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except TimeoutError:
            self.close()
            raise ClusterError(f"{address} has no workers: start them with `dask worker {address}`") from None
        self.address = address
        self.jobs: int = sum(self.client.nthreads().values())

    def close(self) -> None:
        with suppress(OSError, TimeoutError):
            self.client.close(timeout=_CONNECT_SECONDS)

    def pool(self, work: FarWork, files: Iterable[str]) -> ClusterPool:
        """Return a pool for this work, whose workers have the given files and folders."""
        return ClusterPool(self, work, files)


class ClusterPool:
    """The workers of a cluster, with what one run needs."""

    def __init__(self, cluster: Cluster, work: FarWork, files: Iterable[str]) -> None:
        self._cluster = cluster
        self._client = cluster.client
        self.name = f"{MISSION}{self._client.id}"
        self._parcels, self._mission = _baggage(self.name, work, files)
        self._ended: SimpleQueue[Future] = SimpleQueue()
        self._tasks: dict[str, tuple[Future, Sequence[int], bool]] = {}
        self._units: dict[int, Any] = {}
        self._generation = 0
        self._stop_at: float | None = None
        self._restarts = 0
        self._count = 0
        self._send_baggage()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster.  Tasks that nothing waits for any more are dropped by their scheduler."""
        with suppress(OSError, ValueError, TimeoutError):
            self._client.unregister_worker_plugin(self.name)
        self._cluster.close()

    def _send_baggage(self) -> None:
        """Bring all files to the workers.  Parcels that the scheduler has already are not sent again."""
        try:
            known = self._client.run_on_scheduler(_known)
            for each in self._parcels:
                if each.name not in known:
                    self._client.register_plugin(each, name=each.name)
            self._client.register_plugin(self._mission, name=self.name)
        except OSError as error:
            raise ClusterError(f"{self._cluster.address} cannot store the files of this run: {error}") from error

    # Units ------------------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Start no more units, and ask the running ones to end early."""
        if self._stop_at is None:
            self._stop_at = perf_counter() + _STOP_SECONDS
            stopping = partial(self._client.run, stop_run, self.name, self._generation, on_error="ignore")
            Thread(target=stopping, daemon=True).start()  # a worker that does not answer holds up nothing
            self._generation += 1

    @property
    def is_stopped(self) -> bool:
        """Whether no more units are started, but those that are added from now on, and none is running."""
        return self._stop_at is not None and not self._tasks

    def add(self, number: int, unit: Any) -> None:
        """Add a unit while others run, mostly one that needs their results."""
        self._units[number] = unit
        self._submit([number], priority=1)

    def run(
        self, units: Sequence[Any], until: Deadline = NEVER, queue: Queue | None = None
    ) -> Iterator[Message | None]:
        """Yield what happens to the units, which are numbered from 0, and None from time to time.

        Units that are still running at `until` are given up.  Dask orders the units, and not `queue`.
        """
        self._units = dict(enumerate(units))
        size = max(1, min(self._cluster.most_units, len(units) // (_TASKS_EACH * max(1, self._cluster.jobs))))
        for begin in range(0, len(units), size):
            self._submit(range(begin, min(begin + size, len(units))))
        while self._tasks:
            with suppress(Empty):
                yield from self._heard(self._ended.get(timeout=_LOOK_SECONDS))
            if until.has_passed:
                self.stop()
                self._stop_at = min(self._stop_at or 0, until.at + _LATE_SECONDS)
            if self._stop_at is not None and perf_counter() > self._stop_at:
                self._give_up()
            yield None

    @property
    def tasks(self) -> int:
        """The number of tasks that were submitted."""
        return self._count

    def _submit(self, numbers: Sequence[int], priority: int = 0, *, is_alone: bool = False) -> None:
        self._count += 1
        content, _ = packed([(number, self._units[number]) for number in numbers])
        key = f"{self.name}-{self._count}"
        task = self._client.submit(
            do_units, self.name, self._generation, content, key=key, pure=False, priority=priority
        )
        self._tasks[key] = (task, numbers, is_alone)
        task.add_done_callback(self._ended.put)

    def _give_up(self) -> None:
        """Leave tasks that do not stop.  Their units have not ended."""
        for task, _, _ in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _heard(self, task: Future) -> Iterator[Message]:
        """Yield the messages of a task that has ended, or have its units done again."""
        if task.key not in self._tasks:
            return
        _, numbers, is_alone = self._tasks.pop(task.key)
        try:
            ended: Sequence[FarUnit] = came_back(task.result())
        except KilledWorker as error:
            _log.info("%s", error)
            yield from self._killed(numbers, is_alone)
        except CancelledError:
            yield from self._start_again(numbers, is_alone)
        else:
            for each in ended:
                yield Message(each.end.unit, Kind.BEGUN)
                for content in each.sent:
                    yield Message(each.end.unit, Kind.SENT, content)
                yield each.end

    def _killed(self, numbers: Sequence[int], is_alone: bool) -> Iterator[Message]:
        """Try the units of a task whose workers have ended, each alone; one that was alone is lost."""
        for number in numbers:
            if not is_alone:
                self._submit([number], is_alone=True)
            else:
                yield Message(number, Kind.BEGUN)
                yield Message(number, Kind.LOST, "the worker processes that began it have ended, several times")

    def _start_again(self, numbers: Sequence[int], is_alone: bool) -> Iterator[Message]:
        """Submit the units of a task that the scheduler has forgotten, mostly because it was started again."""
        try:
            if self.name not in self._client.run_on_scheduler(_known):
                self._restarts += 1
                if self._restarts > _RESTARTS:
                    raise ClusterError(f"the scheduler was lost {self._restarts} times")
                self._client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
                self._send_baggage()
            self._submit(numbers, is_alone=is_alone)
        except (ClusterError, OSError, TimeoutError, RuntimeError, ValueError) as error:
            yield from self._stranded(numbers, f"the cluster is gone: {error}")

    def _stranded(self, numbers: Sequence[int], reason: str) -> Iterator[Message]:
        """Give up these units and all others that have not ended."""
        left = sorted((*numbers, *(number for _, others, _ in self._tasks.values() for number in others)))
        self._tasks.clear()
        for number in left:
            yield Message(number, Kind.BEGUN)
            yield Message(number, Kind.LOST, reason)


def _baggage(name: str, work: FarWork, files: Iterable[str]) -> tuple[Sequence[Parcel], Mission]:
    """Return what workers need: the parcels, and the mission with all other files."""
    content, roots = packed(work)
    parcels, links = [], []
    for root, members in outermost(roots).items():
        each = parcel(root, members)
        parcels.append(each)
        links.append((root, each.digest, "" if os.path.isdir(root) else each.files[0][0]))
    further = [(path, _content(path)) for path in dict.fromkeys(map(os.path.abspath, files)) if path not in roots]
    return parcels, Mission(name, content, os.getcwd(), tuple(links), tuple(further))


def _content(path: str) -> bytes | None:
    return None if os.path.isdir(path) else Path(path).read_bytes()


def _known(dask_scheduler: Any) -> list[str]:
    """On the scheduler: drop the missions of clients that are gone; return the names of the others and of parcels."""
    clients = dask_scheduler.clients
    names = [name for name in dask_scheduler.worker_plugins if name.startswith((PARCEL, MISSION))]
    for name in names:
        if name.startswith(MISSION) and name.removeprefix(MISSION) not in clients:
            del dask_scheduler.worker_plugins[name]
    return [name for name in names if name in dask_scheduler.worker_plugins]
