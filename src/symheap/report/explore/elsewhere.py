"""Explorations of other processes, as reports read them.

`report_of` gives the plain data of an exploration, and `ReportedRun` makes of it what reports read.  The texts of paths
that a caller will read are made where the path was found: `told`.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from symheap.core.outcome import Bound, Threw, Unsupported
from symheap.core.source import Position
from symheap.engine.explore import ExplorationProgress
from symheap.lang.target import Loaded, Target
from symheap.objects.decisions import PathKey
from symheap.report.explore import text
from symheap.report.explore.crashes import is_crash
from symheap.report.explore.explored import Explored
from symheap.report.explore.findings import Finding
from symheap.report.explore.fresh import FreshPath
from symheap.report.explore.kept import progress_form
from symheap.report.explore.tally import Counts, Totals
from symheap.report.formats.notation import Notation
from symheap.solver.api import Statistics
from symheap.store.records import Document, Json

BLOCK = "block"
ASCII_BLOCK = "ascii block"
"""The block of a path with its smallest example, as the text of the path."""


# Explorations ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Words:
    """Descriptions of crashes: their ends, and what is wrong there."""

    ends: dict[Threw, str] = field(default_factory=dict)
    wrong: dict[Threw, str | None] = field(default_factory=dict)

    def describe(self, run: Explored, end: Threw, at: Position) -> None:
        """Add a crash in which no path ends."""
        self.ends[end] = text.thrown(run, end)
        self.wrong[end] = run.what_is_wrong(Finding(end, at, ""))

    def update(self, other: Words) -> None:
        self.ends.update(other.ends)
        self.wrong.update(other.wrong)


@dataclass(frozen=True, slots=True)
class Report:
    """The facts about an exploration, besides its paths, that reports read, as plain data.

    `wrong` describes each crash by the number of its first path, and `ends` the ends of these paths.  `own` are those
    positions of the ends of paths that are in the program under test.  `lines` is the number of lines with code, and
    how many of them are covered.
    `progress_form` is the cost as run files keep it.
    """

    target: Target
    heap: str
    is_java: bool
    assumptions: tuple[str, ...]
    vacant: tuple[str, ...]
    counts: Counts
    statistics: Statistics
    progress: ExplorationProgress
    finished: bool
    seconds: float
    crashes: tuple[Finding, ...]
    thrown: tuple[Finding, ...]
    unsupported: tuple[Finding, ...]
    wrong: Mapping[str, str | None]
    ends: Mapping[Threw, str]
    own: frozenset[Position]
    lines: tuple[int, int]
    progress_form: Mapping[str, Json]


def positions_of(end: object) -> Iterator[Position]:
    """Yield the positions by which the end of a path is judged."""
    if isinstance(end, Threw | Unsupported):
        yield from (end.position, *end.stack)


def report_of(run: Explored, own: Collection[Position]) -> Report:
    """Return the plain data of an exploration, in progress or finished.

    `own` are the positions of the ends of its paths that are in the program under test.
    """
    findings = run.findings
    crashes, thrown, unsupported = map(_plain, (findings.crashes, findings.thrown, findings.unsupported))
    return Report(
        run.loaded.target,
        run.heap,
        run.is_java,
        run.loaded.assumptions,
        run.vacant,
        run.tally.counts(),
        replace(run.statistics),
        replace(run.exploration.progress),
        run.finished,
        run.spent,
        crashes,
        thrown,
        unsupported,
        {each.example: run.what_is_wrong(each) for each in findings.crashes} if run.finished else {},
        {each.end: text.thrown(run, each.end) for each in findings.crashes if isinstance(each.end, Threw)},
        frozenset(own),
        run.coverage.counts(),
        progress_form(run),
    )


def _plain(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return findings with the number of their paths instead of the paths."""
    return tuple(Finding(each.end, each.position, each.example, counted=each.count) for each in findings)


class ReportedRun(Explored):
    """An exploration of another process, made of its report and of the descriptions of other crashes."""

    def __init__(self, report: Report, words: Words | None = None) -> None:
        # The exploration itself is elsewhere: nothing of `Explored` but what is derived from these parts is used.
        self._report = report
        self.loaded = Loaded(report.target, cast(Any, None), assumptions=report.assumptions)
        self.exploration = cast(Any, _Exploration(report))
        self.tally = cast(Any, report.counts)
        self.notation = _Notation(report.own, is_java=report.is_java)
        self.findings = cast(Any, report)
        self.coverage = cast(Any, _Coverage(report))
        self.finished = report.finished
        self.seconds = report.seconds
        self.seconds_before = 0.0
        self._wrong = dict(report.wrong)
        self._words = words or Words()
        self.told_ends = ChainMap(dict(report.ends), self._words.ends)

    def totals(self) -> Totals:
        known = (self.statistics, self.stopped, self.complete, self.seconds, self.assumptions, self.traces)
        return Totals(self.target, self.heap, self._report.counts, *known, self.is_java, self.vacant)

    @property
    def is_java(self) -> bool:
        return self._report.is_java

    @property
    def vacant(self) -> tuple[str, ...]:
        return self._report.vacant

    def crashes(self, end: object) -> bool:
        return isinstance(end, Threw) and is_crash(end, self.notation.is_own)

    @property
    def spent(self) -> float:
        return self.seconds

    def finish(self, stopped: Bound | None = None) -> None:
        self.finished = True
        if stopped is not None:
            self.exploration.progress.stopped = stopped

    def what_is_wrong(self, finding: Finding) -> str | None:
        assert isinstance(finding.end, Threw)
        return self._wrong.get(finding.example) if finding.example else self._words.wrong.get(finding.end)


class _Exploration:
    """Stands in for an `Exploration`."""

    def __init__(self, report: Report) -> None:
        self.name = report.heap
        self.model = self
        self.statistics = report.statistics
        self.progress = report.progress


class _Notation(Notation):
    def __init__(self, own: Collection[Position], *, is_java: bool) -> None:
        self._own = own
        self._is_java = is_java

    def type_name(self, class_name: str) -> str:
        if not self._is_java:
            return class_name
        from symheap.report.java.known_objects import type_name

        return type_name(class_name)

    def is_own(self, position: Position) -> bool:
        return position in self._own


class _Coverage:
    """Stands in for `Coverage`."""

    def __init__(self, report: Report) -> None:
        self._report = report

    def counts(self) -> tuple[int, int]:
        return self._report.lines


# Paths ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ToldPath:
    """A `KeptPath` of another process with the texts that were asked for; the others are missing."""

    number: int
    place: str
    end: Document
    confirmed: bool
    style: str
    told: Mapping[str, Any] = field(default_factory=dict)
    parts: Document | None = None
    test = None
    heaps = None
    told_decisions = ()

    def chosen(self, names: Collection[str]) -> Document:
        assert self.parts is not None, "no parts of this path were asked for"
        return {name: value for name, value in self.parts.items() if name in names}

    @property
    def key(self) -> PathKey:
        return cast(PathKey, self.told["key"])

    @property
    def document(self) -> Document:
        return cast(Document, self.told["document"])

    @property
    def formula(self) -> str:
        return str(self.told["formula"])

    @property
    def conditions(self) -> tuple[str, ...]:
        return tuple(self.told["conditions"])

    @property
    def decided(self) -> tuple[list[str], str] | None:
        return cast("tuple[list[str], str] | None", self.told["decided"])

    @property
    def ending(self) -> str:
        return str(self.told["ending"])

    @property
    def text(self) -> str:
        return str(self.told["text"])

    @property
    def input(self) -> Document | None:
        return cast("Document | None", self.told["input"])

    @property
    def final(self) -> Document | None:
        return cast("Document | None", self.told["final"])


def told(record: FreshPath, texts: Collection[str], parts: Collection[str]) -> ToldPath:
    """Return a path that was just found as plain data, with the properties `texts` and the `parts` of its document."""
    block = next((name for name in (BLOCK, ASCII_BLOCK) if name in texts), "")
    values = {name: getattr(record, name) for name in texts if name != block and not (block and name == "text")}
    if block:
        values["text"] = text.block(record.path, ascii_only=block == ASCII_BLOCK, minimal=True)
    chosen = record.chosen(parts) if parts else None
    return ToldPath(record.number, record.place, record.end, record.confirmed, record.style, values, chosen)
