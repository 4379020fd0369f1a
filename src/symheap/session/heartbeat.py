"""Record the progress of a run in its file once a second, for pages that follow the run."""

from __future__ import annotations

import resource
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from symheap.store.file import RunFile
from symheap.store.records import Json, StoreError

if TYPE_CHECKING:
    from symheap.report.explore.explored import Explored
    from symheap.report.explore.tally import Totals

Figures = Callable[[], Mapping[str, Json]]
NAME: Final = "progress"
_INTERVAL: Final = 1.0
_MEGABYTE: Final = 1024 * 1024


@contextmanager
def beating(file: RunFile | None, figures: Figures) -> Iterator[None]:
    """While open, record `figures` in the file from a thread, since a solver may block the engine for long.

    The first and the last record are always written.  A failing file is ignored here: the code that adds results to it
    reports the error.
    """
    if file is None:
        yield
        return
    done = threading.Event()

    def beat() -> None:
        while not done.wait(_INTERVAL):
            _note(file, figures)

    _note(file, figures)
    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        _note(file, figures)


def _note(file: RunFile, figures: Figures) -> None:
    with suppress(StoreError):
        file.note(NAME, {**figures(), "memory_mb": memory_mb(), "at": round(time.time(), 3)})


def memory_mb() -> float:
    """Return the memory of this process in megabytes; its peak if the system does not report the current size."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return round(pages * resource.getpagesize() / _MEGABYTE, 1)
    except (OSError, ValueError, IndexError):
        return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def figures_of(runs: Sequence[Explored | Totals]) -> dict[str, Json]:
    """Return the figures of explorations in sequence, the last of which is running.  Any thread may call this."""
    if not runs:
        return {"doing": "reading the program"}
    now = runs[-1]
    return {
        "traces": sum(run.traces for run in runs),
        "paths": sum(run.tally.paths for run in runs),
        "queries": sum(run.statistics.queries for run in runs),
        "frontier": now.frontier,
        "solver_seconds": round(sum(run.statistics.seconds for run in runs), 3),
        "seconds": round(sum(run.spent for run in runs), 3),
        "doing": f"exploring {now.target}" if not now.finished else f"explored {now.target}",
    }
