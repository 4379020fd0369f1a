"""The progress line of an exploration."""

from __future__ import annotations

from symheap.report.explore.explored import Explored
from symheap.session.estimate import Estimator


class RunLine:
    """Describes one run at a time, with an estimate of the remaining time."""

    def __init__(self) -> None:
        self._estimate = Estimator()

    def text(self, run: Explored, part: str = "") -> str:
        """Return the progress line; `part` tells which of several runs it is.

        The most important part comes first, since a narrow terminal cuts the rest.
        """
        progress, statistics = run.exploration.progress, run.statistics
        rate = progress.traces / max(progress.seconds, 1e-9)
        unknown = f"{run.tally.unknown} not confirmed, " if run.tally.unknown else ""
        names = run.loaded.target.names
        about = f"{names[-1]}, " if names else ""
        left = self.left(run)
        return (
            f"symheap: {about}{run.heap}{f' ({part})' if part else ''}: {f'{left}; ' if left else ''}"
            f"{progress.traces} traces, {run.tally.paths} paths, {unknown}{progress.seconds:.0f} s, "
            f"{progress.frontier} waiting, {rate:.0f} traces/s, {statistics.queries} queries"
        )

    def left(self, run: Explored) -> str:
        """Return an estimate such as ``about 40 %, 12 s to go``, or an empty text."""
        progress, timeout = run.exploration.progress, run.exploration.bounds.timeout
        limit = None if timeout is None else max(timeout - progress.seconds, 0.0)
        return self._estimate.words(run, progress.share, limit)
