"""Explore one method under one heap model: the work of a worker process."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from time import perf_counter, process_time
from typing import Any

from symheap.bench.making import make_tests, plan_for
from symheap.bench.replaying import replay_tests
from symheap.bench.row import Cost, Row, RowOutcome, Tests
from symheap.core.outcome import Bound, Cut, Unsupported
from symheap.core.source import SourceError
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.search import Search
from symheap.engine.state import Trace
from symheap.heap.registry import heap_model
from symheap.lang.java.options import JavaOptions
from symheap.lang.java_programs import java_program
from symheap.lang.target import Loaded, Target, TargetError
from symheap.solver.chain import default_chain
from symheap.testgen.confirm import Jvm
from symheap.testgen.replay.toolchain import Toolchain

QUERY_SECONDS = 10.0
REPORT_SECONDS = 0.5
MOST_REASONS = 20
_DIGEST_BYTES = 16

Report = Callable[[Row], None]


@dataclass(frozen=True, slots=True)
class MethodJob:
    """Explore `method`, given as ``Class::name(types)``, of the classes at `place`.

    The timeout of `bounds` is for the whole job.
    """

    method: str
    heap: str
    place: str
    java: JavaOptions
    bounds: Bounds
    tests: bool = False
    """Whether to make tests of the traces after the exploration, with the same time limit again."""
    toolchain: Toolchain | None = None
    """Where to run the tests; None if they are only made."""


def explore(job: MethodJob, report: Report) -> Row:
    """Explore a method and return its row.  `report` gets the row so far from time to time, with outcome TIME."""
    started, cpu_started = perf_counter(), process_time()
    try:
        loaded = loaded_for(job)
    except (TargetError, SourceError) as error:
        return Row(
            job.method, job.heap, RowOutcome.MISSING, reasons={error.message: 1}, seconds=perf_counter() - started
        )
    loading = perf_counter() - started
    explored = exploration(job, loaded, loading)
    classes = len(loaded.program.table.universe)
    blank = Row(job.method, job.heap, RowOutcome.TIME, classes=classes, load_seconds=loading)
    meter = Meter(blank, started, cpu_started, explored)
    last_report = perf_counter()
    for trace in explored:
        meter.add(trace)
        if perf_counter() - last_report > REPORT_SECONDS:
            report(meter.row(RowOutcome.TIME))
            last_report = perf_counter()
    row = meter.row(meter.outcome())
    if not job.tests or not row.outcome.ended:
        return row
    report(replace(row, tests=Tests()))
    return replace(row, tests=_tests(job, loaded, lambda tests: report(replace(row, tests=tests))))


def _tests(job: MethodJob, loaded: Loaded, report: Callable[[Tests], None]) -> Tests:
    """Make the tests of a method, and run them if the job has a toolchain."""
    tests, files = make_tests(loaded, exploration(job, loaded), perf_counter())
    if job.toolchain is None or not files:
        return tests
    jvm = Jvm(job.toolchain, tuple(FilePath(entry).absolute() for entry in (job.place, *job.java.class_path)))
    replay = replay_tests(plan_for(loaded), jvm, files, lambda so_far: report(replace(tests, replay=so_far)))
    return replace(tests, replay=replay)


def loaded_for(job: MethodJob) -> Loaded:
    """Load the method of a job.  Raises `TargetError` or `SourceError` if it does not exist."""
    return java_program(Target(job.place, tuple(job.method.split("::"))), job.java)


def exploration(
    job: MethodJob, loaded: Loaded, spent: float = 0.0, search: str | Search[Any] = "dfs"
) -> Exploration[Any]:
    """Return the exploration of a job, with `spent` seconds subtracted from its time limit."""
    left = None if job.bounds.timeout is None else max(0.001, job.bounds.timeout - spent)
    longest = QUERY_SECONDS if left is None else min(left, QUERY_SECONDS)
    return Exploration(
        loaded.program,
        heap_model(job.heap, loaded.program.table),
        *default_chain(timeout_ms=max(1, round(1000 * longest))),
        replace(job.bounds, timeout=left),
        search,
    )


class Meter:
    """Counts the traces of an exploration as they arrive.

    It stores only a digest of each path: the decisions of all paths would need more memory than the exploration itself.
    """

    def __init__(self, blank: Row, started: float, cpu_started: float, exploration: Exploration[Any]) -> None:
        self._blank = blank
        self._started = started
        self._cpu_started = cpu_started
        self._exploration = exploration
        self._ends: Counter[str] = Counter()
        self._cuts: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()
        self._paths: set[int] = set()

    def add(self, trace: Trace[Any]) -> None:
        """Add a trace.  A trace that no solver confirmed counts only as unknown, however it ended."""
        if not trace.confirmed:
            self._ends["unknown"] += 1
            return
        self._ends[trace.end.kind] += 1
        self._paths.add(trace.digest)
        if isinstance(trace.end, Cut):
            self._cuts[trace.end.bound.value] += 1
        elif isinstance(trace.end, Unsupported):
            self._reasons[f"{trace.end.what} @ {trace.end.position}"] += 1

    def outcome(self) -> RowOutcome:
        """Return the outcome of an exploration that has finished or was stopped by its time limit."""
        if self._exploration.progress.stopped is Bound.TIME:
            return RowOutcome.TIME
        if self._ends["unsupported"]:
            return RowOutcome.UNSUPPORTED
        if self._ends["unknown"]:
            return RowOutcome.UNKNOWN
        return RowOutcome.CUT if self._ends["cut"] else RowOutcome.COMPLETE

    def row(self, outcome: RowOutcome) -> Row:
        statistics = self._exploration.statistics
        return replace(
            self._blank,
            outcome=outcome,
            traces=self._ends.total() - self._ends["unknown"],
            paths=len(self._paths),
            path_digest=digest_of_set(self._paths),
            ends={kind: count for kind, count in self._ends.items() if count},
            cuts=dict(self._cuts),
            reasons=dict(self._reasons.most_common(MOST_REASONS)),
            cost=Cost(
                queries=statistics.queries,
                decisions=statistics.decisions,
                spared=statistics.answered_without_solver,
                tree_tokens=statistics.tree_tokens,
                dag_tokens=statistics.tokens,
                seconds=statistics.seconds,
                cpu_seconds=statistics.cpu_seconds,
            ),
            steps=self._exploration.progress.steps,
            seconds=perf_counter() - self._started,
            megabytes=peak_megabytes(),
            cpu_seconds=process_time() - self._cpu_started,
        )


def digest_of_set(digests: set[int]) -> str:
    """Return a digest of a set that does not depend on the order of its elements."""
    return f"{sum(digests) % (1 << 8 * _DIGEST_BYTES):0{2 * _DIGEST_BYTES}x}"


def peak_megabytes() -> int:
    """Return the peak memory of this process in megabytes; 0 if the system does not report it."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1024 if sys.platform == "darwin" else 1
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 * unit)
