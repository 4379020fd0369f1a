"""On a worker of a cluster: do the units of runs, one at a time, in the thread of a task.

Terms, the garbage collector and the working directory belong to the process, so its tasks take turns: a second thread
of a worker gains nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symheap.core.garbage import collect_rarely
from symheap.jobs.cluster.travel import Arrivals
from symheap.jobs.interrupt import Interrupt
from symheap.jobs.working import Calling, Message, Work, do


@dataclass(frozen=True, slots=True)
class FarWork:
    """The work of a run, the versions that its results depend on, and the function that returns those of a worker."""

    work: Work
    versions: Mapping[str, str]
    versions_here: Callable[[], Mapping[str, str]]

    def check(self) -> None:
        """Raise an error if another version of symheap or of a solver would do the units."""
        here = self.versions_here()
        differing = [name for name, version in self.versions.items() if here.get(name) != version]
        if differing:
            name = differing[0]
            raise VersionError(f"a worker has version {here.get(name)} of {name}, this machine {self.versions[name]}")


class VersionError(Exception):
    """A worker has other versions than the client."""


@dataclass(frozen=True, slots=True)
class FarUnit:
    """What a unit has sent, and its end."""

    sent: Sequence[Any]
    end: Message


@dataclass(slots=True)
class FarRun:
    """A run on a worker.  Units of a generation that was stopped are not begun."""

    content: bytes
    arrivals: Arrivals
    working: Path
    stopped: int = -1
    interrupt: Interrupt = field(default_factory=Interrupt)
    _work: Work | None = None

    def do(self, generation: int, content: bytes) -> bytes:
        """Do units, which are pairs of a number and a plain value, and return what happened to them."""
        ended: list[FarUnit] = []
        with chdir(self.working):
            if self._work is None:
                far: FarWork = self.arrivals.unpacked(self.content)
                far.check()
                collect_rarely()
                self._work = far.work
            for number, unit in self.arrivals.unpacked(content):
                self.interrupt.reset()
                if generation <= self.stopped:
                    break
                sent: list[Any] = []
                end = do(self._work, number, unit, Calling(sent.append, self.interrupt))
                ended.append(FarUnit(sent, end))
            return self.arrivals.returned(ended)


_runs: dict[str, FarRun] = {}
_turn = threading.Lock()


def open_run(name: str, run: FarRun) -> None:
    """Make a run known to this process."""
    _runs[name] = run


def close_run(name: str) -> None:
    """Forget a run; its unit ends early."""
    run = _runs.pop(name, None)
    if run is not None:
        _stop(run, run.stopped + 1)


def stop_run(name: str, generation: int) -> None:
    """Begin no more units of this generation, and end the running one early."""
    run = _runs.get(name)
    if run is not None:
        _stop(run, generation)


def _stop(run: FarRun, generation: int) -> None:
    run.stopped = generation
    run.interrupt.stop()


def do_units(name: str, generation: int, content: bytes) -> bytes:
    """The task of Dask: do some units of a run."""
    with _turn:
        return _runs[name].do(generation, content)
