"""The crashes of Java programs that are being explored, ranked by what can be shown of them.

A crash that a sequence of public calls runs into is an error; one that contradicts what holds of every object of the
class is a note; any other one is a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.outcome import Threw
from symheap.core.source import CodePosition
from symheap.lang.target import Target
from symheap.report.explore.crashes import CrashKey, Standing, crash_key
from symheap.report.explore.explored import Explored, Path, Totals
from symheap.session.status import Status, of_run, worst
from symheap.store.records import Json
from symheap.testgen.reach.ranked import Rank, Ranked

if TYPE_CHECKING:
    from symheap.testgen.reach.rank import Reachability

_FOREIGN: Final = "not shown reachable: no line of this program takes part"


@dataclass(frozen=True, slots=True)
class Bug:
    """A crash of one class, with its rank.

    `path` is the number of a path of `target` that ends in it; both are empty for a crash that only a sequence of calls
    has shown.  `source` is the file of the class, where the target is one.
    """

    class_name: str
    ranked: Ranked
    target: str = ""
    path: str = ""
    source: str = ""


LEVELS: Final = {Rank.ERROR: "error", Rank.WARNING: "warning", Rank.NOTE: "note"}


def standing(bug: Bug) -> Standing:
    """What could be shown of a bug, as reports of all forms say it."""
    return Standing(LEVELS[bug.ranked.rank], bug.ranked.reason, bug.ranked.statements)


def form_of(bug: Bug) -> dict[str, Json]:
    """A bug as plain data: in run files, and with its `place` in the contract of JSON."""
    ranked = bug.ranked
    return {
        "rank": LEVELS[ranked.rank],
        "class": bug.class_name,
        "file": ranked.key.file,
        "line": ranked.key.line,
        "exception": ranked.key.exception,
        "error": ranked.end.error.value,
        "detail": ranked.end.detail,
        "message": ranked.what,
        "position": str(ranked.end.position),
        "reason": ranked.reason,
        "statements": list(ranked.statements),
        "paths": ranked.traces,
        "method": bug.target or None,
        "example": bug.path or None,
    }


class Ranking:
    """Follows the explorations of classes, one method after the other.

    The sequences of a class are run only where they can tell something: if a path crashes, or if paths are missing.
    `narrowed`: only crashes that some path ends in count, since the target is `one_method`, or not all inputs count.
    """

    def __init__(self, deadline: Deadline, *, narrowed: bool, one_method: bool = False) -> None:
        self._narrowed = narrowed
        self._one_method = one_method
        self.unranked: list[str] = []
        self._deadline = deadline
        self._bugs: list[Bug] = []
        self._class: _Class | None = None

    def begin(self, run: Explored) -> None:
        """The exploration of a method begins."""
        if run.loaded.java is None:
            return
        target = run.loaded.target
        if self._class is None or self._class.target != target.of_class:
            self._leave()
            self._class = _Class(run.loaded.java.subject.class_name, target, self._one_method)
        self._class.runs.append(run)

    def add(self, path: Path) -> None:
        """A path of the exploration that is under way.  A crash without time to look at it leaves the result open."""
        if self._class is None or not path.crashes:
            return
        try:
            within(self._deadline, lambda: self._crashed(path))
        except OutOfTime:
            self.unranked.append(self._class.name)

    def _crashed(self, path: Path) -> None:
        assert self._class is not None
        run, trace = path.run, path.trace
        key = crash_key(trace.end, run.notation.is_own)
        self._class.add_example(key, trace.end, run, path.id)
        crashes = self._class.reachability().crashes
        before = None if key is None else crashes.get(key)
        agreed = before is not None and before.agrees
        with run.statistics.set_aside():
            self._class.reachability().note(run.exploration, trace, run.loaded.java)
        if key is not None and not agreed and key in crashes and crashes[key].agrees:
            self._class.replace_example(key, run, path.id)

    def restore(self, run: Explored, end: object, path: str) -> None:
        """A path that another process has found."""
        if self._class is not None and run.crashes(end) and isinstance(end, Threw):
            java = run.loaded.java
            assert java is not None
            self._class.add_example(self._class.reachability().restore(end, java), end, run, path)

    def bugs(self) -> Sequence[Bug]:
        """All crashes of all classes, errors first; one that is met from several classes once, where it ranks first."""
        self._leave()
        first: dict[object, Bug] = {}
        for bug in sorted(self._bugs, key=lambda bug: bug.ranked.order):
            at = bug.ranked.place
            member = at.member if isinstance(at, CodePosition) else ""
            first.setdefault((bug.ranked.key, member, bug.source), bug)
        return [*first.values()]

    def _leave(self) -> None:
        """Rank the crashes of the class that was explored last, and forget the class."""
        left, self._class = self._class, None
        if left is None or not left.has_questions:
            return
        try:
            bugs = within(self._deadline, left.bugs)
        except OutOfTime:
            self.unranked.append(left.name)
            bugs = left.unranked()
        self._bugs += [bug for bug in bugs if not self._narrowed or left.is_about(bug)]


class _Class:
    """The explorations of one class."""

    def __init__(self, name: str, target: Target, one_method: bool) -> None:
        self.name = name
        self._one_method = one_method
        self.target = target.of_class
        self._source = target.path if target.path.endswith(".java") else ""
        self.runs: list[Explored] = []
        self._examples: dict[CrashKey, tuple[str, str]] = {}
        self._foreign: dict[CrashKey, Ranked] = {}
        self._reachability: Reachability | None = None

    @property
    def has_questions(self) -> bool:
        return self._reachability is not None or not all(run.complete for run in self.runs)

    def is_about(self, bug: Bug) -> bool:
        """Whether a path ends in it, or calls of a method that was not explored to its end run into it."""
        keys = {run.loaded.java.subject.method.key for run in self.runs if run.loaded.java is not None}
        return bool(bug.path) or (bug.ranked.method in keys and not all(run.complete for run in self.runs))

    def reachability(self) -> Reachability:
        if self._reachability is None:
            from symheap.testgen.reach.rank import Reachability

            java = self.runs[0].loaded.java
            assert java is not None
            last = java.subject.method.key if self._one_method else None
            self._reachability = Reachability(java, self.runs[0].notation.is_own, last_call=last)
        return self._reachability

    def add_example(self, key: CrashKey | None, end: object, run: Explored, path: str) -> None:
        """Remember a path that ends in a crash; one without a key has no place in the user's code."""
        if key is None and isinstance(end, Threw):
            key = CrashKey(end.exception or end.error.value, end.position.file, end.position.line)
            what = key.exception.rpartition(".")[2]
            self._foreign.setdefault(key, Ranked(key, Rank.WARNING, _FOREIGN, end.position, end, what=what))
        if key is not None:
            self._examples.setdefault(key, (run.target, path))

    def replace_example(self, key: CrashKey, run: Explored, path: str) -> None:
        """Show this path for a crash: it is the first one that nothing contradicts."""
        self._examples[key] = (run.target, path)

    def bugs(self) -> list[Bug]:
        return [self._bug(each) for each in (*self.reachability().ranked(), *self._foreign.values())]

    def unranked(self) -> list[Bug]:
        """The crashes that paths end in, where there was no time to look for calls that lead there."""
        known = () if self._reachability is None else self._reachability.unranked()
        return [self._bug(each) for each in (*known, *self._foreign.values())]

    def _bug(self, ranked: Ranked) -> Bug:
        return Bug(self.name, ranked, *self._examples.get(ranked.key, ("", "")), self._source)


def status_of(
    runs: Iterable[Explored | Totals], bugs: Sequence[Bug], unranked: Sequence[str] = (), *, strict: bool = False
) -> Status:
    """Errors are findings, and in a strict run every crash is; a warning or an input that was not tried is open."""
    found = [of_run(run) if strict or not run.is_java else _openness(run) for run in runs]
    ranks = {bug.ranked.rank for bug in bugs}
    if Rank.ERROR in ranks or (strict and ranks):
        found.append(Status.FINDINGS)
    if Rank.WARNING in ranks or unranked:
        found.append(Status.INCONCLUSIVE)
    return worst(found)


def _openness(run: Explored | Totals) -> Status:
    """The status of a Java method without its crashes, which are ranked."""
    return Status.CLEAN if run.complete and not run.vacant else Status.INCONCLUSIVE


def vacancies(runs: Iterable[Explored | Totals]) -> Sequence[str]:
    """The inputs and fields that were null only because no known class fits their type."""
    return tuple(dict.fromkeys(name for run in runs for name in run.vacant))
