"""Explore the parts of a target in worker processes: each class is a unit of work.

A unit is a plain value, and its results are plain data.  This process alone writes the run file and tells the listener,
in the order in which one job would: see `docs/adr/033-units-of-work.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self

from symheap.core.deadline import Deadline
from symheap.core.outcome import Bound
from symheap.jobs.count import jobs_for
from symheap.jobs.pool import Pool, in_order
from symheap.jobs.working import Kind, Message
from symheap.lang.target import TargetError
from symheap.report.explore import text
from symheap.report.explore.elsewhere import Report, ReportedRun, ToldPath, Words
from symheap.report.explore.explored import Explored
from symheap.report.explore.tally import Totals
from symheap.report.formats import json
from symheap.session.exploring import ExploreListener, ExploreRequest
from symheap.session.heartbeat import figures_of
from symheap.session.kept.keeping import Kept
from symheap.session.kept.paths import KIND
from symheap.session.part_messages import MethodBegun, MethodEnded, PartEnded, PartUnit, PathsSent
from symheap.session.part_worker import LATE_SECONDS, PartWork
from symheap.session.ranking import Bug
from symheap.session.ranking import in_order as ranked_in_order
from symheap.session.subjects import INTERRUPTED, OUT_OF_TIME, Subjects
from symheap.session.watching import Watcher, last_moment
from symheap.store.compact import CompactPaths, Unpacking
from symheap.store.compact_path import Item
from symheap.store.records import Json, Source, StoreError

# Messages of a unit: a method begins, paths of it are found, it ends; then the next one; at last the unit ends


# In the worker --------------------------------------------------------------------------------------------------------


# In this process ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Method:
    """A method of a unit, as far as it is known."""

    target: str
    subject: int
    paths: list[ToldPath] = field(default_factory=list)
    report: Report | None = None
    has_ended: bool = False
    unpacking: Unpacking = field(default_factory=Unpacking)


@dataclass(slots=True)
class _Unit:
    """A unit, as far as it is known."""

    methods: list[_Method] = field(default_factory=list)
    left: PartEnded | None = None


class Parts:
    """Explores the parts of a target in workers.  It is open before the run file is, and may be used once."""

    def __init__(self, request: ExploreRequest, subjects: Subjects, watcher: Watcher, deadline: Deadline) -> None:
        self._request = request
        self._subjects = subjects
        self._watcher = watcher
        self._deadline = deadline
        self._jobs = jobs_for(len(subjects.programs.parts), request.settings.jobs)
        self._units: dict[int, _Unit] = {}
        self._reports: dict[int, dict[int, Report]] = {}
        self._bugs: list[Bug] = []
        self._words = Words()
        self._skipped: list[str] = []
        self._done = 0
        self.unranked: list[str] = []
        subjects.restart()
        self._pool = Pool(self._jobs, PartWork(request, subjects, deadline), request.settings.memory)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()

    def explore_all(self, listener: ExploreListener, keeper: Kept, runs: list[Explored | Totals]) -> Parts:
        """Explore all parts and tell `listener` of their methods in order.  Returns itself, the ranking."""
        self._file = keeper.file
        self._compact = None if keeper.file is None else CompactPaths(keeper.file)
        self._listener = listener
        self._runs = runs
        units = self._planned()
        until = last_moment(self._deadline).later(LATE_SECONDS)
        try:
            for message in in_order(self._stored(self._pool.run(units, until))):
                if self._watcher.seen:
                    self._pool.stop()
                if message is not None:
                    self._hand_on(message)
        except StoreError as error:
            self._watcher.note(f"symheap: error: {error}; the results so far are kept")
            keeper.is_broken = True
            self._leave("the run could not be kept: of the methods that follow, none was explored")
        self._close(len(units))
        return self

    def bugs(self) -> Sequence[Bug]:
        """Return all crashes of all classes, errors first."""
        return ranked_in_order(self._bugs)

    def _planned(self) -> list[PartUnit]:
        """Return the units.  The programs after each of them are divided among the workers."""
        units: list[PartUnit] = []
        after = self._subjects.count
        for number, part in enumerate(self._subjects.programs.parts):
            after -= part.count
            units.append(PartUnit(number, -(-after // self._jobs), self._file is not None))
        return units

    # Progress ---------------------------------------------------------------------------------------------------------

    def line(self) -> str:
        totals = self._totals()
        count, traces = sum(run.finished for run in totals), sum(run.traces for run in totals)
        return f"symheap: {count} of {self._subjects.count} methods, {traces} traces, {self._jobs} jobs"

    def figures(self) -> dict[str, Json]:
        """Return the figures of all methods so far.  Any thread may call this."""
        totals = self._totals()
        done = sum(run.finished for run in totals)
        return {**figures_of(totals), "doing": f"exploring; {done} of {self._subjects.count} methods are done"}

    def _totals(self) -> list[Explored | Totals]:
        return [ReportedRun(report) for unit in [*self._reports.values()] for report in [*unit.values()]]

    # The run file -----------------------------------------------------------------------------------------------------

    def _stored(self, messages: Iterable[Message | None]) -> Iterator[Message | None]:
        """Write what arrives to the run file, whatever its order, and pass on how units begin and end."""
        for message in messages:
            if message is not None:
                self._note(message)
            if message is None or message.kind is not Kind.SENT:
                yield message

    def _note(self, message: Message) -> None:
        at, content = message.unit, message.content
        if message.kind is Kind.BEGUN:
            self._forget(at)
            self._units[at] = _Unit()
            return
        if message.kind is not Kind.SENT:
            return
        unit = self._units[at]
        if isinstance(content, MethodBegun):
            unit.methods.append(self._begun(at, content.target))
            return
        if isinstance(content, PartEnded):
            unit.left = content
            return
        method = unit.methods[-1]
        method.report = content.report
        self._reports.setdefault(at, {})[method.subject] = content.report
        if isinstance(content, PathsSent):
            self._add(method, content)
        elif isinstance(content, MethodEnded):
            method.has_ended = True
            self._end(method, content.report, content.items, content.sources)

    def _forget(self, at: int) -> None:
        """Take back what the first try of a unit has written."""
        self._reports.pop(at, None)
        if at in self._units and self._file is not None:
            for method in self._units[at].methods:
                self._file.clear_subject(method.subject)

    def _begun(self, at: int, target: str) -> _Method:
        before = sum(part.count for part in self._subjects.programs.parts[:at])
        number = 1 + before + len(self._units[at].methods)
        if self._file is not None:
            number = self._file.subject(target, KIND, number).number
        return _Method(target, number)

    def _add(self, method: _Method, message: PathsSent) -> None:
        if self._compact is not None:
            for _, packed, items in message.paths:
                assert packed is not None
                self._compact.defer(method.subject, method.unpacking.unpack(packed), items)
            self._compact.flush(method.subject, message.report.progress_form)
        method.paths += [shown for shown, _, _ in message.paths]

    def _end(self, method: _Method, report: Report, items: Sequence[Item] = (), sources: Sequence[Source] = ()) -> None:
        """Store the end of a method."""
        if self._file is None or self._compact is None:
            return
        run = ReportedRun(report)
        for source in sources:
            self._file.add_source(source)
        self._compact.tell(method.subject, items)
        written = text.findings(run) + text.assumptions([run], listed=True) + text.summary(run)
        progress = {**report.progress_form, "seconds": run.seconds}
        self._file.end_subject(method.subject, json.totals(run), written, progress)

    # In order ---------------------------------------------------------------------------------------------------------

    def _hand_on(self, message: Message) -> None:
        """Tell the listener of a unit that has ended."""
        if message.kind is Kind.FAILED:
            raise message.content
        if message.kind in (Kind.DONE, Kind.LOST):
            unit = self._units.pop(message.unit)
            if unit.left is None and not self._watcher.seen:
                self._give_up(message, unit)
            for method in unit.methods:
                self._tell(method)
            self._done += unit.left is not None
            if unit.left is not None:
                self._bugs += unit.left.bugs
                self._words.update(unit.left.words)
                self.unranked += unit.left.unranked
                self._skipped += unit.left.skipped

    def _give_up(self, message: Message, unit: _Unit) -> None:
        """Report a unit whose worker has ended: what was found counts, and the result is not complete."""
        part = self._subjects.programs.parts[message.unit]
        last = unit.methods[-1] if unit.methods else None
        name = str(self._subjects.target) if last is None else last.target
        if last is not None and not last.has_ended:
            if last.report is None:
                unit.methods.pop()
            else:
                progress = replace(last.report.progress, stopped=Bound.LOST)
                last.report = replace(last.report, finished=True, progress=progress)
                self._end(last, last.report)
        self.unranked.append(name)
        why = message.content or "its worker ended"
        ended = sum(method.has_ended for method in unit.methods)
        self._skip(f"{part.count - ended} of the methods of its class were not explored to their end: {why}", name)

    def _tell(self, method: _Method) -> None:
        if method.report is None:
            return
        run = ReportedRun(method.report, self._words)
        run.finished = True
        self._runs.append(run)
        self._listener.begin(run)
        for path in method.paths:
            self._listener.add(path, None)
        self._listener.pause()
        self._listener.end(run)
        self._runs[-1] = run.totals()

    def _skip(self, reason: str, target: str) -> None:
        self._skipped.append(str(TargetError(reason, target)))

    def _leave(self, reason: str) -> None:
        self._skip(reason, str(self._subjects.target))

    def _close(self, count: int) -> None:
        """Collect what was left out; the reason why the run ended comes last, and once."""
        if self._done < count and not self._skipped:
            self._leave(INTERRUPTED if self._watcher.seen else OUT_OF_TIME)
        last = [str(TargetError(reason, str(self._subjects.target))) for reason in (OUT_OF_TIME, INTERRUPTED)]
        self._subjects.skipped += [each for each in self._skipped if each not in last]
        self._subjects.skipped += dict.fromkeys(each for each in self._skipped if each in last)
