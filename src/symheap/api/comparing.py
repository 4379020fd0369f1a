"""``symheap.compare``: explore one program under several heap models."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from symheap.api.exploring import explore
from symheap.engine.bounds import Bounds
from symheap.heap.registry import MODELS
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded
from symheap.report.explore import shown
from symheap.report.explore.table import HEAD, agree, agreement, row, table
from symheap.session.run import Run


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """One run for each heap model.  ``print`` and notebooks show the table of ``symheap compare``."""

    target: str
    runs: tuple[Run, ...]

    @property
    def agree(self) -> bool | None:
        """Whether all models see the same paths; None if this is unknown because a run is incomplete."""
        return agree(self.runs)

    def __str__(self) -> str:
        return table(self.runs)

    def __repr__(self) -> str:
        return f"<Comparison {self.target!r}: {len(self.runs)} heap models, agree={self.agree}>"

    def _repr_html_(self) -> str:
        rows = [row(run) for run in self.runs]
        verdict = shown.text(agreement(self.runs))
        return f'<div class="symheap-comparison">{shown.table(HEAD, rows)}<div>{verdict}</div></div>'


def compare(
    target: str | Loaded,
    heaps: Iterable[str] = MODELS,
    *,
    bounds: Bounds | None = None,
    java: JavaOptions | None = None,
    **options: Any,
) -> Comparison:
    """Explore the program at `target` to its end under each of `heaps`, one after the other.

    The arguments are those of `explore`; the bounds, also the timeout, are for each model.
    """
    names = tuple(dict.fromkeys(heaps))
    if not names:
        raise ValueError("name a heap model")
    runs: list[Run] = []
    for heap in names:
        run = explore(runs[0].loaded if runs else target, heap, bounds=bounds, java=java, **options)
        run.paths()
        runs.append(run)
    return Comparison(runs[0].target, tuple(runs))
