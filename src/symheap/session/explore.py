"""Explore every path of a program, and store and report each path when it is found."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Protocol

from symheap.core.deadline import Deadline
from symheap.report.explore.explored import Explored
from symheap.report.explore.tally import Totals
from symheap.session.exploring import ExploreListener, ExploreRequest, ExploreWork, begin, ranking_of
from symheap.session.force import check_cluster, force_for
from symheap.session.heartbeat import figures_of
from symheap.session.kept.keeping import Kept, keeping
from symheap.session.kept.run_line import RunLine
from symheap.session.program_files import files_of, jdk_of
from symheap.session.ranking import Bug, form_of, status_of
from symheap.session.status import Status, WrongUse, of_run, worst
from symheap.session.subjects import Subjects
from symheap.session.watching import Watcher

if TYPE_CHECKING:
    from symheap.session.parts.parts import Parts

__all__ = ["ExploreListener", "ExploreRequest", "ExploreResult", "Listening", "begin", "explore", "status_so_far"]


@dataclass(frozen=True, slots=True)
class ExploreResult:
    """The totals of the programs (one per method), the `skipped` ones, and the stored run.

    `bugs` are the crashes of Java programs, the most certain first.
    """

    runs: Sequence[Explored | Totals]
    skipped: Sequence[str]
    status: Status
    kept: Kept
    bugs: Sequence[Bug] = ()


class Listening(Protocol):
    """Creates the listener once the programs are known, and receives the result while the run file is still open."""

    def listener(self, subjects: Subjects) -> ExploreListener: ...

    def close(self, result: ExploreResult) -> None: ...


class Ranked(Protocol):
    """The crashes of all programs with their ranks, and the classes whose crashes could not be ranked."""

    unranked: list[str]

    def bugs(self) -> Sequence[Bug]: ...


def explore(request: ExploreRequest, listening: Listening, watcher: Watcher) -> ExploreResult:
    """Explore the programs of a target in turn.  They share the remaining time equally."""
    target, settings = request.target, request.settings
    if settings.misfit():
        raise WrongUse(settings.misfit())
    check_cluster(settings)
    if request.smt2 is not None and settings.cluster is not None:
        raise WrongUse("--smt2 writes files on this machine: leave --cluster out")
    runs: list[Explored | Totals] = []
    line, deadline = RunLine(), watcher.until(settings.timeout)
    watcher.show(
        lambda: line.text(runs[-1]) if runs and isinstance(runs[-1], Explored) else f"symheap: reading {target}"
    )
    subjects = Subjects.load(target, settings, watcher, deadline)
    files, jdk = files_of(target, settings), jdk_of(target, settings)
    with (
        _parts(request, subjects, watcher, deadline) as parts,
        keeping("explore", target, asdict(settings), files, request.keep, watcher, jdk=jdk) as keeper,
    ):
        keeper.figures = lambda: figures_of(runs)
        listener = listening.listener(subjects)
        if parts is not None:
            watcher.show(parts.line)
            keeper.figures = parts.figures
            ranking: Ranked = parts.explore_all(listener, keeper, runs)
        else:
            ranking = in_turn = ranking_of(request, subjects, deadline)
            ExploreWork(request, subjects, listener, keeper, watcher, deadline, runs, in_turn).explore_all()
        bugs = ranking.bugs()
        keeper.note_skipped(subjects.skipped)
        if any(run.is_java for run in runs):
            keeper.note_ranked([form_of(bug) for bug in bugs])
        status = status_of(runs, bugs, ranking.unranked, strict=settings.strict)
        status = keeper.end(subjects.status([status]))
        watcher.would_end(status)
        result = ExploreResult(runs, subjects.skipped, status, keeper, bugs)
        listening.close(result)
        return result


def _parts(
    request: ExploreRequest, subjects: Subjects, watcher: Watcher, deadline: Deadline
) -> AbstractContextManager[Parts | None]:
    """Return workers for the methods of classes, if there are several.  A run that is resumed is done by one job."""
    is_here = request.keep.resumed is not None or not subjects.programs.parts
    force = force_for(subjects.count, request.settings, only_here=is_here)
    if force is None:
        return nullcontext()
    from symheap.session.parts.parts import Parts

    return Parts(request, subjects, watcher, deadline, force)


def status_so_far(runs: Sequence[Explored | Totals]) -> Status:
    """Return the exit status of a command that ends now.  Crashes of Java programs are not ranked yet."""
    return worst((Status.INCONCLUSIVE, *(of_run(run) for run in runs if not run.is_java)))
