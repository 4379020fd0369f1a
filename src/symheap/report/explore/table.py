"""Several runs over one program, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.report.draw.paint import Paint, plain
from symheap.report.explore.explored import Explored

HEAD = (
    "heap",
    "traces",
    "normal",
    "exceptional",
    "cut",
    "paths",
    "queries",
    "without",
    "tokens",
    "seconds",
    "complete",
)


def agree(runs: Sequence[Explored]) -> bool | None:
    """Whether all runs see the same paths; None if one of them was stopped or is in doubt, so that nobody knows.

    Nobody knows either where the runs differ and one of them met something unsupported: another may have gone on.
    """
    if any(run.stopped is not None or run.tally.unknown or not run.finished for run in runs):
        return None
    same = all(run.tally.keys == runs[0].tally.keys for run in runs)
    return None if not same and any(run.tally.unsupported for run in runs) else same


def table(runs: Sequence[Explored], paint: Paint = plain) -> str:
    rows = [HEAD, *map(row, runs)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    lines = [_line(row, widths) for row in rows]
    return "\n".join([paint(lines[0], "faint"), *lines[1:], "", agreement(runs, paint)]) + "\n"


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    first, *middle, last = [
        cell.rjust(wide) if 0 < i < len(row) - 1 else cell.ljust(wide)
        for i, (cell, wide) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join((first, *middle, last)).rstrip()


def row(run: Explored) -> tuple[str, ...]:
    """One model's cells."""
    tally, statistics = run.tally, run.statistics
    numbers = (tally.total, tally.normal, tally.exceptional, tally.cut, tally.paths, statistics.queries)
    costs = (statistics.answered_without_solver, statistics.tokens)
    return (run.heap, *map(str, (*numbers, *costs)), f"{run.seconds:.2f}", _completeness(run))


def _completeness(run: Explored) -> str:
    if run.complete:
        return "yes"
    reasons = [run.stopped.value] if run.stopped is not None else []
    reasons += ["cut"] if run.tally.cut else []
    reasons += ["unsupported"] if run.tally.unsupported else []
    reasons += [f"{run.tally.unknown} unknown"] if run.tally.unknown else []
    return f"no: {', '.join(reasons)}"


def agreement(runs: Sequence[Explored], paint: Paint = plain) -> str:
    """What the paths of the models say about them, in one sentence."""
    verdict = agree(runs)
    if verdict is None:
        return paint("Whether the models agree is not known: not all of them came to an end.", "open")
    if len(runs) == 1:
        return "One model has nobody to disagree with."
    if verdict:
        return paint(f"All {len(runs)} models see the same paths.", "good")
    return paint(f"The models DISAGREE on the paths: {'; '.join(_differences(runs))}.", "bad")


def _differences(runs: Sequence[Explored]) -> list[str]:
    """One path that each model has more, and one that it has less, than the first."""
    first = runs[0]
    found: list[str] = []
    for run in runs[1:]:
        for more, less in ((first, run), (run, first)):
            only = sorted(more.tally.keys - less.tally.keys)
            if only:
                found.append(f"{more.heap} has {' '.join(only[0])}, {less.heap} has not")
    return found
