"""``symheap compare``: one program under several heap models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from symheap.cli.clock import whole_run
from symheap.cli.interrupt import Interrupt
from symheap.cli.run_line import RunLine
from symheap.cli.settings import Settings, begin
from symheap.cli.status import Status
from symheap.cli.subjects import Subjects
from symheap.cli.terminal import Output, Progress, output
from symheap.core.outcome import Bound
from symheap.lang.target import Loaded
from symheap.page.comparison import comparison_model
from symheap.page.render import page
from symheap.report import json, text
from symheap.report.run import Run
from symheap.report.table import agree, table


def compare(target: str, settings: Settings, form: str, file: str | None, *, quiet: bool) -> Status:
    """The models run one after the other.  Each has an equal share of the time that is left."""
    runs: list[Run] = []
    compared: list[tuple[str, list[Run]]] = []
    statuses: list[Status] = []
    line, count = RunLine(), len(settings.heaps)
    deadline = whole_run(settings.timeout)

    def told() -> str:
        if not runs:
            return f"symheap: reading {target}"
        return line.text(runs[-1], f"{(len(runs) - 1) % count + 1} of {count}" if count > 1 else "")

    with (
        Interrupt() as interrupt,
        Progress(told, quiet=quiet) as progress,
    ):
        subjects = Subjects.load(target, settings, interrupt, deadline)
        with output(file, progress) as out:
            for loaded in subjects:
                every = [
                    explore_one(loaded, settings.for_unit(deadline, count * subjects.left - at), heap, runs, interrupt)
                    for at, heap in enumerate(settings.heaps)
                ]
                finished = [run for run in every if run is not None]
                statuses.append(_status(finished))
                compared.append((str(loaded.target), finished))
                if form == "text":
                    _write_table(out, loaded, finished, several=subjects.several)
            if form == "json":
                out.write(subjects.document([json.comparison(name, own, agree(own)) for name, own in compared]))
            elif form == "html":
                status = subjects.status(statuses)
                out.write(page(comparison_model(target, compared, int(status), asdict(settings))))
            elif subjects.several:
                out.write("".join(f"not explored: {each}\n" for each in subjects.skipped))
    return subjects.status(statuses)


def _write_table(out: Output, loaded: Loaded, runs: Sequence[Run], *, several: bool) -> None:
    out.write(text.heading(str(loaded.target), out.paint) if several else "")
    out.write(table(runs, out.paint) + ("\n" if several else ""))


def explore_one(loaded: Loaded, settings: Settings, heap: str, runs: list[Run], interrupt: Interrupt) -> Run | None:
    """A run to its end, or None if an interrupt came before."""
    if interrupt.seen:
        return None
    run = begin(loaded, settings, heap)
    runs.append(run)
    for trace in interrupt.each(run.exploration):
        run.note(trace)
    run.finish(Bound.INTERRUPTED if interrupt.seen else None)
    return run


def _status(runs: Sequence[Run]) -> Status:
    verdict = agree(runs)
    if verdict is False:
        return Status.FINDINGS
    return Status.CLEAN if verdict and all(run.complete for run in runs) else Status.INCONCLUSIVE
