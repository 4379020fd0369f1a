"""Reports of explorations in SARIF and JUnit XML, which are written at the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath

from symheap.cli.terminal.streams import Output
from symheap.core.outcome import Bound
from symheap.report.explore import junit as explore_junit
from symheap.report.explore.crashes import Standings
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.sarif import ExploreLog
from symheap.report.explore.tally import Totals
from symheap.report.formats import json, junit
from symheap.report.formats.sarif import SarifEnd
from symheap.session.explore import ExploreResult
from symheap.session.ranking import standing
from symheap.session.status import Status
from symheap.session.subjects import Subjects
from symheap.store.records import KeptPath

_BROKEN = (Bound.INTERRUPTED, Bound.STORE)


def standings(result: ExploreResult) -> Standings:
    """Return the evidence for each crash."""
    return {bug.ranked.key: standing(bug) for bug in result.bugs}


def ended(result: ExploreResult, *, interrupted: bool) -> SarifEnd:
    """Return how the command will end; it may have been `interrupted` between two methods."""
    runs = result.runs
    if interrupted or any(run.stopped is Bound.INTERRUPTED for run in runs):
        return SarifEnd(Status.INTERRUPTED, is_successful=False)
    return SarifEnd(result.status, is_successful=not any(run.stopped in _BROKEN for run in runs))


class SarifReport:
    """Writes one log for all methods."""

    def __init__(self, out: Output, subjects: Subjects, quiet: bool) -> None:
        self._out = out
        self._subjects = subjects
        self._log = ExploreLog()
        self._run: Explored | None = None

    def begin(self, run: Explored) -> None:
        self._run = run
        self._log.begin()

    def add(self, record: KeptPath, path: Path | None) -> None:
        assert self._run is not None
        self._log.add(self._run, record)

    def end(self, run: Explored) -> None:
        self._log.end(run)

    def broken_off(self, run: Explored | None, runs: Sequence[Explored | Totals]) -> str:
        return ""

    def close(self, result: ExploreResult) -> None:
        runs, skipped = result.runs, result.skipped
        target, end = str(self._subjects.target), ended(result, interrupted=self._subjects.interrupted)
        for bug in result.bugs:
            if not bug.path and self._run is not None:
                self._log.add_shown(self._run, bug.ranked.end, bug.ranked.place, standing(bug))
        document = self._log.document(target, runs, skipped, end, FilePath.cwd(), standings(result))
        self._out.write(json.text(document))


class JunitReport:
    """Writes a suite for each method."""

    def __init__(self, out: Output, subjects: Subjects, quiet: bool) -> None:
        self._out = out
        self._subjects = subjects
        self._run: Explored | None = None
        self._cases: list[explore_junit.Unranked] = []
        self._suites: list[tuple[junit.Suite, list[explore_junit.Unranked]]] = []

    def begin(self, run: Explored) -> None:
        self._run = run
        self._cases = []

    def add(self, record: KeptPath, path: Path | None) -> None:
        assert self._run is not None
        self._cases.append(explore_junit.unranked(self._run, record))

    def end(self, run: Explored) -> None:
        self._suites.append((explore_junit.suite(run), self._cases))

    def broken_off(self, run: Explored | None, runs: Sequence[Explored | Totals]) -> str:
        return ""

    def close(self, result: ExploreResult) -> None:
        skipped, known = result.skipped, standings(result)
        suites = [explore_junit.ranked(suite, cases, known) for suite, cases in self._suites]
        more = [explore_junit.skipped(str(self._subjects.target), skipped)] if skipped else []
        self._out.write(junit.document([*suites, *more]))
