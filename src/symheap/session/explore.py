"""Explore every path of a program, and store and report each path when it is found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path as FilePath
from typing import Protocol

from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.outcome import Bound
from symheap.engine.places import Finished
from symheap.lang.target import Loaded
from symheap.report.explore.explored import Explored, Path, Totals
from symheap.report.explore.fresh import FreshPath
from symheap.report.explore.kept import ended
from symheap.session.heartbeat import figures_of
from symheap.session.kept.keeping import Keep, Kept, keeping
from symheap.session.kept.paths import KeptPaths
from symheap.session.kept.run_line import RunLine
from symheap.session.ranking import Bug, Ranking, form_of, status_of
from symheap.session.run import Run, start
from symheap.session.settings import Settings, check_fields, files_of, jdk_of
from symheap.session.status import Status, WrongUse, of_run, worst
from symheap.session.subjects import Subjects
from symheap.session.watching import Watcher, last_moment
from symheap.store.file import RunFile
from symheap.store.records import KeptPath, StoreError


@dataclass(frozen=True, slots=True)
class Request:
    """A request to explore a target.  The condition of each path is written to the folder `smt2`, if given.

    `texts` are the properties of a `KeptPath` that the caller will read of every path, and `parts` the parts of its
    document.  They are computed within the time limit.
    """

    target: str
    settings: Settings = field(default_factory=Settings)
    keep: Keep = field(default_factory=Keep)
    smt2: FilePath | None = None
    texts: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The totals of the programs (one per method), the `skipped` ones, and the stored run.

    `bugs` are the crashes of Java programs, the most certain first.
    """

    runs: Sequence[Explored | Totals]
    skipped: Sequence[str]
    status: Status
    kept: Kept
    bugs: Sequence[Bug] = ()


class Listener(Protocol):
    """Receives each exploration: its start, its paths one by one, and its end."""

    def begin(self, run: Explored) -> None: ...

    def add(self, record: KeptPath, path: Path | None) -> None:
        """Receive a stored path.  `path` is None for one that an earlier process found."""

    def pause(self) -> None:
        """All paths found so far have been added; the next one may take a while."""

    def end(self, run: Explored) -> None: ...


class Listening(Protocol):
    """Creates the listener once the programs are known, and receives the result while the run file is still open."""

    def listener(self, subjects: Subjects) -> Listener: ...

    def close(self, result: Result) -> None: ...


def explore(request: Request, listening: Listening, watcher: Watcher) -> Result:
    """Explore the programs of a target in turn.  They share the remaining time equally."""
    target, settings = request.target, request.settings
    if settings.consistency and settings.heap != "summary":
        raise WrongUse("consistency is a part of the heap model summary: choose it with --heap summary")
    runs: list[Explored | Totals] = []
    line, deadline = RunLine(), watcher.until(settings.timeout)
    watcher.show(
        lambda: line.text(runs[-1]) if runs and isinstance(runs[-1], Explored) else f"symheap: reading {target}"
    )
    subjects = Subjects.load(target, settings, watcher, deadline)
    files, jdk = files_of(target, settings), jdk_of(target, settings)
    with keeping("explore", target, asdict(settings), files, request.keep, watcher, jdk=jdk) as keeper:
        keeper.figures = lambda: figures_of(runs)
        narrowed = not subjects.several or bool(settings.assume)
        ranking = Ranking(last_moment(deadline), narrowed=narrowed, one_method=not subjects.several)
        listener = listening.listener(subjects)
        _Exploring(request, subjects, listener, keeper, watcher, deadline, runs, ranking).explore_all()
        bugs = ranking.bugs()
        keeper.note_skipped(subjects.skipped)
        if any(run.is_java for run in runs):
            keeper.note_ranked([form_of(bug) for bug in bugs])
        status = status_of(runs, bugs, ranking.unranked, strict=settings.strict)
        status = keeper.end(subjects.status([status]))
        result = Result(runs, subjects.skipped, status, keeper, bugs)
        listening.close(result)
        return result


def begin(loaded: Loaded, settings: Settings, heap: str, finished: Finished | None = None, *, methods: int = 1) -> Run:
    """Start a run with a solver chain of its own.  It leaves out the work that `finished` describes.

    In deepening rounds, the `methods` share the work equally.
    """
    check_fields(loaded, settings.acyclic)
    return start(
        loaded,
        heap,
        settings.chain(),
        settings.bounds(),
        search=settings.search,
        seed=settings.seed,
        acyclic=frozenset(settings.acyclic),
        consistency=settings.consistency and heap == "summary",
        finished=finished,
        in_rounds=settings.in_rounds(methods),
    )


@dataclass(frozen=True, slots=True)
class _Exploring:
    """Explores programs in turn, up to the first that cannot be stored."""

    request: Request
    subjects: Subjects
    listener: Listener
    keeper: Kept
    watcher: Watcher
    deadline: Deadline
    runs: list[Explored | Totals]
    ranking: Ranking

    def explore_all(self) -> None:
        """Explore all programs; the last share of the time is reserved for ranking."""
        subjects = self.subjects
        for loaded in subjects:
            until = subjects.exploring_until
            run, paths = self._begun(loaded, self.request.settings.for_unit(until, subjects.left + 1))
            self.runs.append(run)
            self.ranking.begin(run)
            self.listener.begin(run)
            if paths is not None:
                self._explore(run, paths)
            self.listener.end(run)
            self.runs[-1] = run.totals()
            if run.stopped is Bound.STORE:
                self.keeper.is_broken = True
                subjects.leave("the run could not be kept: of methods after this, none was explored")
                return

    def _begun(self, loaded: Loaded, settings: Settings) -> tuple[Run, KeptPaths | None]:
        """Start or resume the run of a program.  If the run cannot be stored, it is finished at once."""
        started = partial(begin, loaded, settings, settings.heap, methods=self.subjects.count)
        try:
            paths = KeptPaths(self._file, str(loaded.target))
            return paths.begin(started), paths
        except StoreError as error:
            run = started(None)
            self._unkept(run, error)
            return run, None

    @property
    def _file(self) -> RunFile | None:
        return self.keeper.file

    def _unkept(self, run: Run, error: StoreError) -> None:
        self.watcher.note(f"symheap: error: {error}; the results so far are kept")
        run.finish(Bound.STORE)

    def _explore(self, run: Run, paths: KeptPaths) -> None:
        """Report the paths found by earlier processes, then find the remaining ones."""
        smt2 = self._folder(run)
        if smt2 is not None:
            smt2.mkdir(parents=True, exist_ok=True)
        for known in paths.before:
            self.ranking.restore(run, ended(known).end, str(known.number))
            self.listener.add(known, None)
        try:
            stopped = self._find(run, paths, smt2) if not paths.is_done else None
            paths.finish(run, Bound.INTERRUPTED if self.watcher.seen else stopped)
        except StoreError as error:
            paths.recount(run)
            self._unkept(run, error)

    def _find(self, run: Run, paths: KeptPaths, smt2: FilePath | None) -> Bound | None:
        """Find and store paths until the exploration stops; return the bound that stopped it.

        A path that cannot be recorded before the last moment is dropped, as if it had not been found.
        """
        waiting: list[tuple[FreshPath, Path]] = []

        def hand_on() -> None:
            paths.flush(run)
            for each in waiting:
                self.listener.add(*each)
            waiting.clear()
            self.listener.pause()

        for trace in self.watcher.each(run.exploration):
            path = run.path(trace)
            try:
                record = within(last_moment(self.deadline), partial(_record, path, smt2, self.request))
                within(last_moment(self.deadline), partial(paths.add, record, run))
            except OutOfTime:
                hand_on()
                return Bound.TIME
            run.count(path)
            waiting.append((record, path))
            if paths.is_due(at_once=bool(self.request.texts)):
                hand_on()
            self.ranking.add(path)
        hand_on()
        return None

    def _folder(self, run: Run) -> FilePath | None:
        """Return the folder for path conditions; each of several methods has a folder of its own."""
        smt2 = self.request.smt2
        if smt2 is None or not self.subjects.several:
            return smt2
        names = run.loaded.target.names if self.subjects.several_classes else run.loaded.target.names[-1:]
        return smt2.joinpath(*(re.sub(r"[^\w.,()$-]", "_", name) for name in names))


def _record(path: Path, smt2: FilePath | None, request: Request) -> FreshPath:
    """Return the record of a path.  Texts that the caller will read are computed now."""
    if smt2 is not None:
        (smt2 / f"{path.id}.smt2").write_text(path.script(), encoding="utf-8")
    record = FreshPath(path)
    for name in request.texts:
        getattr(record, name)
    if request.parts:
        record.chosen(request.parts)
    return record


def status_so_far(runs: Sequence[Explored | Totals]) -> Status:
    """Return the exit status of a command that ends now.  Crashes of Java programs are not ranked yet."""
    return worst((Status.INCONCLUSIVE, *(of_run(run) for run in runs if not run.is_java)))
