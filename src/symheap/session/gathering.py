"""Gather the evidence for the crashes of one method, where the other methods of its class are explored elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.nodes import aside
from symheap.core.outcome import Threw
from symheap.report.explore.crashes import CrashKey, crash_key
from symheap.report.explore.explored import Explored, Path
from symheap.testgen.reach.ranked import Rank, Ranked

if TYPE_CHECKING:
    from symheap.testgen.reach.evidence import Crash, Evidence

_FOREIGN: Final = "not shown reachable: no line of this program takes part"


@dataclass(slots=True)
class Examples:
    """Paths that end in crashes, as pairs of a method's target and the number of its path.

    `agreeing` are the first paths that nothing contradicts.  `foreign` are crashes without a place in the user's code.
    """

    first: dict[CrashKey, tuple[str, str]] = field(default_factory=dict)
    agreeing: dict[CrashKey, tuple[str, str]] = field(default_factory=dict)
    foreign: dict[CrashKey, Ranked] = field(default_factory=dict)

    def add(self, key: CrashKey | None, end: object, run: Explored, path: str) -> None:
        """Remember a path that ends in a crash."""
        if key is None and isinstance(end, Threw):
            key = CrashKey(end.exception or end.error.value, end.position.file, end.position.line)
            what = key.exception.rpartition(".")[2]
            self.foreign.setdefault(key, Ranked(key, Rank.WARNING, _FOREIGN, end.position, end, what=what))
        if key is not None:
            self.first.setdefault(key, (run.target, path))

    def join(self, later: Examples) -> None:
        """Add the first paths of a later method."""
        for key, path in later.first.items():
            self.first.setdefault(key, path)
        for key, ranked in later.foreign.items():
            self.foreign.setdefault(key, ranked)

    def of(self, key: CrashKey) -> tuple[str, str]:
        """Return the path to show for a crash: one that nothing contradicts, if there is one."""
        return self.agreeing.get(key) or self.first.get(key, ("", ""))


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the exploration of a method tells about the crashes of its class, as plain data.

    `method` is its key.  `crashed`: some path ends in a crash.  `is_late`: there was no time to examine all of them.
    """

    class_name: str
    method: str
    complete: bool = False
    crashed: bool = False
    is_late: bool = False
    examples: Examples = field(default_factory=Examples)
    crashes: Sequence[Crash] = ()


class Gathering:
    """Follows the exploration of one method."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._run: Explored | None = None
        self._evidence: Evidence | None = None
        self._examples = Examples()
        self._is_late = False

    def begin(self, run: Explored) -> None:
        """Note that the exploration begins."""
        self._run = run

    def add(self, path: Path) -> None:
        """Add a path."""
        if path.run.loaded.java is None or not path.crashes:
            return
        try:
            with aside():
                within(self._deadline, lambda: self._crashed(path))
        except OutOfTime:
            self._is_late = True

    def _crashed(self, path: Path) -> None:
        run, trace, java = path.run, path.trace, path.run.loaded.java
        assert java is not None
        if self._evidence is None:
            from symheap.testgen.reach.evidence import Evidence

            self._evidence = Evidence(java, run.notation.is_own)
        self._examples.add(crash_key(trace.end, run.notation.is_own), trace.end, run, path.id)
        if not trace.confirmed or not isinstance(trace.end, Threw):
            return
        crash = self._evidence.count(trace.end, java)
        if crash is not None:
            agreed = crash.agrees
            self._evidence.examine(crash, run.exploration, trace, java)
            if crash.agrees and not agreed:
                self._examples.agreeing[crash.key] = (run.target, path.id)

    def restore(self, run: Explored, end: object, path: str) -> None:
        """Ignore a path of an earlier process: a unit of work has none."""

    def gathered(self) -> Gathered | None:
        """Return the evidence; None if no exploration began."""
        run = self._run
        if run is None or run.loaded.java is None:
            return None
        subject, crashed = run.loaded.java.subject, self._evidence is not None
        found = Gathered(subject.class_name, subject.method.key, run.complete, crashed, self._is_late, self._examples)
        if self._evidence is None:
            return found
        try:
            return replace(found, crashes=within(self._deadline, self._evidence.plain))
        except OutOfTime:
            return replace(found, is_late=True)
