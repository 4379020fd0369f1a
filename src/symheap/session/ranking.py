"""Rank the crashes of explored Java programs by the evidence for them.

A crash that a sequence of public calls runs into is an error.  A crash that contradicts an invariant of its class is a
note.  Any other crash is a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.nodes import aside
from symheap.core.outcome import Threw
from symheap.core.source import CodePosition
from symheap.lang.target import Target
from symheap.report.explore.crashes import CrashRank, crash_key
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.tally import Totals
from symheap.report.formats.descriptors import without_descriptors
from symheap.session.gathering import Examples, Gathered
from symheap.session.status import Status, of_run, worst
from symheap.store.records import Json
from symheap.testgen.reach.ranked import Rank, Ranked

if TYPE_CHECKING:
    from symheap.testgen.reach.rank import Reachability


@dataclass(frozen=True, slots=True)
class Bug:
    """A crash of one class, with its rank.

    `path` is the number of a path of `target` that ends in it.  Both are empty for a crash that only a sequence of
    calls has shown.  `source` is the file of the class if the target is a source file.
    """

    class_name: str
    ranked: Ranked
    target: str = ""
    path: str = ""
    source: str = ""


def standing(bug: Bug) -> CrashRank:
    """Return the evidence for a bug in the form that all reports share."""
    return CrashRank(bug.ranked.rank.word, bug.ranked.reason, bug.ranked.statements)


def form_of(bug: Bug) -> dict[str, Json]:
    """Return a bug as plain data: in run files, and with its `place` in the JSON contract."""
    ranked = bug.ranked
    return {
        "rank": ranked.rank.word,
        "class": bug.class_name,
        "file": ranked.key.file,
        "line": ranked.key.line,
        "exception": ranked.key.exception,
        "error": ranked.end.error.value,
        "detail": without_descriptors(ranked.end.detail),
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
        """Note that the exploration of a method begins."""
        if run.loaded.java is None:
            return
        target = run.loaded.target
        if self._class is None or self._class.target != target.of_class:
            self._leave()
            self._class = _Class(run.loaded.java.subject.class_name, target, self._one_method)
        self._class.runs.append(run)

    def add(self, path: Path) -> None:
        """Add a path of the current exploration.

        A crash that there is no time to examine makes the result inconclusive.
        """
        if self._class is None or not path.crashes:
            return
        try:
            with aside():
                within(self._deadline, lambda: self._crashed(path))
        except OutOfTime:
            self.unranked.append(self._class.name)

    def _crashed(self, path: Path) -> None:
        assert self._class is not None
        run, trace = path.run, path.trace
        key = crash_key(trace.end, run.notation.is_own)
        examples = self._class.examples
        examples.add(key, trace.end, run, path.id)
        crashes = self._class.reachability().crashes
        before = None if key is None else crashes.get(key)
        agreed = before is not None and before.agrees
        self._class.reachability().note(run.exploration, trace, run.loaded.java)
        if key is not None and not agreed and key in crashes and crashes[key].agrees:
            examples.agreeing[key] = (run.target, path.id)

    def join(self, methods: Sequence[Gathered]) -> None:
        """Add all methods of the current class, in their order, which were explored elsewhere."""
        if self._class is None:
            return
        try:
            within(self._deadline, partial(self._class.join, methods))
        except OutOfTime:
            self.unranked.append(self._class.name)
        if any(each.is_late for each in methods):
            self.unranked.append(self._class.name)

    def restore(self, run: Explored, end: object, path: str) -> None:
        """Add a path that another process has found."""
        if self._class is not None and run.crashes(end) and isinstance(end, Threw):
            java = run.loaded.java
            assert java is not None
            self._class.examples.add(self._class.reachability().restore(end, java), end, run, path)

    def bugs(self) -> Sequence[Bug]:
        """Return all crashes of all classes, errors first.

        A crash found from several classes is listed once, where it ranks first.
        """
        self._leave()
        return in_order(self._bugs)

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


def in_order(bugs: Iterable[Bug]) -> Sequence[Bug]:
    """Return the crashes of classes, errors first, each once."""
    first: dict[object, Bug] = {}
    for bug in sorted(bugs, key=lambda bug: bug.ranked.order):
        at = bug.ranked.place
        member = at.member if isinstance(at, CodePosition) else ""
        first.setdefault((bug.ranked.key, member, bug.source), bug)
    return [*first.values()]


class _Class:
    """The explorations of one class."""

    def __init__(self, name: str, target: Target, one_method: bool) -> None:
        self.name = name
        self._one_method = one_method
        self.target = target.of_class
        self._source = target.path if target.path.endswith(".java") else ""
        self.runs: list[Explored] = []
        self.examples = Examples()
        self._joined: dict[str, bool] = {}
        self._reachability: Reachability | None = None

    @property
    def has_questions(self) -> bool:
        return self._reachability is not None or not all(self._methods().values())

    def _methods(self) -> Mapping[str, bool]:
        """Return whether the exploration of each method was complete, by the key of the method."""
        own = {each.loaded.java.subject.method.key: each.complete for each in self.runs if each.loaded.java is not None}
        return {**own, **self._joined}

    def join(self, methods: Sequence[Gathered]) -> None:
        """Add the evidence of methods, in their order."""
        self._joined = {each.method: each.complete for each in methods}
        for each in methods:
            if each.crashed:
                self.examples.join(each.examples)
                for key in self.reachability().join(each.crashes):
                    self.examples.agreeing[key] = each.examples.agreeing[key]

    def is_about(self, bug: Bug) -> bool:
        """Whether a path ends in the crash, or it was found by calls of a method that was not explored completely."""
        methods = self._methods()
        return bool(bug.path) or (bug.ranked.method in methods and not all(methods.values()))

    def reachability(self) -> Reachability:
        if self._reachability is None:
            from symheap.testgen.reach.rank import Reachability

            java = self.runs[0].loaded.java
            assert java is not None
            last = java.subject.method.key if self._one_method else None
            self._reachability = Reachability(java, self.runs[0].notation.is_own, last_call=last)
        return self._reachability

    def bugs(self) -> list[Bug]:
        return [self._bug(each) for each in (*self.reachability().ranked(), *self.examples.foreign.values())]

    def unranked(self) -> list[Bug]:
        """Return the crashes of the paths without ranks, when there is no time to look for calls that lead to them."""
        known = () if self._reachability is None else self._reachability.unranked()
        return [self._bug(each) for each in (*known, *self.examples.foreign.values())]

    def _bug(self, ranked: Ranked) -> Bug:
        return Bug(self.name, ranked, *self.examples.of(ranked.key), self._source)


def status_of(
    runs: Iterable[Explored | Totals], bugs: Sequence[Bug], unranked: Sequence[str] = (), *, strict: bool = False
) -> Status:
    """Return the exit status: errors are findings, and so is every crash in a strict run.

    Warnings and inputs that were not tried make the result inconclusive.
    """
    statuses = [of_run(run) if strict or not run.is_java else _openness(run) for run in runs]
    ranks = {bug.ranked.rank for bug in bugs}
    if Rank.ERROR in ranks or (strict and ranks):
        statuses.append(Status.FINDINGS)
    if Rank.WARNING in ranks or unranked:
        statuses.append(Status.INCONCLUSIVE)
    return worst(statuses)


def _openness(run: Explored | Totals) -> Status:
    """Return the status of a Java method without its crashes, which are ranked separately."""
    return Status.CLEAN if run.complete and not run.vacant else Status.INCONCLUSIVE


def vacancies(runs: Iterable[Explored | Totals]) -> Sequence[str]:
    """Return the inputs and fields that were null only because no known class fits their type."""
    return tuple(dict.fromkeys(name for run in runs for name in run.vacant))
