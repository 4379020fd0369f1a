"""The paths of one program in a run file.

Paths of earlier processes are counted again.  New ones are stored before they are shown.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import Final

from symheap.core.outcome import Bound
from symheap.engine.places import Finished
from symheap.report.explore import text
from symheap.report.explore.compacting import KNOWN, Compacting
from symheap.report.explore.coverage import coverage
from symheap.report.explore.derived import DerivedPath, kept_paths
from symheap.report.explore.fresh import FreshPath
from symheap.report.explore.kept import ended, progress_form, restore_progress
from symheap.report.formats import json
from symheap.session.run import Run
from symheap.store.compact import CompactPaths
from symheap.store.file import RunFile
from symheap.store.records import KeptPath, KeptSubject, Source, StoreError

KIND = "exploration"
_WAIT_SECONDS: Final = 0.1
"""Paths that are found in so short a time go to the file together: a transaction takes a third of finding a path."""


class KeptPaths:
    """The stored paths of one program.  `before` are those found by earlier processes."""

    def __init__(self, file: RunFile | None, target: str, number: int | None = None) -> None:
        """Open the program of that name; a new one gets this `number` among the subjects, or the next one."""
        self._file = file
        self._subject: KeptSubject | None = file.subject(target, KIND, number) if file is not None else None
        self._compacting: Compacting | None = None
        self._since: float | None = None
        self.before: tuple[KeptPath, ...] = ()
        if file is not None:
            self._compact = CompactPaths(file)
        if file is not None and self._subject is not None:
            self.before = tuple(kept_paths(file, self._subject.number))

    @property
    def is_kept(self) -> bool:
        return self._file is not None

    def begin(self, start: Callable[[Finished | None], Run]) -> Run:
        """Start the exploration, continuing after the stored paths.

        If the bound on traces stopped the last process, as many traces again are allowed.
        """
        run = start(self._finished())
        for path in self.before:
            run.restore(ended(path))
        if self._file is not None and self._subject is not None:
            if self._subject.is_done and not self.is_done:
                self._file.reopen_subject(self._subject.number)
            restore_progress(run, self._subject.progress)
            self._add_sources(run)
            most = self._most(run.exploration.bounds.max_traces)
            run.exploration.bounds = replace(run.exploration.bounds, max_traces=most)
        return run

    def _finished(self) -> Finished | None:
        """Return the places of the stored paths.

        Raises `StoreError` if the paths belong to two trees, because a query that was unknown once was answered another
        time.
        """
        try:
            return Finished(path.place for path in self.before) if self.before else None
        except ValueError as error:
            raise StoreError(f"this run cannot be resumed, since a solver has changed its mind: {error}") from error

    def _most(self, asked: int | None) -> int | None:
        """Return the bound on traces: increased if it had stopped the run, else the one that was in force."""
        assert self._file is not None
        assert self._subject is not None
        if asked is None:
            return None
        if self._file.was_finished and self._stopped() is Bound.TRACES:
            return len(self.before) + asked
        return int(self._subject.progress.get("most") or asked)

    def _add_sources(self, run: Run) -> None:
        """Store the source files that the program is known to use so far."""
        assert self._file is not None
        for source in coverage(run):
            if source.text is not None:
                self._file.add_source(Source(source.file, source.text))

    def _stopped(self) -> Bound | None:
        document = self._subject.document if self._subject is not None else None
        stopped = document.get("stopped") if document is not None else None
        return Bound(stopped) if isinstance(stopped, str) else None

    @property
    def is_done(self) -> bool:
        """Whether the exploration was complete."""
        return self._subject is not None and self._subject.is_done and self._stopped() is None

    def add(self, fresh: FreshPath, run: Run) -> None:
        """Add a path.  It is in the file after the next `flush`, and possibly before."""
        if self._file is None or self._subject is None:
            return
        compacting = self._compacting = self._compacting or Compacting(run)
        path, items = compacting.path(fresh.path, fresh.style)
        self._compact.defer(self._subject.number, path, items)
        self._since = self._since or perf_counter()

    def is_due(self, *, at_once: bool) -> bool:
        """Whether the pending paths should be written now: the oldest has waited long enough, or `at_once` is set."""
        return at_once or self._since is None or perf_counter() - self._since > _WAIT_SECONDS

    def flush(self, run: Run) -> None:
        """Write the pending paths to the file.  Raises `StoreError` if that fails."""
        if self._file is not None and self._subject is not None and self._since is not None:
            self._compact.flush(self._subject.number, progress_form(run))
            self._since = None

    def recount(self, run: Run) -> None:
        """Count only the stored paths, because some could not be stored."""
        if self._file is not None and self._subject is not None:
            with suppress(StoreError):
                run.recount(map(ended, kept_paths(self._file, self._subject.number)))

    def finish(self, run: Run, stopped: Bound | None) -> None:
        """Record the end of the run, at its end or because of `stopped`."""
        run.finish(stopped)
        if self.is_done:
            run.seconds = run.seconds_before
        elif self._file is not None and self._subject is not None:
            self._add_sources(run)
            self._tell_words(self._compacting or Compacting(run))
            report = text.findings(run) + text.assumptions([run], listed=True) + text.summary(run)
            self._file.end_subject(
                self._subject.number, json.totals(run), report, {**progress_form(run), "seconds": run.seconds}
            )

    def _tell_words(self, compacting: Compacting) -> None:
        """Store the decisions of the paths in words of the source, and the names of known objects."""
        assert self._file is not None
        assert self._subject is not None
        number = self._subject.number
        known = {int(each) for each in self._file.items(number, KNOWN)} | self._compact.objects()
        made = (each for path in self.before if isinstance(path, DerivedPath) for each in path.path.trace.decisions)
        items = [*compacting.names(sorted(known)), *compacting.words(made)]
        self._compact.tell(number, items)
