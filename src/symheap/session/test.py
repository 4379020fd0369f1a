"""Generate JUnit tests for each class of a target, and run them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import takewhile

from symheap.core.deadline import OutOfTime, within
from symheap.lang.java.project.changed import HEAD
from symheap.lang.target import TargetError
from symheap.session.kept.keeping import Kept, keeping
from symheap.session.kept.tests import Done
from symheap.session.program_files import jdk_of
from symheap.session.status import Status, worst
from symheap.session.test_class import ClassTesting, bounds_of
from symheap.session.test_jobs import ClassJob, JUnitRequest, files_read, jobs_of
from symheap.session.test_method import Doing
from symheap.session.watching import Watcher, last_moment
from symheap.store.records import StoreError
from symheap.testgen.files import check_writable

__all__ = ["JUnitRequest", "JUnitResult", "test"]


@dataclass(frozen=True, slots=True)
class JUnitResult:
    """The classes that have tests, the `skipped` ones, and the stored run.

    `is_full`: the run file could not be written any further.
    """

    target: str
    done: Sequence[Done]
    skipped: Sequence[str]
    status: Status
    is_full: bool
    kept: Kept


def test(request: JUnitRequest, close: Callable[[JUnitResult], None], watcher: Watcher) -> JUnitResult:
    """Write tests for each class of the target.  The tests of a class are stored before they are written.

    `close` is called with the result while the run file is still open.
    """
    deadline = watcher.until(request.settings.timeout)
    jobs = within(last_moment(deadline), lambda: jobs_of(request, watcher))
    if not jobs:
        watcher.note(f"symheap: nothing in {request.target} differs from {request.since or HEAD}")
    for root in dict.fromkeys(job.into for job in jobs):
        check_writable(root)
    doing = Doing(f"symheap: reading {request.target}")
    watcher.show(doing.text)
    classes = ClassTesting(request.settings, watcher, doing, deadline)
    keep = replace(request.keep, store=request.keep.store and bool(jobs))
    jdk = jdk_of(request.target, request.settings) if jobs else None
    with keeping("test", request.target, _facts(request), files_read(request, jobs), keep, watcher, jdk=jdk) as keeper:
        keeper.figures = lambda: {"doing": doing.line.removeprefix("symheap: ")}
        work = _Work(request, watcher)
        status = work.run(jobs, lambda job: within(last_moment(deadline), lambda: classes.tests(job, keeper.file)))
        keeper.note_skipped([*work.skipped, *(each for done in work.done for each in done.document["skipped"])])
        if not work.is_full:
            keeper.end(status)
        result = JUnitResult(request.target, work.done, work.skipped, status, work.is_full, keeper)
        close(result)
        return result


def _facts(request: JUnitRequest) -> dict[str, object]:
    """Return the settings that the tests depend on.  The bounds decide which paths there are."""
    asked = {"into": request.into, "changed": request.changed, "since": request.since}
    return {**asdict(request.settings), **asked, "bounds": bounds_of(request.settings)}


class _Work:
    """Processes classes in turn.  `is_late`: the time was over before all classes were done."""

    def __init__(self, request: JUnitRequest, watcher: Watcher) -> None:
        self.done: list[Done] = []
        self.skipped: list[str] = []
        self.is_full = False
        self.is_late = False
        self._request = request
        self._watcher = watcher

    def run(self, jobs: Sequence[ClassJob], tests_of: Callable[[ClassJob], Done]) -> Status:
        """Process all classes, up to the first that cannot be stored.

        If there are several, those without tests are skipped.
        """
        several = len(jobs) > 1 or self._request.changed
        try:
            for job in takewhile(lambda _: not self._watcher.seen, jobs):
                self._run(job, tests_of, several=several)
        except StoreError as error:
            self._watcher.note(f"symheap: error: {error}; the results so far are kept")
            self.is_full = True
        if self._watcher.seen:
            return Status.INTERRUPTED
        is_open = self.is_full or self.is_late
        return worst(
            (
                *(each.status(strict=self._request.settings.strict) for each in self.done),
                *([Status.INCONCLUSIVE] if is_open else []),
            )
        )

    def _run(self, job: ClassJob, tests_of: Callable[[ClassJob], Done], *, several: bool) -> None:
        """Process one class.  If it is not done in time it is skipped, with everything found so far."""
        try:
            self.done.append(tests_of(job))
        except OutOfTime:
            self.is_late = True
            self.skipped.append(str(TargetError("out of time before its tests were written", job.target)))
        except TargetError as error:
            if not several:
                raise
            self.skipped.append(str(error))
