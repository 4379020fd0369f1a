"""Check the exactness theorem on a program, law by law."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.outcome import Bound
from symheap.heap.registry import MODELS
from symheap.lang.target import Loaded
from symheap.laws.checking import Sizes, laws_of, subject_of, verdict_on
from symheap.report.explore.verdicts import LawVerdict
from symheap.session.force import check_cluster, force_for
from symheap.session.settings import Settings
from symheap.session.status import Status
from symheap.session.subjects import Subjects
from symheap.session.watching import Watcher, last_moment

if TYPE_CHECKING:
    from symheap.session.check_jobs import CheckWorkers

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CheckedMethod:
    """A program and the verdict on each law."""

    target: str
    verdicts: Sequence[LawVerdict]
    seconds: float

    @property
    def status(self) -> Status:
        outcomes = {verdict.outcome for verdict in self.verdicts}
        if "broken" in outcomes:
            return Status.FINDINGS
        return Status.INCONCLUSIVE if "not decided" in outcomes else Status.CLEAN


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The verdicts on each program (one per method), and the overall status."""

    checked: Sequence[CheckedMethod]
    subjects: Subjects
    status: Status


class CheckListener(Protocol):
    """Receives all programs, each program before it is explored, and each verdict once the law is decided."""

    def open(self, subjects: Subjects) -> None: ...

    def begin(self, target: str) -> None: ...

    def add(self, verdict: LawVerdict) -> None: ...

    def end(self, checked: CheckedMethod) -> None: ...


def check(target: str, settings: Settings, listener: CheckListener, watcher: Watcher) -> CheckResult:
    """Check the laws on each program of a target.  The programs share the remaining time equally."""
    check_cluster(settings)
    doing, begun = [f"reading {target}"], time.perf_counter()
    watcher.show(lambda: f"symheap: {doing[0]}, {time.perf_counter() - begun:.0f} s")
    deadline = watcher.until(settings.timeout)
    subjects = Subjects.load(target, settings, watcher, deadline)
    listener.open(subjects)
    with _workers(subjects, settings, watcher, deadline) as workers:
        if workers is None:
            checked = check_in_turn(subjects, settings, listener, watcher, deadline, doing)
        else:
            checked = []
            doing[0] = f"checking {subjects.count} methods, {workers.jobs} jobs"
            for each in workers.checked():
                _tell(listener, each)
                checked.append(each)
                doing[0] = f"{workers.done} of {subjects.count} methods, {workers.jobs} jobs"
    return CheckResult(checked, subjects, subjects.status(each.status for each in checked))


def check_in_turn(
    subjects: Subjects,
    settings: Settings,
    listener: CheckListener,
    watcher: Watcher,
    deadline: Deadline,
    doing: list[str],
) -> list[CheckedMethod]:
    """Check the laws on one program after the other."""
    checked: list[CheckedMethod] = []
    for loaded in subjects:
        listener.begin(str(loaded.target))
        checking = _Checking(loaded, settings, listener, watcher, deadline.share(subjects.left), doing)
        checked.append(checking.checked())
        listener.end(checked[-1])
    return checked


def _tell(listener: CheckListener, checked: CheckedMethod) -> None:
    """Tell of a program that was checked elsewhere."""
    listener.begin(checked.target)
    for verdict in checked.verdicts:
        listener.add(verdict)
    listener.end(checked)


def _workers(
    subjects: Subjects, settings: Settings, watcher: Watcher, deadline: Deadline
) -> AbstractContextManager[CheckWorkers | None]:
    """Return workers for the methods of classes, if there are several."""
    force = force_for(subjects.count, settings, only_here=not subjects.programs.parts)
    if force is None:
        return nullcontext()
    from symheap.session.check_jobs import CheckWorkers

    return CheckWorkers(subjects, settings, watcher, deadline, force)


@dataclass(frozen=True, slots=True)
class _Checking:
    """The check of one program.  Laws that are not checked by `deadline` are not decided."""

    loaded: Loaded
    settings: Settings
    listener: CheckListener
    watcher: Watcher
    deadline: Deadline
    doing: list[str]

    def checked(self) -> CheckedMethod:
        begun = time.perf_counter()
        self.doing[0] = f"exploring {self.loaded.target}"
        verdicts = self._verdicts()
        return CheckedMethod(str(self.loaded.target), verdicts, time.perf_counter() - begun)

    def _verdicts(self) -> list[LawVerdict]:
        settings, loaded = self.settings, self.loaded
        solver, sizes = settings.chain(), Sizes(settings.max_objects, settings.max_int, settings.max_heaps)
        bounds = settings.for_unit(self.deadline).bounds()
        subject = self._in_time(lambda: subject_of(loaded, bounds, solver, self._on_model))
        verdicts: list[LawVerdict] = []
        laws = laws_of(loaded)
        for law in laws:
            self.doing[0] = f"checking {law} ({len(verdicts) + 1} of {len(laws)} laws)"
            verdict = self._in_time(partial(verdict_on, law, loaded, subject, sizes)) if subject else None
            why = Bound.INTERRUPTED.value if self.watcher.seen else f"stopped by {Bound.TIME.value}"
            verdicts.append(verdict or LawVerdict(law, "not decided", why))
            self.listener.add(verdicts[-1])
        return verdicts

    def _on_model(self, name: str) -> None:
        at = f"{[*MODELS].index(name) + 1} of {len(MODELS)} models"
        self.doing[0] = f"exploring {self.loaded.target} under {name} ({at})"

    def _in_time(self, work: Callable[[], T]) -> T | None:
        try:
            return self.watcher.call(lambda: within(last_moment(self.deadline), work))
        except OutOfTime:
            return None
