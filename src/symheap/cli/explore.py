"""``symheap explore``: every path, as it is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path as FilePath
from typing import Final

from symheap.cli.clock import last_moment, line, whole_run
from symheap.cli.explore_machine import JunitReport, SarifReport
from symheap.cli.heartbeat import figures_of
from symheap.cli.interrupt import Interrupt
from symheap.cli.keeping import Kept, keeping
from symheap.cli.kept_paths import KeptPaths
from symheap.cli.page_form import page_of
from symheap.cli.run_line import RunLine
from symheap.cli.settings import Settings, begin, files_of, jdk_of
from symheap.cli.status import Status, WrongUse, of_run, worst
from symheap.cli.subjects import Subjects
from symheap.cli.terminal import Output, Progress, complain, output
from symheap.core.deadline import NEVER, Deadline, OutOfTime, within
from symheap.core.outcome import Bound
from symheap.lang.target import Loaded
from symheap.report import json, text
from symheap.report.kept import kept
from symheap.report.labels import printable
from symheap.report.run import Path, Run
from symheap.report.tree import Tree
from symheap.store.file import RunFile
from symheap.store.records import KeptPath, StoreError

PAGE: Final = "html"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line says.  The condition of each path goes to the folder `smt2`."""

    target: str
    settings: Settings
    form: str
    file: str | None
    smt2: FilePath | None
    quiet: bool
    store: bool = True


def explore(wanted: Wanted) -> Status:
    target, settings = wanted.target, wanted.settings
    if settings.consistency and settings.heap != "summary":
        raise WrongUse("consistency is a part of the heap model summary: choose it with --heap summary")
    runs: list[Run] = []
    shown, deadline = RunLine(), whole_run(settings.timeout)

    def told() -> str:
        return shown.text(runs[-1]) if runs else f"symheap: reading {target}"

    with Interrupt() as interrupt, Progress(told, quiet=wanted.quiet) as progress:
        subjects = Subjects.load(target, settings, interrupt, deadline)
        with _keeping(wanted) as keeper, output(wanted.file, progress) as out:
            keeper.figures = lambda: figures_of(runs)
            report = FORMS[wanted.form](out, subjects, wanted.quiet)
            _explore_all(wanted, subjects, runs, report, keeper, interrupt, deadline)
            report.close(runs)
            keeper.note_skipped(subjects.skipped)
            status = keeper.end(subjects.status(map(of_run, runs)))
            if wanted.form == PAGE:
                out.write(page_of(keeper))
            return status


def _keeping(wanted: Wanted) -> AbstractContextManager[Kept]:
    """The run in its file.  A page is made of the file."""
    target, settings = wanted.target, wanted.settings
    return keeping(
        "explore",
        target,
        asdict(settings),
        files_of(target, settings),
        jdk=jdk_of(target, settings),
        store=wanted.store,
        needed=wanted.form == PAGE,
    )


def _explore_all(
    wanted: Wanted,
    subjects: Subjects,
    runs: list[Run],
    report: Report,
    keeper: Kept,
    interrupt: Interrupt,
    deadline: Deadline,
) -> None:
    """One after the other, up to the first that cannot be kept.  Each has an equal share of the time that is left."""
    words = _last_words(wanted.file, report, runs) if deadline is not NEVER else _no_words
    if subjects.several:
        words(None)
    for loaded in subjects:
        run, paths = _begun(keeper.file, loaded, wanted.settings.for_unit(deadline, subjects.left))
        runs.append(run)
        report.begin(run)
        words(run)
        if paths is not None:
            smt2 = _folder(wanted.smt2, run, several=subjects.several)
            _Exploring(run, report, paths, smt2, last_moment(deadline), words).run_all(interrupt)
        report.end(run)
        words(None)
        if run.stopped is Bound.STORE:
            keeper.is_broken = True
            subjects.leave("the run could not be kept: of methods after this, none was explored")
            return


def _begun(file: RunFile | None, loaded: Loaded, settings: Settings) -> tuple[Run, KeptPaths | None]:
    """A run with what its file knows; one that cannot be kept is over."""
    started = partial(begin, loaded, settings, settings.heap)
    try:
        paths = KeptPaths(file, str(loaded.target))
        return paths.begin(started), paths
    except StoreError as error:
        return _unkept(started(None), error), None


def _unkept(run: Run, error: StoreError) -> Run:
    complain(f"symheap: error: {error}; what was found before is kept")
    run.finish(Bound.STORE)
    return run


Words = Callable[[Run | None], None]
"""Says what completes the report if the command is ended now: while a run is under way, or between two."""


def _no_words(run: Run | None) -> None:
    pass


def _last_words(file: str | None, report: Report, runs: Sequence[Run]) -> Words:
    told = line()

    def words(run: Run | None) -> None:
        told.last_words(file, report.broken_off(run, runs))
        told.status(worst((Status.INCONCLUSIVE, *map(of_run, runs))))

    return words


@dataclass(frozen=True, slots=True)
class _Exploring:
    """The exploration of one program.  Recording a path is given up at `last_moment`, as if it had not been found."""

    run: Run
    report: Report
    paths: KeptPaths
    smt2: FilePath | None
    last_moment: Deadline
    words: Words

    def run_all(self, interrupt: Interrupt) -> None:
        """First the paths that were found before, then the rest."""
        if self.smt2 is not None:
            self.smt2.mkdir(parents=True, exist_ok=True)
        for known in self.paths.before:
            self.report.add(known)
        self.words(self.run)
        try:
            stopped = self._explore(interrupt) if not self.paths.is_done else None
            self.paths.finish(self.run, Bound.INTERRUPTED if interrupt.seen else stopped)
        except StoreError as error:
            _unkept(self.run, error)

    def _explore(self, interrupt: Interrupt) -> Bound | None:
        for trace in interrupt.each(self.run.exploration):
            try:
                record = within(self.last_moment, partial(self._record, self.run.path(trace)))
            except OutOfTime:
                return Bound.TIME
            self.paths.add(record, self.run)
            self.report.add(record, self.run.note(trace))
            self.words(self.run)
        return None

    def _record(self, path: Path) -> KeptPath:
        """A path is kept before anything else is done with it."""
        if self.smt2 is not None:
            (self.smt2 / f"{path.id}.smt2").write_text(path.script(), encoding="utf-8")
        return kept(path, drawn=self.paths.is_kept)


def _folder(smt2: FilePath | None, run: Run, *, several: bool) -> FilePath | None:
    """Of several methods, each has a folder of its own."""
    if smt2 is None or not several:
        return smt2
    return smt2 / re.sub(r"[^\w.,()$-]", "_", run.loaded.target.names[-1])


class TextReport:
    """A block a path, then the summary; only the latter if `quiet`.  Several methods have headings, and a total."""

    def __init__(self, out: Output, subjects: Subjects, quiet: bool) -> None:
        self._out = out
        self._subjects = subjects
        self._quiet = quiet

    def begin(self, run: Run) -> None:
        if self._subjects.several:
            self._out.write(text.heading(run.target, self._out.paint))

    def add(self, record: KeptPath, path: Path | None = None) -> None:
        """Colours are for what is found now: of what was kept, there is the text."""
        if self._quiet:
            return
        if path is None or (self._out.paint is text.plain and not self._out.ascii_only):
            self._out.write(printable(record.text, newlines=True, ascii_only=self._out.ascii_only) + "\n")
        else:
            self._out.write(text.block(path, ascii_only=self._out.ascii_only, paint=self._out.paint) + "\n")

    def end(self, run: Run) -> None:
        assumed = "" if self._subjects.several else text.assumptions([run])
        found = text.findings(run, self._out.paint)
        after = "\n" if self._subjects.several else ""
        self._out.write(found + assumed + text.summary(run, self._out.paint) + after)

    def broken_off(self, run: Run | None, runs: Sequence[Run]) -> str:
        return "" if run is None else text.summary(run, self._out.paint, stopped=Bound.TIME)

    def close(self, runs: Sequence[Run]) -> None:
        if self._subjects.several:
            self._out.write(text.assumptions(runs) + text.total(runs, self._subjects.skipped, self._out.paint))


class JsonReport:
    """The document of a method, or of several one that holds theirs."""

    def __init__(self, out: Output, subjects: Subjects, quiet: bool) -> None:
        self._out = out
        self._subjects = subjects
        self._first = True
        self._between = ""
        if subjects.several:
            out.write(json.several_opening(str(subjects.target)))

    def begin(self, run: Run) -> None:
        self._out.write(self._between + json.opening(run))
        self._first = True
        self._between = ",\n"

    def add(self, record: KeptPath, path: Path | None = None) -> None:
        self._out.write(json.element(record.document, first=self._first))
        self._first = False

    def end(self, run: Run) -> None:
        self._out.write(json.closing(run))

    def broken_off(self, run: Run | None, runs: Sequence[Run]) -> str:
        skipped = (*self._subjects.skipped, "out of time before all methods were explored")
        after = json.several_closing(runs, skipped) if self._subjects.several else ""
        return ("" if run is None else json.closing(run, Bound.TIME)) + after

    def close(self, runs: Sequence[Run]) -> None:
        if self._subjects.several:
            self._out.write(json.several_closing(runs, self._subjects.skipped))


class TreeReport:
    """The computation tree, which is known only at the end; several methods are several graphs."""

    def __init__(self, out: Output, subjects: Subjects, quiet: bool) -> None:
        self._out = out
        self._tree = Tree()

    def begin(self, run: Run) -> None:
        self._tree = Tree()

    def add(self, record: KeptPath, path: Path | None = None) -> None:
        self._tree.add(record)

    def end(self, run: Run) -> None:
        note = "" if run.complete else " (not complete)"
        self._out.write(self._tree.to_dot(f"{run.target}, {run.heap}{note}"))

    def broken_off(self, run: Run | None, runs: Sequence[Run]) -> str:
        return ""

    def close(self, runs: Sequence[Run]) -> None:
        pass


class PageReport:
    """Nothing as it goes: the page is made of the file of the run, at its end."""

    def __init__(self, out: Output, subjects: Subjects, quiet: bool) -> None:
        pass

    def begin(self, run: Run) -> None:
        pass

    def add(self, record: KeptPath, path: Path | None = None) -> None:
        pass

    def end(self, run: Run) -> None:
        pass

    def broken_off(self, run: Run | None, runs: Sequence[Run]) -> str:
        return ""

    def close(self, runs: Sequence[Run]) -> None:
        pass


Report = TextReport | JsonReport | TreeReport | SarifReport | JunitReport | PageReport

FORMS: dict[str, Callable[[Output, Subjects, bool], Report]] = {
    "text": TextReport,
    "json": JsonReport,
    "dot": TreeReport,
    "sarif": SarifReport,
    "junit-xml": JunitReport,
    PAGE: PageReport,
}
