"""Compare several runs of one program in a table."""

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
    """Whether all runs see the same paths; None if that is unknown.

    It is unknown if a run was stopped or has unconfirmed traces.  It is also unknown if the runs differ and one met an
    unsupported feature, since another one may have continued there.
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
    """Return the cells of one model."""
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
    """Return a sentence on whether the models agree."""
    verdict = agree(runs)
    if verdict is None:
        return paint("Whether the models agree is not known: not all of them came to an end.", "open")
    if len(runs) == 1:
        return "With one model there is nothing to compare."
    if verdict:
        return paint(f"All {len(runs)} models see the same paths.", "good")
    return paint(f"The models DISAGREE on the paths: {'; '.join(_differences(runs))}.", "bad")


def _differences(runs: Sequence[Explored]) -> list[str]:
    """Describe for each model one path that only it has, and one that only the first model has."""
    first = runs[0]
    differences: list[str] = []
    for run in runs[1:]:
        for more, less in ((first, run), (run, first)):
            only = sorted(more.tally.keys - less.tally.keys)
            if only:
                differences.append(f"{more.heap} has {' '.join(only[0])}, {less.heap} has not")
    return differences
