"""Explore one program under several heap models, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from symheap.core.deadline import Deadline
from symheap.core.outcome import Bound
from symheap.lang.target import Loaded
from symheap.report.explore.explored import Explored
from symheap.report.explore.table import agree
from symheap.session.explore import begin
from symheap.session.kept.run_line import RunLine
from symheap.session.run import Run
from symheap.session.settings import Settings
from symheap.session.status import Status
from symheap.session.subjects import Subjects
from symheap.session.watching import Watcher


@dataclass(frozen=True, slots=True)
class Compared:
    """A program and its exploration under each heap model, without those that an interrupt prevented."""

    target: str
    runs: Sequence[Explored]

    @property
    def status(self) -> Status:
        verdict = agree(self.runs)
        if verdict is False:
            return Status.FINDINGS
        return Status.CLEAN if verdict and all(run.complete for run in self.runs) else Status.INCONCLUSIVE


@dataclass(frozen=True, slots=True)
class CompareResult:
    """The comparison of each program (one per method), and the overall status."""

    compared: Sequence[Compared]
    subjects: Subjects
    status: Status


class CompareListener(Protocol):
    """Receives all programs before they are explored, and each comparison when it is done."""

    def begin(self, subjects: Subjects) -> None: ...

    def add(self, compared: Compared) -> None: ...


def compare(target: str, settings: Settings, listener: CompareListener, watcher: Watcher) -> CompareResult:
    """Explore each program of a target under each model.  The explorations share the remaining time equally."""
    runs: list[Run] = []
    line, count = RunLine(), len(settings.heaps)
    deadline = watcher.until(settings.timeout)

    def told() -> str:
        if not runs:
            return f"symheap: reading {target}"
        return line.text(runs[-1], f"{(len(runs) - 1) % count + 1} of {count}" if count > 1 else "")

    watcher.show(told)
    subjects = Subjects.load(target, settings, watcher, deadline)
    listener.begin(subjects)
    compared: list[Compared] = []
    for loaded in subjects:
        every = _under_each(loaded, settings, subjects.left, runs, deadline, watcher)
        compared.append(Compared(str(loaded.target), every))
        listener.add(compared[-1])
    return CompareResult(compared, subjects, subjects.status(each.status for each in compared))


def _under_each(
    loaded: Loaded, settings: Settings, programs: int, runs: list[Run], deadline: Deadline, watcher: Watcher
) -> list[Run]:
    """Explore one program under each model until an interrupt.  `programs` counts this program and those after it."""
    done: list[Run] = []
    for at, heap in enumerate(settings.heaps):
        if watcher.seen:
            break
        own = settings.for_unit(deadline, len(settings.heaps) * programs - at)
        run = begin(loaded, own, heap)
        runs.append(run)
        explore_to_end(run, watcher)
        done.append(run)
    return done


def explore_to_end(run: Run, watcher: Watcher) -> None:
    """Explore a run to its end, or until the caller stops it."""
    for trace in watcher.each(run.exploration):
        run.note(trace)
    run.finish(Bound.INTERRUPTED if watcher.seen else None)
