"""Counts of the results of an exploration."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from symheap.core.outcome import Bound, Cut, Returned, Threw
from symheap.objects.decisions import PathKey
from symheap.report.explore.findings import CountedTrace
from symheap.solver.api import Statistics

if TYPE_CHECKING:
    pass


@dataclass(slots=True)
class Tally:
    """Counts traces by how they ended.  `unknown` counts those that no solver confirmed; they count nowhere else.

    `crashes` counts the exceptional ones whose exception the program did not throw on purpose.
    """

    normal: int = 0
    exceptional: int = 0
    crashes: int = 0
    cut: int = 0
    unsupported: int = 0
    unknown: int = 0
    keys: set[PathKey] = field(default_factory=set)

    def add(self, trace: CountedTrace, *, crashes: bool) -> None:
        if not trace.confirmed:
            self.unknown += 1
            return
        self.keys.add(trace.key)
        if isinstance(trace.end, Returned):
            self.normal += 1
        elif isinstance(trace.end, Threw):
            self.exceptional += 1
            self.crashes += crashes
        elif isinstance(trace.end, Cut):
            self.cut += 1
        else:
            self.unsupported += 1

    @property
    def total(self) -> int:
        return self.normal + self.exceptional + self.cut + self.unsupported

    @property
    def paths(self) -> int:
        return len(self.keys)

    def counts(self) -> Counts:
        """Return the numbers alone."""
        ends = (self.normal, self.exceptional, self.crashes, self.cut, self.unsupported, self.unknown)
        return Counts(*ends, total=self.total, paths=self.paths)


@dataclass(frozen=True, slots=True)
class Counts:
    """The `Tally` of a finished exploration: it has the number of paths, but no longer the paths themselves."""

    normal: int
    exceptional: int
    crashes: int
    cut: int
    unsupported: int
    unknown: int
    total: int
    paths: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a finished exploration: all that a run over many classes stores for each method."""

    target: str
    heap: str
    tally: Counts
    statistics: Statistics
    stopped: Bound | None
    complete: bool
    seconds: float
    assumptions: tuple[str, ...]
    traces: int
    is_java: bool = False
    vacant: tuple[str, ...] = ()
    frontier: int = 0
    finished: bool = True

    @property
    def spent(self) -> float:
        return self.seconds
