"""``symheap bench``: the methods of a study, one by one, beside what a paper printed about them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from symheap.bench import journal, output, places, studies, sums
from symheap.bench import run as running
from symheap.bench.journal import Header, Journal, Key, Refused
from symheap.bench.page import page as study_page
from symheap.bench.row import Outcome, Row
from symheap.bench.run import Plan
from symheap.bench.study import Project, Study
from symheap.bench.text import Form
from symheap.bench.workers import Limits
from symheap.cli.bench_options import Rounds, Wanted
from symheap.cli.interrupt import Interrupt
from symheap.cli.keeping import RESUMED, Kept, header_of, standing
from symheap.cli.settings import models
from symheap.cli.status import Status, WrongUse, worst
from symheap.cli.terminal import Output, Progress, complain
from symheap.cli.terminal import output as standard_output
from symheap.lang.java.files.cache import cache_folder
from symheap.lang.java.files.maven import Maven
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.world import World
from symheap.store.folder import link, runs_folder
from symheap.store.records import StoreError

MEGABYTES = 1024
_RENEWED, _SHARE = 5.0, 50
"""Seconds between two pages of a study that goes on, and how many times longer than a page takes that is at least."""


def plan_of(wanted: Wanted) -> Plan:
    """Raises `WrongUse` where something does not make sense."""
    heaps = models(wanted.heap)
    if wanted.subjects is not None and not wanted.subjects.is_dir():
        raise WrongUse(f"--subjects: {wanted.subjects} is not a folder")
    return Plan(
        heaps,
        Limits(wanted.per_method, round(wanted.memory * MEGABYTES)),
        wanted.workers or os.cpu_count() or 1,
        JavaOptions(jdk=wanted.jdk, environ=dict(os.environ), cache=cache_folder(os.environ)),
        wanted.subjects,
        _pattern(wanted.methods),
        _outcomes(wanted.retry),
        wanted.tests,
    )


def library_study(wanted: Wanted) -> Study:
    """The library study.  Its methods are read from its classes: where those of a library are nowhere, `WrongUse`."""
    plan = plan_of(wanted)
    doing = ["looking for classes"]
    maven = Maven(plan.java.environ, doing.append)

    def world_of(project: Project) -> World:
        found = places.find(project, plan.subjects, maven)
        if isinstance(found, places.Missing):
            raise WrongUse(found.why)
        return places.world(found, plan.java)

    with Progress(lambda: f"symheap: {doing[-1]}", quiet=wanted.quiet):
        return studies.libraries(world_of)


def bench(study: Study, wanted: Wanted) -> Status:
    """Run what is still open of a study, write its files, and print its tables."""
    plan = plan_of(wanted)
    narrow = not wanted.hierarchy
    considered = replace(
        study,
        exact_types=study.exact_types and narrow,
        bare_stubs=(study.bare_stubs if wanted.bare_stubs is None else wanted.bare_stubs) and narrow,
        flat_maps=study.flat_maps and narrow,
        bounds=study.bounds.by_call() if wanted.rounds is Rounds.CALL else study.bounds,
    )
    if not running.selected(considered, plan):
        raise WrongUse(f"--methods: {wanted.methods!r} is found in the name of no method of the study")
    header = running.header(considered, plan)
    resumed = RESUMED.get()
    asked = header_of(journal.COMMAND, f"{study.name} ({wanted.folder.name})", {}, ())
    try:
        with (
            journal.open_journal(
                wanted.folder, header, fresh=wanted.fresh and resumed is None, asked=asked, resumed=resumed
            ) as kept,
            standing(Kept(kept.file)) as keeper,
        ):
            _list(kept)
            return _bench(considered, plan, kept, header, wanted, keeper)
    except Refused as error:
        raise WrongUse(str(error)) from error


def _list(kept: Journal) -> None:
    """The run is one of those that `symheap runs` lists."""
    try:
        link(runs_folder(os.environ), kept.file.header.id, kept.file.path)
    except StoreError as error:
        complain(f"symheap: note: symheap runs does not list this study: {error}")


def _bench(study: Study, plan: Plan, kept: Journal, header: Header, wanted: Wanted, keeper: Kept) -> Status:
    """Rows, then the files, then what is printed.  A study whose run takes no more has no end, but a report."""
    todo = running.pending(study, plan, kept.rows)
    pace = Pace(len(todo), len(running.selected(study, plan)))
    keeper.figures = lambda: {"doing": pace.line().removeprefix("symheap: ")}
    with Interrupt() as interrupt, Progress(pace.line, quiet=wanted.quiet) as progress:
        with closing(running.run(study, plan, todo, pace.tell)) as rows:
            problem = _kept(interrupt.each(rows), kept, pace, Shown(study, kept))
        with standard_output(None, progress) as out:
            written = _written(study, kept, header, wanted.folder, out)
            problem = problem or _ended(study, kept, written)
            out.write(written.report)
    full = [f"symheap: error: {problem}; what was found before is kept"] if problem is not None else []
    problems = [*full, *map(_told, written.failed)]
    for each in problems:
        complain(each)
    if interrupt.seen:
        complain(f"symheap: interrupted with {pace.left} to go; the same command goes on from {wanted.folder}")
        return keeper.end(Status.INTERRUPTED)
    found = status(study, plan, kept.rows)
    if problem is not None:
        return worst((found, Status.INCONCLUSIVE))
    return keeper.end(worst((found, Status.INCONCLUSIVE)) if problems else found)


def _told(error: OSError) -> str:
    return f"{error.filename}: error: {error.strerror}"


def _kept(rows: Iterable[Row], kept: Journal, pace: Pace, shown: Shown) -> StoreError | None:
    """Keeps the rows, up to the first that cannot be kept: it and what comes after it is left to another run."""
    try:
        kept.begin()
        for row in rows:
            kept.add(row)
            pace.add(row)
            shown.renew()
    except StoreError as error:
        return error
    return None


def _ended(study: Study, kept: Journal, written: output.Written) -> StoreError | None:
    """The page of all rows, and what they come to."""
    try:
        kept.show(study_page(written.sums))
        kept.end(written.document, written.plain)
    except StoreError as error:
        return error
    return None


class Shown:
    """What a page shows of a study while it goes on, renewed now and then: it takes a small part of the time."""

    def __init__(self, study: Study, kept: Journal) -> None:
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


def _written(study: Study, kept: Journal, header: Header, folder: Path, out: Output) -> output.Written:
    settings = {name: str(value) for name, value in header.facts().items() if value is not None}
    columns = shutil.get_terminal_size().columns if out.is_terminal else None
    form = Form(out.paint, columns, out.ascii_only)
    return output.write(study, kept.rows.values(), folder, settings, form)


def status(study: Study, plan: Plan, rows: dict[Key, Row]) -> Status:
    """A broken law is a finding; a method that did not end leaves the study open."""
    chosen = [rows[str(method), heap] for method, heap in running.selected(study, plan) if (str(method), heap) in rows]
    if sums.laws(study, chosen):
        return Status.FINDINGS
    return Status.CLEAN if all(row.outcome.ended for row in chosen) else Status.INCONCLUSIVE


class Pace:
    """How far a run is, and when it may be done: as if what is left took as long a method as what is done.

    The clock starts anew with each thing that the run says it is doing, of which the last is exploring.
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


def _pattern(text: str | None) -> re.Pattern[str] | None:
    try:
        return re.compile(text) if text is not None else None
    except re.error as error:
        raise WrongUse(f"--methods: {text!r} is not a regular expression: {error}") from error


def _outcomes(text: str | None) -> frozenset[Outcome]:
    names = [name.strip() for name in text.split(",")] if text is not None else []
    known = [outcome.value for outcome in Outcome]
    wrong = [name for name in names if name not in known]
    if wrong:
        raise WrongUse(f"--retry: unknown outcome {wrong[0]!r}; known are {', '.join(known)}")
    return frozenset(map(Outcome, names))
