"""Run a study method by method, storing each row, and write the files that summarise it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from symheap.bench import journal, sums
from symheap.bench import run as running
from symheap.bench.journal import JournalRefused, Key, StudyHeader, StudyJournal
from symheap.bench.report import output
from symheap.bench.report.page import page as study_page
from symheap.bench.report.text import TextStyle
from symheap.bench.row import Row
from symheap.bench.run import StudyPlan
from symheap.bench.study import Study
from symheap.session.kept.keeping import Keep, Kept, header_of, standing
from symheap.session.status import Status, WrongUse, worst
from symheap.session.watching import Watcher
from symheap.store.folder import link, runs_folder
from symheap.store.records import StoreError

_RENEWED, _SHARE = 5.0, 50
"""Seconds between two pages of a running study, and the least ratio of that to the time for a page."""


@dataclass(frozen=True, slots=True)
class BenchRequest:
    """A request to run a study, with the folder for its results.

    `fresh`: start again although the folder has results.
    """

    study: Study
    plan: StudyPlan
    folder: Path
    fresh: bool = False
    keep: Keep = field(default_factory=Keep)


def study(request: BenchRequest, form: TextStyle, write: Callable[[str], None], watcher: Watcher) -> Status:
    """Run the open parts of a study, write its files, and pass its tables to `write`."""
    header = running.header(request.study, request.plan)
    resumed = request.keep.resumed
    target = f"{request.study.name} ({request.folder.name})"
    asked = header_of(journal.COMMAND, target, {}, (), request.keep.arguments)
    fresh = request.fresh and resumed is None
    try:
        with (
            journal.open_journal(request.folder, header, fresh=fresh, asked=asked, resumed=resumed) as kept,
            standing(Kept(kept.file, watcher)) as keeper,
        ):
            _list(kept, watcher)
            return _study(request, kept, header, keeper, form, write)
    except JournalRefused as error:
        raise WrongUse(str(error)) from error


def _list(kept: StudyJournal, watcher: Watcher) -> None:
    """Link the run, so that `symheap runs` lists it."""
    try:
        link(runs_folder(os.environ), kept.file.header.id, kept.file.path)
    except StoreError as error:
        watcher.note(f"symheap: note: symheap runs does not list this study: {error}")


def _study(
    request: BenchRequest,
    kept: StudyJournal,
    header: StudyHeader,
    keeper: Kept,
    form: TextStyle,
    write: Callable[[str], None],
) -> Status:
    """Make the rows, then the files, then the tables.

    If the run file cannot be written any further, the study has a report but no recorded end.
    """
    study, plan, watcher = request.study, request.plan, keeper.watcher
    todo = running.pending(study, plan, kept.rows)
    pace = Pace(len(todo), len(running.selected(study, plan)))
    keeper.figures = lambda: {"doing": pace.line().removeprefix("symheap: ")}
    watcher.show(pace.line)
    with closing(running.run(study, plan, todo, pace.tell)) as rows:
        problem = _kept(watcher.each(rows), kept, pace, StudyPage(study, kept))
    settings = {name: str(value) for name, value in header.facts().items() if value is not None}
    written = output.write(study, kept.rows.values(), request.folder, settings, form)
    problem = problem or _ended(kept, written)
    write(written.report)
    full = [f"symheap: error: {problem}; the results so far are kept"] if problem is not None else []
    problems = [*full, *map(_told, written.failed)]
    for each in problems:
        watcher.note(each)
    if watcher.seen:
        watcher.note(f"symheap: interrupted with {pace.left} to go; the same command continues from {request.folder}")
        return keeper.end(Status.INTERRUPTED)
    result_status = status(study, plan, kept.rows)
    if problem is not None:
        return worst((result_status, Status.INCONCLUSIVE))
    return keeper.end(worst((result_status, Status.INCONCLUSIVE)) if problems else result_status)


def _told(error: OSError) -> str:
    return f"{error.filename}: error: {error.strerror}"


def _kept(rows: Iterable[Row], kept: StudyJournal, pace: Pace, shown: StudyPage) -> StoreError | None:
    """Store the rows, up to the first that cannot be stored.  That row and all later ones are left to another run."""
    try:
        kept.begin()
        for row in rows:
            kept.add(row)
            pace.add(row)
            shown.renew()
    except StoreError as error:
        return error
    return None


def _ended(kept: StudyJournal, written: output.Written) -> StoreError | None:
    """Store the page of all rows and the totals."""
    try:
        kept.show(study_page(written.sums))
        kept.end(written.document, written.plain)
    except StoreError as error:
        return error
    return None


class StudyPage:
    """The page of a running study, renewed at intervals that keep its cost small."""

    def __init__(self, study: Study, kept: StudyJournal) -> None:
        self._study = study
        self._kept = kept
        self._after = perf_counter() + _RENEWED

    def renew(self) -> None:
        began = perf_counter()
        if began < self._after:
            return
        self._kept.show(study_page(sums.add_up(self._study, self._kept.rows.values())))
        ended = perf_counter()
        self._after = ended + max(_RENEWED, _SHARE * (ended - began))


def status(study: Study, plan: StudyPlan, rows: dict[Key, Row]) -> Status:
    """Return the exit status: a broken law is a finding, a method that did not end makes the study inconclusive."""
    chosen = [rows[str(method), heap] for method, heap in running.selected(study, plan) if (str(method), heap) in rows]
    if sums.laws(study, chosen):
        return Status.FINDINGS
    return Status.CLEAN if all(row.outcome.ended for row in chosen) else Status.INCONCLUSIVE


class Pace:
    """The progress of a run, with an estimate of the remaining time from the average time per method.

    The clock restarts with each phase of the run, of which exploring is the last.
    """

    def __init__(self, todo: int, total: int) -> None:
        self.left = todo
        self._total = total
        self._made = 0
        self._open = 0
        self._doing = ""
        self._started = perf_counter()

    def tell(self, doing: str) -> None:
        self._doing, self._started, self._made = doing, perf_counter(), 0

    def add(self, row: Row) -> None:
        self.left -= 1
        self._made += 1
        self._open += not row.outcome.ended

    def line(self) -> str:
        spent = perf_counter() - self._started
        ahead = f", about {_minutes(spent / self._made * self.left)} to go" if self._made and self.left else ""
        not_ended = f", {self._open} not ended" if self._open else ""
        done = f"{self._total - self.left} of {self._total} methods{not_ended}"
        return f"symheap: {self._doing}, {done}, {_minutes(spent)}{ahead}"


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
