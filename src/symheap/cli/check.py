"""``symheap check``: the exactness theorem on one program, law by law."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from symheap.cli.clock import last_moment, whole_run
from symheap.cli.interrupt import Interrupt
from symheap.cli.settings import Settings
from symheap.cli.status import Status
from symheap.cli.subjects import Subjects
from symheap.cli.terminal import Output, Progress, output
from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.outcome import Bound
from symheap.heap.registry import MODELS
from symheap.lang.target import Loaded
from symheap.report import text, verdicts
from symheap.report.text import counted
from symheap.report.verdicts import Verdict
from symheap.store.records import Json
from symheap.testing.checking import Sizes, laws_of, subject_of, verdict_on

T = TypeVar("T")


def check(target: str, settings: Settings, form: str, file: str | None, *, quiet: bool) -> Status:
    work, begun = [f"reading {target}"], time.perf_counter()
    documents: list[dict[str, Json]] = []
    statuses: list[Status] = []
    deadline = whole_run(settings.timeout)
    with (
        Interrupt() as interrupt,
        Progress(lambda: f"symheap: {work[0]}, {time.perf_counter() - begun:.0f} s", quiet=quiet) as progress,
    ):
        subjects = Subjects.load(target, settings, interrupt, deadline)
        with output(file, progress) as out:
            shown = out if form == "text" else None
            for loaded in subjects:
                if shown is not None and subjects.several:
                    shown.write(text.heading(str(loaded.target), out.paint))
                own = deadline.share(subjects.left)
                found, seconds = _timed(loaded, settings, interrupt, shown, work, own)
                statuses.append(_status(found))
                documents.append(verdicts.document(str(loaded.target), _bounds(settings), found, seconds))
                if shown is not None:
                    shown.write(_closing(settings, found, seconds) + ("\n" if subjects.several else ""))
            if shown is None:
                out.write(subjects.document(documents))
            else:
                shown.write("".join(f"not explored: {each}\n" for each in subjects.skipped))
    return subjects.status(statuses)


def _timed(
    loaded: Loaded, settings: Settings, interrupt: Interrupt, out: Output | None, work: list[str], deadline: Deadline
) -> tuple[list[Verdict], float]:
    begun = time.perf_counter()
    work[0] = f"exploring {loaded.target}"
    found = _verdicts(loaded, settings, interrupt, out, work, deadline)
    return found, time.perf_counter() - begun


def _status(found: list[Verdict]) -> Status:
    outcomes = {verdict.outcome for verdict in found}
    if "broken" in outcomes:
        return Status.FINDINGS
    return Status.INCONCLUSIVE if "not decided" in outcomes else Status.CLEAN


def _bounds(settings: Settings) -> dict[str, int | float | None]:
    return {
        "max_calls": settings.max_calls,
        "max_loop": settings.max_loop,
        "max_objects": settings.max_objects,
        "max_int": settings.max_int,
        "max_heaps": settings.max_heaps,
        "timeout": settings.timeout or settings.method_timeout,
    }


def _closing(settings: Settings, found: list[Verdict], seconds: float) -> str:
    held = sum(verdict.outcome == "holds" for verdict in found)
    within = (
        f"up to {counted(settings.max_calls, 'nested call')}, initial heaps of up to "
        f"{counted(settings.max_objects, 'object')} with integers from 0 to {settings.max_int}"
    )
    return f"\n{held} of {len(found)} laws hold, {within}; {seconds:.2f} s\n"


def _verdicts(
    loaded: Loaded, settings: Settings, interrupt: Interrupt, out: Output | None, work: list[str], deadline: Deadline
) -> list[Verdict]:
    """Law by law, each said as soon as it is known.  Of a law that is not checked in time, nothing is."""
    solver = settings.chain()
    sizes = Sizes(settings.max_objects, settings.max_int, settings.max_heaps)

    def begun(name: str) -> None:
        work[0] = f"exploring {loaded.target} under {name} ({[*MODELS].index(name) + 1} of {len(MODELS)} models)"

    def in_time(work: Callable[[], T]) -> T | None:
        try:
            return interrupt.call(lambda: within(last_moment(deadline), work))
        except OutOfTime:
            return None

    subject = in_time(lambda: subject_of(loaded, settings.for_unit(deadline).bounds(), solver, begun))
    found: list[Verdict] = []
    laws = laws_of(loaded)
    for law in laws:
        work[0] = f"checking {law} ({len(found) + 1} of {len(laws)} laws)"
        verdict = in_time(partial(verdict_on, law, loaded, subject, sizes)) if subject else None
        why = Bound.INTERRUPTED.value if interrupt.seen else f"stopped by {Bound.TIME.value}"
        found.append(verdict or Verdict(law, "not decided", why))
        if out is not None:
            out.write(verdicts.line(found[-1], out.paint))
    return found
