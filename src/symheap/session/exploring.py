"""Explore programs in turn: store each path, report it, and rank the crashes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path as FilePath
from typing import Protocol

from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.outcome import Bound
from symheap.engine.places import Finished
from symheap.lang.target import Loaded
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.fresh import FreshPath
from symheap.report.explore.kept import ended
from symheap.report.explore.tally import Totals
from symheap.session.gathering import Gathering
from symheap.session.kept.keeping import Keep, Kept
from symheap.session.kept.paths import KeptPaths
from symheap.session.ranking import Ranking
from symheap.session.run import Run, start
from symheap.session.settings import Settings, check_fields
from symheap.session.subjects import Subjects
from symheap.session.watching import Watcher, last_moment
from symheap.store.file import RunFile
from symheap.store.records import KeptPath, StoreError


@dataclass(frozen=True, slots=True)
class ExploreRequest:
    """A request to explore a target.  The condition of each path is written to the folder `smt2`, if given.

    `texts` are the properties of a `KeptPath` that the caller will read of every path, and `parts` the parts of its
    document.  They are computed within the time limit.  `block` is the form in which the caller shows whole paths, if
    it does: `BLOCK` or `ASCII_BLOCK`.
    """

    target: str
    settings: Settings = field(default_factory=Settings)
    keep: Keep = field(default_factory=Keep)
    smt2: FilePath | None = None
    texts: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    block: str = ""


class ExploreListener(Protocol):
    """Receives each exploration: its start, its paths one by one, and its end."""

    def begin(self, run: Explored) -> None: ...

    def add(self, record: KeptPath, path: Path | None) -> None:
        """Receive a stored path.  `path` is None for one that an earlier process found."""

    def pause(self) -> None:
        """All paths found so far have been added; the next one may take a while."""

    def end(self, run: Explored) -> None: ...


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


def ranking_of(request: ExploreRequest, subjects: Subjects, deadline: Deadline) -> Ranking:
    """Return a ranking of the crashes of the programs.  The last share of the time is reserved for it."""
    narrowed = not subjects.several or bool(request.settings.assume)
    return Ranking(last_moment(deadline), narrowed=narrowed, one_method=not subjects.several)


@dataclass(frozen=True, slots=True)
class ExploreWork:
    """Explores programs in turn, up to the first that cannot be stored."""

    request: ExploreRequest
    subjects: Subjects
    listener: ExploreListener
    keeper: Kept
    watcher: Watcher
    deadline: Deadline
    runs: list[Explored | Totals]
    ranking: Ranking | Gathering

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
            paths = KeptPaths(self._file, str(loaded.target), self._number)
            return paths.begin(started), paths
        except StoreError as error:
            run = started(None)
            self._unkept(run, error)
            return run, None

    @property
    def _number(self) -> int | None:
        """The number of a new subject of a resumed run: that of its method, since several jobs may have stored it."""
        return None if self.request.keep.resumed is None else 1 + self.subjects.count - self.subjects.left

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


def _record(path: Path, smt2: FilePath | None, request: ExploreRequest) -> FreshPath:
    """Return the record of a path.  Texts that the caller will read are computed now."""
    if smt2 is not None:
        (smt2 / f"{path.id}.smt2").write_text(path.script(), encoding="utf-8")
    record = FreshPath(path)
    for name in request.texts:
        getattr(record, name)
    if request.parts:
        record.chosen(request.parts)
    return record
