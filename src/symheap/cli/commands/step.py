"""``symheap step``: run a machine of the papers rule by rule."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from symheap.cli.terminal.streams import Progress, output
from symheap.jobs.interrupt import Interrupt
from symheap.report.draw.dot import to_dot
from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint
from symheap.report.draw.svg import to_svg
from symheap.report.explore import bisimulation as bisimulation_report
from symheap.session.bisimulation import pairs_of
from symheap.session.settings import Settings
from symheap.session.status import Status
from symheap.session.step import Step, Subject, Walk, subject_of

DRAWINGS: dict[str, Callable[..., str]] = {"dot": to_dot, "svg": to_svg}


def step(target: str, settings: Settings, walk: Walk, form: str, file: str | None, *, quiet: bool = False) -> Status:
    """Write each step as text, or draw its heap."""
    subject = subject_of(target, settings)
    with Interrupt() as interrupt:
        steps = interrupt.each(islice(walk.steps(subject.machine), walk.limit))
        if form == "text":
            _write_text(subject, steps, file, quiet)
        elif file is not None:
            _write_drawings(subject, steps, form, Path(file))
        else:
            _write_last(subject, steps, form)
    return Status.INTERRUPTED if interrupt.seen else Status.CLEAN


def step_pairs(target: str, settings: Settings, limit: int | None, file: str | None, *, quiet: bool = False) -> Status:
    """Write each pair of states of the bisimulation with the map h.  The status is 1 if two states are not related."""
    pairs = pairs_of(target, settings)
    status = Status.CLEAN
    with Interrupt() as interrupt, output(file, Progress(str, quiet=True)) as out:
        for number, each in enumerate(interrupt.each(islice(pairs.related, limit))):
            at = f", path {','.join(map(str, each.choices))}" if each.choices else ""
            out.write(out.paint(f"pair {number}{at}: {each.rule}", "good") + "\n")
            if not quiet and each.lazy is not None and each.summary is not None:
                described = bisimulation_report.describe(each.h, (each.lazy, pairs.lazy), (each.summary, pairs.summary))
                out.write(f"{described}\n")
            if each.problem:
                status = Status.FINDINGS
                out.write(f"not related: {each.problem}\n")
    return Status.INTERRUPTED if interrupt.seen else status


# Writing --------------------------------------------------------------------------------------------------------------


def _write_text(subject: Subject, steps: Iterator[Step], file: str | None, quiet: bool) -> None:
    with output(file, Progress(str, quiet=True)) as out:
        for each in steps:
            out.write(f"{each.title}\n" if quiet else _block(subject, each, out.paint))


def _block(subject: Subject, each: Step, paint: Paint) -> str:
    text = f"{paint(each.title, 'good')}\n{subject.shown.describe(each.state, subject.model)}\n"
    end = subject.shown.ended(each.state, unit=subject.unit)
    return f"{text}the path ends: {printable(end)}\n\n" if end else text


def _write_drawings(subject: Subject, steps: Iterator[Step], form: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for each in steps:
        (folder / f"{each.number:04}.{form}").write_text(_drawing(subject, each, form), encoding="utf-8")


def _write_last(subject: Subject, steps: Iterator[Step], form: str) -> None:
    last = deque(steps, maxlen=1)
    with output(None, Progress(str, quiet=True)) as out:
        for each in last:
            out.write(_drawing(subject, each, form))


def _drawing(subject: Subject, each: Step, form: str) -> str:
    return DRAWINGS[form](subject.shown.picture(each.state, subject.model), each.title)
