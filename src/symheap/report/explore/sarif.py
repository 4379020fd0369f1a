"""Explorations as SARIF: a result for each crash, with the decisions of an example as a code flow.

Cuts by a bound, undecided queries and unsupported features are results of the kind ``open`` at their places, and also
notifications of the invocation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from symheap.core.outcome import Cut, Returned, Threw, Unsupported
from symheap.core.source import CodePosition, Position
from symheap.lang.target import JRT
from symheap.report.explore import text
from symheap.report.explore.crashes import CrashKey, CrashRank, Standings, crash_key
from symheap.report.explore.explored import Explored
from symheap.report.explore.findings import Finding
from symheap.report.explore.forms import end_of
from symheap.report.explore.places import source_file
from symheap.report.explore.tally import Totals
from symheap.report.formats.sarif import SarifEnd, SarifNote, SarifPlace, SarifResult, SarifStep, log
from symheap.report.formats.sarif_rules import NOT_ANALYSED
from symheap.report.words import counted
from symheap.store.records import Document, Json, KeptPath

_MOST_PLACES = 200


class ExploreLog:
    """Collects paths, and stores one example for each end."""

    def __init__(self) -> None:
        self._examples: dict[str, KeptPath] = {}
        self._open: dict[tuple[str, SarifPlace], int] = {}
        self._results: list[SarifResult] = []
        self._crashes: list[tuple[CrashKey | None, SarifResult]] = []
        self._notes: list[SarifNote] = []

    def begin(self) -> None:
        self._examples = {}
        self._open = {}

    def add(self, run: Explored, path: KeptPath) -> None:
        end = end_of(path.end)
        if not path.confirmed:
            at = run.loaded.target.path if isinstance(end, Returned) else end.position
            self._left("no solver could say whether this path is possible", _place(run, at))
        elif isinstance(end, Cut):
            self._left(f"cut by {end.bound.value}: what lies beyond is not known", _place(run, end.position))
        elif isinstance(end, Threw) and str(end) not in self._examples:
            self._examples[str(end)] = path

    def add_shown(self, run: Explored, end: Threw, at: Position, standing: CrashRank) -> None:
        """Add a crash that a sequence of calls runs into, and in which no path ends."""
        what = Finding(end, at, "")
        self._results.append(_ranked(_crash(run, what, None), standing))

    def _left(self, what: str, at: SarifPlace) -> None:
        if (what, at) in self._open or len(self._open) < _MOST_PLACES:
            self._open[what, at] = self._open.get((what, at), 0) + 1

    def end(self, run: Explored) -> None:
        examples = {str(path.number): path for path in self._examples.values()}
        for each in run.findings.crashes:
            self._crashes.append(
                (crash_key(each.end, run.notation.is_own), _crash(run, each, examples.get(each.example)))
            )
        self._results += [_unsupported(run, each) for each in run.findings.unsupported]
        self._results += [_left_open(run, what, at, count) for (what, at), count in self._open.items()]
        self._notes += _notes(run)

    def document(
        self,
        target: str,
        runs: Sequence[Explored | Totals],
        skipped: Sequence[str],
        ended: SarifEnd,
        root: Path,
        standings: Standings | None = None,
    ) -> dict[str, Json]:
        """Return the log.  Crashes with a standing have its level; the others are errors."""
        known = standings or {}
        crashes = [_ranked(each, None if key is None else known.get(key)) for key, each in self._crashes]
        notes = [*self._notes, *(SarifNote(f"not explored: {each}") for each in skipped)]
        properties: dict[str, Json] = {
            "targets": [run.target for run in runs],
            "complete": not skipped and all(run.complete for run in runs),
            "assumptions": list(dict.fromkeys(said for run in runs for said in run.assumptions)),
        }
        return log(("explore", target), [*crashes, *self._results], notes, ended, root, properties)


def _crash(run: Explored, finding: Finding, example: KeptPath | None) -> SarifResult:
    end = finding.end
    assert isinstance(end, Threw)
    stack = tuple(SarifStep(_place(run, at), f"in {text.member(at)}") for at in end.stack if not text.is_entry(at))
    branches: list[Document] = example.document["branches"] if example is not None else []
    last = SarifStep(_place(run, end.position), text.thrown(run, end))
    properties: dict[str, Json] = {"target": run.target, "paths": finding.count, "example": finding.example}
    if example is not None:
        properties |= {"condition": example.document["condition"], "inputs": example.document["inputs"]}
    return SarifResult(
        end.error.value,
        "error",
        text.what_is_wrong(run, finding),
        _place(run, finding.position),
        (*_flow(run, branches), last),
        stack,
        properties=properties,
    )


def _ranked(result: SarifResult, standing: CrashRank | None) -> SarifResult:
    if standing is None:
        return result
    properties: dict[str, Json] = {"reason": standing.reason, "statements": list(standing.statements)}
    message = f"{result.message}; {standing.words()}"
    return replace(result, level=standing.level, message=message, properties={**result.properties, **properties})


def _flow(run: Explored, branches: Sequence[Document]) -> Iterator[SarifStep]:
    """Yield the decisions.

    An error that becomes an exception of the program is left out; the flow ends with it anyway.
    """
    for branch in branches:
        choice = str(branch["choice"]).lower() if isinstance(branch["choice"], bool) else branch["choice"]
        if branch["kind"] != "error":
            yield SarifStep(_named(run, branch["position"]), f"{branch['kind']}: {choice}")


def _named(run: Explored, written: str) -> SarifPlace:
    """Parse a place as written in JSON: with a line, with a line and a column, or with a member."""
    head, _, last = written.rpartition(":")
    if not last.isdigit():
        return SarifPlace(_container(run), member=written)
    file, _, line = head.rpartition(":")
    if line.isdigit() and file:
        return SarifPlace(file, int(line), int(last))
    return _place(run, CodePosition(head, int(last), 0))


def _unsupported(run: Explored, finding: Finding) -> SarifResult:
    end = finding.end
    assert isinstance(end, Unsupported)
    return _left_open(run, f"unsupported: {end.what}", _place(run, finding.position), finding.count)


def _left_open(run: Explored, what: str, at: SarifPlace, count: int) -> SarifResult:
    properties: dict[str, Json] = {"target": run.target, "paths": count}
    return SarifResult(
        NOT_ANALYSED, "none", f"{what} ({counted(count, 'path')})", at, is_open=True, properties=properties
    )


def _notes(run: Explored) -> Iterator[SarifNote]:
    if run.stopped is not None:
        yield SarifNote(f"{run.target}: stopped by {run.stopped.value}: paths may be missing", "error")
    tally = run.tally
    for count, what in ((tally.cut, "cut by a bound"), (tally.unsupported, "ended in what is not supported")):
        if count:
            yield SarifNote(f"{run.target}: {counted(count, 'trace')} {what}")
    if tally.unknown:
        yield SarifNote(f"{run.target}: {counted(tally.unknown, 'trace')} that no solver could confirm or exclude")
    if run.complete and not tally.total:
        yield SarifNote(f"{run.target}: no input satisfies what is assumed")


def _place(run: Explored, at: Position | str) -> SarifPlace:
    if isinstance(at, str):
        return SarifPlace(_container(run))
    if not isinstance(at, CodePosition):
        return SarifPlace(at.file, at.line, at.column)
    source = source_file(run.loaded.target.path, at)
    if source is not None:
        return SarifPlace(source, at.line, member=at.member)
    return SarifPlace(_container(run), member=at.member or str(at), offset=at.column)


def _container(run: Explored) -> str:
    """Return the file that holds the program; empty for a class of the JDK."""
    path = run.loaded.target.path
    return "" if path.startswith(JRT) else path
