"""One measurement: a program under a heap model, in a process of its own, with a limit on its time.

A fresh process for each cell: terms and solver caches of one run do not help the next.
"""

from __future__ import annotations

import os
import platform
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time

from symheap.core.outcome import Threw
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.javalite import lower as javalite
from symheap.lang.pose import lower as pose
from symheap.objects.ir import Program
from symheap.solver.chain import default_chain

ROOT = Path(__file__).resolve().parents[1]
SOLVERS = ("z3-solver", "bitwuzla")


@dataclass(frozen=True, slots=True)
class Job:
    """A measurement to make.

    `program` is Javalite if `file` ends in `.jl`, Java if it ends in `::` and a method, else POSE's language; `labels`
    go to the row.
    """

    file: str
    program: str
    model: str
    bounds: Bounds
    labels: dict[str, str | int]
    acyclic: frozenset[str] = frozenset()
    ask_solver: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """The result of a measurement; if `stopped`, the time was over and the counts are partial.

    `seconds` are those of exploring; `process_seconds` also include starting Python, loading the solvers and parsing.
    """

    labels: dict[str, str | int]
    model: str
    normal: int
    errors: dict[str, int]
    cut: int
    traces: int
    paths: int
    queries: int
    tokens: int
    solver_seconds: float
    seconds: float
    cpu_seconds: float
    stopped: bool
    process_seconds: float = 0.0

    @property
    def per_path(self) -> float:
        """CPU milliseconds per program path: on a shared machine, elapsed time depends on other processes."""
        return 1000 * self.cpu_seconds / self.paths if self.paths else float("nan")


def load(job: Job) -> Program:
    if job.file.endswith(".jl"):
        return javalite.load(job.program, job.file)
    if ".java::" in job.file:
        return _java(job)
    return pose.load(job.program, job.file)


def _java(job: Job) -> Program:
    """Compile and load a Java program; the class of its file is what the method is in."""
    from symheap.lang.java.entry import load as load_java
    from symheap.lang.java.options import JavaOptions

    name, _, method = job.file.partition("::")
    folder = Path(tempfile.mkdtemp(prefix="symheap-measure-"))
    (folder / name).write_text(job.program, encoding="utf-8")
    return load_java(f"{folder / name}::{Path(name).stem}::{method}", JavaOptions(environ=os.environ)).program


def measure(job: Job) -> Row:
    program = load(job)
    solver, statistics = default_chain()
    model = heap_model(job.model, program.table, job.acyclic)
    exploration = Exploration(program, model, solver, statistics, job.bounds, ask_solver=job.ask_solver)
    kinds: Counter[str] = Counter()
    keys = set()
    begun = process_time()
    for trace in exploration:
        kinds[trace.end.error.value if isinstance(trace.end, Threw) else trace.end.kind] += 1
        keys.add(trace.key)
    return Row(
        labels=job.labels,
        model=job.model,
        normal=kinds.pop("return", 0),
        cut=kinds.pop("cut", 0),
        errors=dict(kinds),
        traces=exploration.progress.traces,
        paths=len(keys),
        queries=statistics.queries,
        tokens=statistics.tokens,
        solver_seconds=round(statistics.seconds, 4),
        seconds=round(exploration.progress.seconds, 4),
        cpu_seconds=round(process_time() - begun, 4),
        stopped=exploration.progress.stopped is not None,
    )


def measure_all(jobs: Iterable[Job], watch: Callable[[Row], None] = lambda row: None, repeat: int = 1) -> Iterator[Row]:
    """Measure one job after the other, never two at once.  Of several runs the fastest counts."""
    for job in jobs:
        row = min((_in_a_fresh_process(job) for _ in range(repeat)), key=lambda r: r.cpu_seconds)
        watch(row)
        yield row


def _in_a_fresh_process(job: Job) -> Row:
    begun = perf_counter()
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
        row = pool.submit(measure, job).result()
    return replace(row, process_seconds=round(perf_counter() - begun, 2))


# Where it was measured ------------------------------------------------------------------------------------------------


def environment() -> dict[str, object]:
    return {
        "commit": _git("rev-parse", "HEAD"),
        "changed_files": bool(_git("status", "--porcelain", "--", "src", "examples", "benchmarks/*.py")),
        "machine": {"processor": _processor(), "system": platform.platform(), "python": platform.python_version()},
        "solvers": {name: version(name) for name in SOLVERS},
    }


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]} x {len(names)}" if names else platform.processor()


def document(name: str, rows: Iterable[Row], **more: object) -> dict[str, object]:
    """Return the document that is written as JSON."""
    return {"benchmark": name, **environment(), **more, "rows": [asdict(row) for row in rows]}
