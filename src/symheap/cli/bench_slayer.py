"""``symheap bench slayer``: Table 1 of 004, and the public test suite of its tool."""

from __future__ import annotations

import re
import time
from pathlib import Path

from symheap.bench import slayer, slayer_report
from symheap.cli.interrupt import Interrupt
from symheap.cli.status import Status, WrongUse
from symheap.cli.terminal import Progress, output
from symheap.report import json


def bench_slayer(
    suite: Path | None,
    pattern: str | None,
    workers: int,
    seconds: float,
    form: str,
    file: str | None,
    *,
    asan: bool,
    quiet: bool,
) -> Status:
    """Status 1 if a verdict contradicts a label, 3 if one is unknown."""
    if suite is not None and not slayer.has_folders(suite):
        raise WrongUse(f"--suite: {suite} has no test/CORRECT.txt, or no include/")
    began = time.perf_counter()
    done: list[tuple[slayer.Program, slayer.Judged]] = []
    with slayer.scratch() as scratch, Interrupt() as interrupt:
        folder = Path(scratch)
        programs = [*slayer.own_programs(folder)]
        if suite is not None:
            (folder / "aliases").mkdir()
            programs += slayer.suite_programs(suite, folder / "aliases")
        programs = [each for each in programs if pattern is None or re.search(pattern, each.name)]
        with (
            Progress(lambda: f"symheap: {len(done)} of {len(programs)} programs", quiet=quiet) as progress,
            output(file, progress) as out,
        ):
            results = slayer.run(programs, workers, seconds, asan=asan)
            for judged in interrupt.each(results):
                done.append((programs[len(done)], judged))
            spent = time.perf_counter() - began
            shown = slayer_report.text(done, spent)
            out.write(json.text(slayer_report.document(done, spent)) if form == "json" else shown)
    if interrupt.seen:
        return Status.INTERRUPTED
    found = [slayer.agrees(program, judged) for program, judged in done]
    if False in found:
        return Status.FINDINGS
    return Status.INCONCLUSIVE if None in found else Status.CLEAN
