"""Explorations for machines: SARIF and JUnit's XML, which are written when all is known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath

from symheap.cli.terminal import Output
from symheap.core.outcome import Bound
from symheap.report import explore_junit, json, junit
from symheap.report.explore_sarif import ExploreLog
from symheap.report.explored import Explored, Path, Totals
from symheap.report.sarif import Ended
from symheap.session.explore import Result
from symheap.session.status import Status, of_run, worst
from symheap.session.subjects import Subjects
from symheap.store.records import KeptPath

_BROKEN = (Bound.INTERRUPTED, Bound.STORE)


def ended(runs: Sequence[Explored | Totals], skipped: Sequence[str], *, interrupted: bool) -> Ended:
    """How the command will end; it may have been `interrupted` between two methods."""
    if interrupted or any(run.stopped is Bound.INTERRUPTED for run in runs):
        return Ended(Status.INTERRUPTED, is_successful=False)
    status = worst((*map(of_run, runs), *(Status.INCONCLUSIVE for _ in skipped)))
    return Ended(status, is_successful=not any(run.stopped in _BROKEN for run in runs))


class SarifReport:
    """One log for all methods."""

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

    def close(self, result: Result) -> None:
        runs, skipped = result.runs, result.skipped
        target, end = str(self._subjects.target), ended(runs, skipped, interrupted=self._subjects.interrupted)
        self._out.write(json.text(self._log.document(target, runs, skipped, end, FilePath.cwd())))


class JunitReport:
    """A suite for each method."""

    def __init__(self, out: Output, subjects: Subjects, quiet: bool) -> None:
        self._out = out
        self._subjects = subjects
        self._run: Explored | None = None
        self._cases: list[junit.Case] = []
        self._suites: list[junit.Suite] = []

    def begin(self, run: Explored) -> None:
        self._run = run
        self._cases = []

    def add(self, record: KeptPath, path: Path | None) -> None:
        assert self._run is not None
        self._cases.append(explore_junit.case(self._run, record))

    def end(self, run: Explored) -> None:
        self._suites.append(explore_junit.suite(run, self._cases))

    def broken_off(self, run: Explored | None, runs: Sequence[Explored | Totals]) -> str:
        return ""

    def close(self, result: Result) -> None:
        skipped = result.skipped
        more = [explore_junit.skipped(str(self._subjects.target), skipped)] if skipped else []
        self._out.write(junit.document([*self._suites, *more]))
