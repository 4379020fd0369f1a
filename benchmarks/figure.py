"""Plot traces and time over the number of nodes, one line per model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib
from measure import Row

matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.ticker import MaxNLocator


def draw(rows: Sequence[Row], path: Path) -> None:
    """Draw one row of panels for each k: traces, time, time per path.  Written as `path` and as PNG beside it."""
    data = sorted({int(row.labels["k"]) for row in rows}, reverse=True)
    figure, axes = pyplot.subplots(len(data), 3, figsize=(12, 3.2 * len(data)), squeeze=False, layout="constrained")
    panels: list[tuple[str, Callable[[Row], float]]] = [
        ("traces", lambda row: row.traces),
        ("cpu seconds", lambda row: row.cpu_seconds),
        ("cpu ms a path", lambda row: row.per_path),
    ]
    for line, k in zip(axes, data, strict=True):
        for axis, (title, value) in zip(line, panels, strict=True):
            _panel(axis, [row for row in rows if row.labels["k"] == k], value)
            axis.set_title(f"k = {k}: {title}", fontsize=10)
            axis.set_xlabel("n")
            axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes[0][0].legend(fontsize=8)
    figure.savefig(path)
    figure.savefig(path.with_suffix(".png"), dpi=110)
    pyplot.close(figure)


def _panel(axis: matplotlib.axes.Axes, rows: Sequence[Row], value: Callable[[Row], float]) -> None:
    """Draw one panel, without stopped cells: they measure the limit."""
    for model in dict.fromkeys(row.model for row in rows):
        ended = [row for row in rows if row.model == model and not row.stopped]
        axis.plot([row.labels["n"] for row in ended], [value(row) for row in ended], marker=".", label=model)
    axis.set_yscale("log")
    axis.grid(visible=True, which="major", alpha=0.3)
