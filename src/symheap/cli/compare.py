"""``symheap compare``: one program under several heap models."""

from __future__ import annotations

from symheap.cli.explore import progress_line
from symheap.cli.interrupt import Interrupt
from symheap.cli.settings import Settings, begin
from symheap.cli.status import Status
from symheap.cli.terminal import Progress, output
from symheap.core.outcome import Bound
from symheap.lang.target import Loaded, load
from symheap.report import json
from symheap.report.run import Run
from symheap.report.table import agree, table


def compare(target: str, settings: Settings, form: str, file: str | None, *, quiet: bool) -> Status:
    """The models run one after the other, so that no one takes the other's time."""
    loaded = load(target)
    runs: list[Run] = []
    with (
        Interrupt() as interrupt,
        Progress(lambda: progress_line(runs[-1]) if runs else "", quiet=quiet) as progress,
        output(file, progress) as out,
    ):
        for heap in settings.heaps:
            if not interrupt.seen:
                explore_one(loaded, settings, heap, runs, interrupt)
        verdict = agree(runs)
        if form == "json":
            out.write(json.comparison(str(loaded.target), runs, verdict))
        else:
            out.write(table(runs, out.paint))
    return Status.INTERRUPTED if interrupt.seen else _status(runs, verdict)


def explore_one(loaded: Loaded, settings: Settings, heap: str, runs: list[Run], interrupt: Interrupt) -> None:
    run = begin(loaded, settings, heap)
    runs.append(run)
    for trace in interrupt.each(run.exploration):
        run.note(trace)
    run.finish(Bound.INTERRUPTED if interrupt.seen else None)


def _status(runs: list[Run], verdict: bool | None) -> Status:
    if verdict is False:
        return Status.FINDINGS
    return Status.CLEAN if verdict and all(run.complete for run in runs) else Status.INCONCLUSIVE
