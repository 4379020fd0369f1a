"""Bugs: the crashes of a Java class, ranked by what can be shown of them.

Methods are explored shallow and small first, deeper round by round.  A crash that a sequence of public calls runs into
is an error; one that contradicts what holds of every object of the class is a note; any other one is a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.outcome import Cut, Unsupported
from symheap.core.source import CodePosition
from symheap.lang.target import Loaded, Target, TargetError, is_java
from symheap.report.explored import notation_of
from symheap.session.settings import Settings
from symheap.session.status import Status
from symheap.session.subjects import Subjects
from symheap.session.watching import Watcher, last_moment
from symheap.testgen.reach.find import BOUNDS, in_rounds
from symheap.testgen.reach.rank import Rank, Ranked, Reachability


@dataclass(frozen=True, slots=True)
class Bug:
    """A crash of one class, with its rank."""

    class_name: str
    ranked: Ranked


@dataclass(frozen=True, slots=True)
class Result:
    """The bugs of a target, the most certain first.

    `unfinished` are methods that were not explored to their ends; `vacant` are inputs and fields that were taken to be
    null, because no known class fits their type.
    """

    target: str
    bugs: Sequence[Bug]
    methods: int
    unfinished: Sequence[str]
    skipped: Sequence[str]
    vacant: Sequence[str]
    status: Status


def find_bugs(target: str, settings: Settings, watcher: Watcher) -> Result:
    """Look for crashes in the methods of a Java class, within the time of the settings."""
    if not is_java(Target.parse(target)):
        raise TargetError("--bugs is for Java programs", Target.parse(target).path)
    deadline = watcher.until(settings.timeout)
    looking = _Looking(watcher, deadline)
    watcher.show(lambda: f"symheap: {looking.doing}")
    subjects = Subjects.load(target, settings, watcher, deadline)
    for loaded in subjects:
        looking.explore(loaded, subjects.exploring_until, subjects.left)
    bugs = looking.ranked()
    status = subjects.status([_status(bugs, looking)])
    vacant = tuple(looking.vacant)
    return Result(str(subjects.target), bugs, looking.methods, looking.unfinished, subjects.skipped, vacant, status)


def _status(bugs: Sequence[Bug], looking: _Looking) -> Status:
    """Errors are findings.  Without one, a warning, a method without its end or an untried input is inconclusive."""
    ranks = {bug.ranked.rank for bug in bugs}
    if Rank.ERROR in ranks:
        return Status.FINDINGS
    is_open = Rank.WARNING in ranks or looking.unfinished or looking.vacant
    return Status.INCONCLUSIVE if is_open else Status.CLEAN


class _Looking:
    """Classes on the way: one `Reachability` for all methods of a class, which is left behind with the class."""

    def __init__(self, watcher: Watcher, deadline: Deadline) -> None:
        self.doing = "reading the program"
        self.methods = 0
        self.unfinished: list[str] = []
        self.vacant: dict[str, None] = {}
        self._watcher = watcher
        self._deadline = deadline
        self._classes: dict[str, Reachability] = {}
        self._bugs: list[Bug] = []

    def explore(self, loaded: Loaded, until: Deadline, left: int) -> None:
        """Explore a method, the first of so many that are `left`; each has an equal share of the time."""
        assert loaded.java is not None
        if loaded.java.subject.class_name not in self._classes:
            self._rank()
        name, share = str(loaded.target), until.share(left + 1)
        self.doing = f"exploring {name}"
        self.methods += 1
        self.vacant.update(dict.fromkeys(loaded.java.vacant))
        is_open = False
        try:
            reachability = within(last_moment(share), lambda: self._reachability(loaded))
            exploration = in_rounds(loaded.java, reachability, BOUNDS)
            traces = self._watcher.each(exploration)
            while (trace := within(last_moment(share), lambda: next(traces, None))) is not None:
                reachability.note(exploration, trace, loaded.java)
                is_open = is_open or isinstance(trace.end, Cut | Unsupported) or not trace.confirmed
            is_open = is_open or exploration.progress.stopped is not None
        except OutOfTime:
            is_open = True
        if is_open or self._watcher.seen:
            self.unfinished.append(name)

    def _reachability(self, loaded: Loaded) -> Reachability:
        """The sequences of the method's class, run when its first method is looked at."""
        assert loaded.java is not None
        name = loaded.java.subject.class_name
        if name not in self._classes:
            self._classes[name] = Reachability(loaded.java, notation_of(loaded).is_own)
            self._classes[name].search()
        return self._classes[name]

    def ranked(self) -> list[Bug]:
        """All crashes of all classes, errors first; one that is met from several classes once, where it ranks first."""
        self._rank()
        first: dict[object, Bug] = {}
        for bug in sorted(self._bugs, key=lambda bug: bug.ranked.order):
            at = bug.ranked.place
            first.setdefault((bug.ranked.key, at.member if isinstance(at, CodePosition) else ""), bug)
        return list(first.values())

    def _rank(self) -> None:
        """Rank the crashes of the classes whose methods are explored."""
        for name, reachability in self._classes.items():
            self.doing = f"ranking the crashes of {name}"
            try:
                every = within(self._deadline.later(1.0), reachability.ranked)
            except OutOfTime:
                self.unfinished.append(name)
                continue
            self._bugs += [Bug(name, each) for each in every]
        self._classes.clear()
