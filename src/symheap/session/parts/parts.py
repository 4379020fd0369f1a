"""Explore the methods of a target in workers, write the run file, and tell the listener in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from symheap.core.deadline import Deadline
from symheap.jobs.pool import in_order
from symheap.jobs.working import Kind, Message
from symheap.lang.target import TargetError
from symheap.report.explore.elsewhere import Report, ReportedRun, Words
from symheap.report.explore.explored import Explored
from symheap.report.explore.tally import Totals
from symheap.session.exploring import ExploreListener, ExploreRequest
from symheap.session.force import Force
from symheap.session.heartbeat import figures_of
from symheap.session.kept.keeping import UNKEPT, Kept
from symheap.session.parts.messages import ClassRanked, RankUnit
from symheap.session.parts.schedule import ByPart, Schedule
from symheap.session.parts.stored import Method, Stored
from symheap.session.parts.worker import Work
from symheap.session.program_files import files_of
from symheap.session.ranking import Bug
from symheap.session.ranking import in_order as ranked_in_order
from symheap.session.subjects import INTERRUPTED, OUT_OF_TIME, Subjects
from symheap.session.watching import Watcher, last_moment
from symheap.store.records import Json, StoreError

_LATE_SECONDS: Final = 0.3
"""Seconds after the last moment in which a worker may still send what it has."""


class Parts:
    """Explores the parts of a target in workers.  It is open before the run file is, and may be used once."""

    def __init__(
        self, request: ExploreRequest, subjects: Subjects, watcher: Watcher, deadline: Deadline, force: Force
    ) -> None:
        self._subjects = subjects
        self._watcher = watcher
        self._deadline = deadline
        self._schedule = Schedule(subjects.programs.parts)
        self._jobs = force.jobs
        self._methods: dict[int, Method] = {}
        self._reports: dict[int, Report] = {}
        self._judged: dict[int, ClassRanked] = {}
        self._words = Words()
        self._skipped: list[str] = []
        self._done = 0
        self.unranked: list[str] = []
        subjects.restart()
        work = Work(replace(request, keep=UNKEPT), subjects, deadline)
        self._pool = force.units(work, (subjects.target.path, *files_of(request.target, request.settings)))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()

    def explore_all(self, listener: ExploreListener, keeper: Kept, runs: list[Explored | Totals]) -> Parts:
        """Explore all methods and tell `listener` of them in order.  Returns itself, the ranking."""
        self._stored = Stored(keeper.file)
        self._listener = listener
        self._runs = runs
        units = self._schedule.units(self._jobs, is_kept=keeper.file is not None)
        until = last_moment(self._deadline).later(_LATE_SECONDS)
        try:
            for message in in_order(self._noted(self._pool.run(units, until, ByPart(self._schedule)))):
                if self._watcher.seen:
                    self._pool.stop()
                if message is not None and message.unit < self._schedule.count:
                    self._hand_on(message)
        except StoreError as error:
            self._watcher.note(f"symheap: error: {error}; the results so far are kept")
            keeper.is_broken = True
            self._leave("the run could not be kept: of the methods that follow, none was explored")
        self._close()
        return self

    def bugs(self) -> Sequence[Bug]:
        """Return all crashes of all classes, errors first."""
        return ranked_in_order(bug for _, judged in sorted(self._judged.items()) for bug in judged.bugs)

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
        return [ReportedRun(report) for report in [*self._reports.values()]]

    # As messages arrive -----------------------------------------------------------------------------------------------

    def _noted(self, messages: Iterable[Message | None]) -> Iterator[Message | None]:
        """Write what arrives to the run file, rank classes that are explored, and pass on how units begin and end."""
        for message in messages:
            if message is not None:
                self._schedule.note(message)
                if message.unit < self._schedule.count:
                    self._note(message)
                else:
                    self._note_rank(message)
            for part in self._schedule.over(is_stopped=self._pool.is_stopped):
                self._rank(part)
            if message is None or message.kind is not Kind.SENT:
                yield message

    def _note(self, message: Message) -> None:
        at = message.unit
        if message.kind is Kind.BEGUN:
            if at in self._methods:
                self._stored.forget(self._methods[at])
            self._reports.pop(at, None)
            self._methods[at] = Method(1 + at)
        elif message.kind is Kind.SENT:
            method = self._methods[at]
            self._stored.note(method, message.content)
            if method.report is not None:
                self._reports[at] = method.report

    def _rank(self, part: int) -> None:
        """Rank the crashes of a class in a worker, if there are any, or if calls may show what no path did."""
        begun = [(member, self._methods[at]) for at, member in self._schedule.members(part) if at in self._methods]
        found = [(member, each.gathered) for member, each in begun if each.gathered is not None]
        if any(each.crashed or not each.complete for _, each in found):
            unit = RankUnit(part, found[0][0], [each for _, each in found])
            self._pool.add(self._schedule.rank(part), unit)

    def _note_rank(self, message: Message) -> None:
        part = self._schedule.part(message.unit)
        if message.kind is Kind.FAILED:
            raise message.content
        if message.kind is Kind.SENT:
            self._judged[part] = message.content
            self._words.update(message.content.words)
            self.unranked += message.content.unranked
        elif message.kind is Kind.LOST:
            names = [each.begun.target for each in self._methods_of(part) if each.begun is not None]
            self.unranked.append(names[0])
            if not self._watcher.seen:
                self._skip(f"the crashes of its class were not ranked: {message.content}", names[0])

    def _methods_of(self, part: int) -> list[Method]:
        return [self._methods[at] for at, _ in self._schedule.members(part) if at in self._methods]

    # In order ---------------------------------------------------------------------------------------------------------

    def _hand_on(self, message: Message) -> None:
        """Tell the listener of a method that has ended."""
        if message.kind is Kind.FAILED:
            raise message.content
        if message.kind in (Kind.DONE, Kind.LOST):
            method = self._methods[message.unit]
            if method.left is None and not self._watcher.seen:
                self._give_up(message, method)
            self._tell(method)
            if method.left is not None:
                self._done += 1
                self._skipped += method.left.skipped

    def _give_up(self, message: Message, method: Method) -> None:
        """Report a method whose worker has ended: what was found counts, and the result is not complete."""
        self._stored.give_up(method)
        name = str(self._subjects.target) if method.begun is None else method.begun.target
        self.unranked.append(name)
        self._skip(f"not explored to its end: {message.content or 'its worker ended'}", name)

    def _tell(self, method: Method) -> None:
        if method.report is None:
            return
        run = ReportedRun(method.report, self._words)
        run.finished = True
        self._runs.append(run)
        self._listener.begin(run)
        for path in method.paths:
            self._listener.add(path, None)
        method.paths.clear()
        self._listener.pause()
        self._listener.end(run)
        self._runs[-1] = run.totals()

    def _skip(self, reason: str, target: str) -> None:
        self._skipped.append(str(TargetError(reason, target)))

    def _leave(self, reason: str) -> None:
        self._skip(reason, str(self._subjects.target))

    def _close(self) -> None:
        """Collect what was left out; the reason why the run ended comes last, and once."""
        if self._done < self._schedule.count and not self._skipped:
            self._leave(INTERRUPTED if self._watcher.seen else OUT_OF_TIME)
        last = [str(TargetError(reason, str(self._subjects.target))) for reason in (OUT_OF_TIME, INTERRUPTED)]
        self._subjects.skipped += [each for each in self._skipped if each not in last]
        self._subjects.skipped += dict.fromkeys(each for each in self._skipped if each in last)
