"""The programs of a command: one program, or the methods of Java classes in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from symheap.core.deadline import NEVER, Deadline, OutOfTime, within
from symheap.lang.target import Load, Loaded, Programs, Target, TargetError, is_java, load_all
from symheap.report.formats import json
from symheap.session.settings import Settings, check_fields
from symheap.session.status import Status, worst
from symheap.session.watching import Alone, Watcher, last_moment
from symheap.store.records import Json

OUT_OF_TIME: Final = "out of time before all methods were explored"
INTERRUPTED: Final = "interrupted before all methods were explored"


@dataclass(slots=True)
class _Loading:
    """How long the loading of programs takes.  `is_first`: the next one does not count."""

    asked: int = 0
    seconds: float = 0.0
    is_first: bool = False

    def add(self, seconds: float) -> None:
        self.asked += not self.is_first
        self.seconds += 0.0 if self.is_first else seconds
        self.is_first = False

    @property
    def each(self) -> float:
        return self.seconds / self.asked if self.asked else 0.0


class Subjects:
    """Iterate over this to load the programs.

    `skipped` lists the methods left out, mostly because no input can run them.

    The first program is loaded before anything is written, so a target without programs leaves no files.  `count` is
    the number of programs, `left` the number of those not done yet.
    """

    def __init__(self, programs: Programs, watcher: Watcher, deadline: Deadline = NEVER) -> None:
        self.target = programs.target
        self.programs = programs
        self.several = programs.several
        self.several_classes = programs.classes > 1
        self.skipped: list[str] = []
        self.count = self.left = programs.count
        self._after = 0
        self._watcher = watcher
        self._deadline = deadline
        self._members = watcher.each(programs.members)
        self._first: Loaded | None = None
        self._loading = _Loading()

    def __reduce__(self) -> tuple[type[Subjects], tuple[Programs, Watcher]]:
        """The parts travel, and neither what was loaded nor the caller."""
        return Subjects, (replace(self.programs, members=iter(())), Alone())

    @staticmethod
    def load(target: str, settings: Settings, watcher: Watcher, deadline: Deadline = NEVER) -> Subjects:
        parsed = Target.parse(target)
        options = settings.java() if is_java(parsed) else None

        def tell(doing: str) -> None:
            watcher.note(f"symheap: {doing}")

        return Subjects.of(lambda: load_all(parsed, options, tell), settings, watcher, deadline)

    @staticmethod
    def of(load: Callable[[], Programs], settings: Settings, watcher: Watcher, deadline: Deadline = NEVER) -> Subjects:
        """Load the programs.  Raises `OutOfTime` if none was loaded by `deadline`."""
        programs = watcher.call(lambda: within(last_moment(deadline), load))
        if programs is None:
            raise KeyboardInterrupt
        subjects = Subjects(programs, watcher, deadline)
        within(last_moment(deadline), lambda: subjects._start(settings))
        return subjects

    def of_member(self, load: Load, number: int, watcher: Watcher, deadline: Deadline, after: int) -> Subjects:
        """Return one program of a part, which shares the time with so many programs `after` it.

        What loading takes is learnt from all programs that this process loads; the first one does not count, since it
        takes longer than all others.
        """
        self._loading.is_first = self._loading.asked == 0
        members = (load(each) for each in (number,))
        subjects = Subjects(replace(self.programs, members=members), watcher, deadline)
        subjects.left, subjects._after, subjects._loading = 1 + after, after, self._loading
        return subjects

    def limit(self, deadline: Deadline) -> None:
        """Load no further program after `deadline`."""
        self._deadline = self._deadline & deadline

    def restart(self) -> None:
        """Forget the program that is loaded and the skipped ones: all parts will be done elsewhere."""
        self._first = None
        self.skipped.clear()
        self.left = self.count

    def _start(self, settings: Settings) -> None:
        """Load the first program that can be run.  Raises the error of the first target if there is none."""
        reasons: list[TargetError] = []
        for member in self._members:
            if isinstance(member, Loaded):
                check_fields(member, settings.acyclic)
                self._first = member
                break
            reasons.append(member)
            self.left -= 1
        if self._first is None and reasons:
            raise reasons[0]
        self.skipped += map(str, reasons)

    @property
    def interrupted(self) -> bool:
        return self._watcher.seen

    def status(self, statuses: Iterable[Status]) -> Status:
        """Return the overall status.  Skipped programs make it inconclusive."""
        if self.interrupted:
            return Status.INTERRUPTED
        return worst((*statuses, *(Status.INCONCLUSIVE for _ in self.skipped)))

    def document(self, documents: Sequence[dict[str, Json]]) -> str:
        """Return the JSON document of the only program, or one document that holds those of several."""
        if documents and not self.several:
            return json.text(documents[0])
        return json.text(json.several(str(self.target), documents, self.skipped))

    def leave(self, reason: str) -> None:
        """Skip the remaining methods, if there are several."""
        if self.several:
            self.skipped.append(str(TargetError(reason, str(self.target))))

    @property
    def exploring_until(self) -> Deadline:
        """The end of the run, minus the expected time for loading the remaining programs."""
        return self._deadline.later(-self._loading.each * max(0, self.left - 1))

    def _next(self) -> Loaded | TargetError | None:
        """Return the next program, or None if there are no more or the time is over.

        In the latter case the rest is skipped.
        """
        if not self._deadline.has_passed:
            began = perf_counter()
            with suppress(OutOfTime):
                member = within(last_moment(self._deadline), lambda: next(self._members, None))
                self._loading.add(perf_counter() - began)
                return member
        if self.left > self._after:
            self.leave(OUT_OF_TIME)
        return None

    def __iter__(self) -> Iterator[Loaded]:
        if self._first is not None:
            first, self._first = self._first, None
            yield first
            del first
            self.left -= 1
        while (member := self._next()) is not None:
            if isinstance(member, Loaded):
                yield member
            else:
                self.skipped.append(str(member))
            self.left -= 1
        if self._watcher.seen:
            self.leave(INTERRUPTED)
