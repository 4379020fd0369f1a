"""``symheap explore``: every path, as it is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as FilePath

from symheap.cli.interrupt import Interrupt
from symheap.cli.settings import Settings, begin
from symheap.cli.status import Status, WrongUse, of_run
from symheap.cli.terminal import Output, Progress, output
from symheap.core.outcome import Bound
from symheap.lang.target import load
from symheap.report import json, text
from symheap.report.run import Path, Run
from symheap.report.tree import Tree


def explore(
    target: str, settings: Settings, form: str, file: str | None, smt2: FilePath | None, *, quiet: bool
) -> Status:
    if settings.consistency and settings.heap != "summary":
        raise WrongUse("consistency is a part of the heap model summary: choose it with --heap summary")
    loaded = load(target)
    run = begin(loaded, settings, settings.heap)
    if smt2 is not None:
        smt2.mkdir(parents=True, exist_ok=True)
    with (
        Interrupt() as interrupt,
        Progress(lambda: progress_line(run), quiet=quiet) as progress,
        output(file, progress) as out,
    ):
        report = FORMS[form](run, out, quiet)
        for trace in interrupt.each(run.exploration):
            path = run.note(trace)
            report.add(path)
            if smt2 is not None:
                (smt2 / f"{path.id}.smt2").write_text(path.script(), encoding="utf-8")
        run.finish(Bound.INTERRUPTED if interrupt.seen else None)
        report.close()
    return Status.INTERRUPTED if interrupt.seen else of_run(run)


def progress_line(run: Run) -> str:
    progress, statistics = run.exploration.progress, run.statistics
    rate = progress.traces / max(progress.seconds, 1e-9)
    unknown = f"{run.tally.unknown} not confirmed, " if run.tally.unknown else ""
    return (
        f"symheap: {run.heap}: {progress.traces} traces, {run.tally.paths} paths, {unknown}"
        f"{statistics.queries} queries, {rate:.0f} traces/s, {progress.frontier} waiting, {progress.seconds:.0f} s"
    )


class TextReport:
    """A block a path, then the summary; only the latter if `quiet`."""

    def __init__(self, run: Run, out: Output, quiet: bool) -> None:
        self._run = run
        self._out = out
        self._quiet = quiet

    def add(self, path: Path) -> None:
        if not self._quiet:
            self._out.write(text.block(path, ascii_only=self._out.ascii_only, paint=self._out.paint) + "\n")

    def close(self) -> None:
        self._out.write(text.summary(self._run, self._out.paint))


class JsonReport:
    def __init__(self, run: Run, out: Output, quiet: bool) -> None:
        self._run = run
        self._out = out
        self._first = True
        out.write(json.opening(run))

    def add(self, path: Path) -> None:
        self._out.write(json.element(path, first=self._first))
        self._first = False

    def close(self) -> None:
        self._out.write(json.closing(self._run))


class TreeReport:
    """The computation tree, which is known only at the end."""

    def __init__(self, run: Run, out: Output, quiet: bool) -> None:
        self._run = run
        self._out = out
        self._tree = Tree()

    def add(self, path: Path) -> None:
        self._tree.add(path)

    def close(self) -> None:
        note = "" if self._run.complete else " (not complete)"
        self._out.write(self._tree.to_dot(f"{self._run.target}, {self._run.heap}{note}"))


FORMS: dict[str, Callable[[Run, Output, bool], TextReport | JsonReport | TreeReport]] = {
    "text": TextReport,
    "json": JsonReport,
    "dot": TreeReport,
}
