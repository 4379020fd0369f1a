"""CPU time of `symheap explore X -q --format json` beside that of the engine alone, with memory and sizes of run files.

    python benchmarks/command_cost.py --jpose ../jpose/examples
    python benchmarks/command_cost.py --only java --bounds papers

Each program is run twice, one right after the other, each time in a process of its own and with the same command line:
once by the command, once with its use case replaced by a bare loop over the same explorations.  Both must find the same
traces from as many states, or the row says so.  CPU time is user and system time of the process.

| column | CPU seconds |
|---|---|
| engine | the bare loop over the traces, which counts them |
| exploring | the same in the command: every path kept in the run file and written as JSON |
| ranking | of the command: what of its crashes can be shown |
| whole, bare | the two processes from start to end: start-up, javac or its cache, loading, and the above |
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from jdk_collections import SUBJECTS
from jpose import PRINTED
from measure import ROOT, environment
from results import markdown, write_json, write_text

CORPUS = ROOT / "tests" / "programs" / "java"
FIRST_MINUTE = ROOT / "tests" / "programs" / "first_minute"
SETS = ("jpose", "java", "first-minute", "jdk")
BOUNDS = {
    "defaults": ("--timeout=120", "--jobs=1"),
    "papers": ("--as-papers", "--max-traces=200", "--max-calls=30", "--max-loop=5", "--timeout=120", "--jobs=1"),
}
"""Options for Java.  No time limit decides what is explored: a machine under load would explore less.

One process does all the work, since only its own CPU time is measured."""


@dataclass(frozen=True, slots=True)
class Job:
    """A program, the set that it belongs to, and the command line behind `explore`."""

    group: str
    target: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """CPU seconds, the most memory in MB, and the bytes of the run file.  `same`: both sides explored the same."""

    group: str
    target: str
    traces: int
    same: bool
    engine: float
    exploring: float
    ranking: float
    whole: float
    bare: float
    megabytes: float
    bare_megabytes: float
    run_file: int


def jobs(only: list[str], jpose: Path | None, bounds: tuple[str, ...]) -> Iterator[Job]:
    if jpose is not None and "jpose" in only:
        for name in PRINTED:
            yield Job("jpose", str(jpose / f"{name}.txt"), ("--max-calls=600", "--timeout=120"))
    for group, folder in (("java", CORPUS), ("first-minute", FIRST_MINUTE)):
        if group in only:
            for path in sorted(folder.glob("*.java")):
                yield Job(group, str(path), bounds)
    if "jdk" in only:
        for name, methods in SUBJECTS.items():
            for method in methods:
                yield Job("jdk", f"jrt:java.util.{name}::{method}", bounds)


# In a process of its own ----------------------------------------------------------------------------------------------


class Clock:
    """CPU seconds by name."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {"engine": 0.0, "exploring": 0.0, "ranking": 0.0}

    def timed(self, name: str, does: Callable[..., Any], *less: str) -> Callable[..., Any]:
        """Add what a call takes to `name`, but for what it adds to others."""

        def call(*arguments: Any) -> Any:
            begun, before = time.process_time(), sum(self.spent[each] for each in less)
            try:
                return does(*arguments)
            finally:
                inside = sum(self.spent[each] for each in less) - before
                self.spent[name] += time.process_time() - begun - inside

        return call


def worker(side: str, job: Job, more: list[str]) -> dict[str, Any]:
    from symheap.cli import main
    from symheap.core.garbage import collect_rarely
    from symheap.session import explore as session

    collect_rarely()
    clock = Clock()
    found: list[tuple[int, int]] = []
    if side == "engine":
        session.explore = bare(clock, found)
    else:
        watched(clock, found)
    main(["explore", job.target, "-q", "--format=json", "-o", os.devnull, *job.options, *more])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    files = Path(os.environ["SYMHEAP_RUNS"]).glob("*.run")
    file = sum(each.stat().st_size for each in files)
    return {**clock.spent, "found": found, "cpu": time.process_time(), "megabytes": peak, "file": file}


def bare(clock: Clock, found: list[tuple[int, int]]) -> Callable[..., Any]:
    """The use case without all that is not exploring: nothing is kept, written or ranked."""
    from symheap.session.explore import ExploreRequest, ExploreResult, Listening, begin
    from symheap.session.kept.keeping import Kept
    from symheap.session.status import Status
    from symheap.session.subjects import Subjects
    from symheap.session.watching import Watcher

    def run(request: ExploreRequest, _listening: Listening, watcher: Watcher) -> ExploreResult:
        subjects = Subjects.load(request.target, request.settings, watcher)

        def explore(exploring: Any) -> None:
            for trace in exploring.exploration:
                exploring.note(trace)

        for loaded in subjects:
            one = begin(loaded, request.settings, request.settings.heap, methods=subjects.count)
            clock.timed("engine", explore)(one)
            found.append((one.traces, one.exploration.progress.states))
        return ExploreResult((), (), Status.CLEAN, Kept(None, watcher))

    return run


def watched(clock: Clock, found: list[tuple[int, int]]) -> None:
    """Time the parts of the use case."""
    from symheap.session import exploring as session
    from symheap.session.ranking import Ranking

    for name in ("begin", "add", "bugs"):
        setattr(Ranking, name, clock.timed("ranking", getattr(Ranking, name)))
    exploring = session.ExploreWork._explore

    def explore(self: Any, run: Any, paths: Any) -> None:
        exploring(self, run, paths)
        found.append((run.traces, run.exploration.progress.states))

    session.ExploreWork._explore = clock.timed("exploring", explore, "ranking")  # type: ignore[method-assign]


# Both sides -----------------------------------------------------------------------------------------------------------


def measured(job: Job, side: str, more: list[str]) -> dict[str, Any]:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, __file__, "--worker", side, json.dumps(asdict(job)), *more]
        done = subprocess.run(
            line, env={**environ, "SYMHEAP_RUNS": folder}, capture_output=True, text=True, check=False
        )
    if done.returncode != 0:
        raise RuntimeError(f"{job.target}: {done.stderr[-500:]}")
    document: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return document


def row(job: Job, more: list[str]) -> Row:
    alone, whole = measured(job, "engine", []), measured(job, "command", more)
    return Row(
        group=job.group,
        target=job.target.rpartition("/")[2],
        traces=sum(traces for traces, _ in whole["found"]),
        same=whole["found"] == alone["found"],
        engine=round(alone["engine"], 4),
        exploring=round(whole["exploring"], 4),
        ranking=round(whole["ranking"], 4),
        whole=round(whole["cpu"], 4),
        bare=round(alone["cpu"], 4),
        megabytes=round(whole["megabytes"], 1),
        bare_megabytes=round(alone["megabytes"], 1),
        run_file=int(whole["file"]),
    )


HEAD = (
    "set",
    "programs",
    "traces",
    "engine s",
    "exploring s",
    "ratio",
    "ranking s",
    "ratio with it",
    "most, median",
    "whole s",
    "bare s",
    "ratio",
    "most MB",
    "bare MB",
    "run files MB",
)
LEAST = 0.2
"""Seconds of the engine from which on the ratio of a single program is looked at."""


def ratio(row: Row) -> float:
    return (row.exploring + row.ranking) / max(row.engine, 1e-6)


def table(all_rows: list[Row]) -> str:
    rows, others = [r for r in all_rows if r.same], [r.target for r in all_rows if not r.same]
    lines = []
    for name in (*dict.fromkeys(each.group for each in rows), "all") if rows else ():
        some = [each for each in rows if name in (each.group, "all")]
        alone, exploring, ranking, whole, bare = (
            sum(getattr(each, field) for each in some) for field in ("engine", "exploring", "ranking", "whole", "bare")
        )
        ratios = sorted(ratio(each) for each in some if each.engine >= LEAST) or [0.0]
        lines.append(
            (
                name,
                str(len(some)),
                str(sum(each.traces for each in some)),
                f"{alone:.2f}",
                f"{exploring:.2f}",
                f"{exploring / alone:.2f}",
                f"{ranking:.2f}",
                f"{(exploring + ranking) / alone:.2f}",
                f"{ratios[-1]:.2f}, {ratios[len(ratios) // 2]:.2f}",
                f"{whole:.1f}",
                f"{bare:.1f}",
                f"{whole / bare:.2f}",
                f"{max(each.megabytes for each in some):.0f}",
                f"{max(each.bare_megabytes for each in some):.0f}",
                f"{sum(each.run_file for each in some) / 1e6:.1f}",
            )
        )
    said = f"\nNot the same exploration on both sides, and not counted: {', '.join(others)}\n" if others else ""
    return markdown(HEAD, lines) + said


def main() -> None:
    if sys.argv[1:2] == ["--worker"]:
        print(json.dumps(worker(sys.argv[2], Job(**json.loads(sys.argv[3])), sys.argv[4:])))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jpose", type=Path, help="the examples folder of a checkout of jPOSE")
    parser.add_argument("--only", nargs="+", default=list(SETS), choices=SETS)
    parser.add_argument("--bounds", default="defaults", choices=list(BOUNDS))
    parser.add_argument("--schema", default="2", choices=["1", "2"])
    parser.add_argument(
        "--programs", nargs="+", default=[], help="only programs that are called like this; nothing is written"
    )
    options = parser.parse_args()
    more = ["--schema", options.schema] if options.schema != "2" else []
    name = f"command-cost-{options.bounds}" + ("-schema-1" if more else "")
    about = {**environment(), "options": BOUNDS[options.bounds]}
    rows: list[Row] = []
    for job in jobs(options.only, options.jpose, BOUNDS[options.bounds]):
        if options.programs and not any(each in job.target for each in options.programs):
            continue
        rows.append(row(job, more))
        print(brief(rows[-1]), file=sys.stderr, flush=True)
        if not options.programs:
            write_json(name, {**about, "rows": [asdict(each) for each in rows]})
            write_text(name, table(rows))
    print(table(rows))


def brief(row: Row) -> str:
    figures = f"{row.engine:8.2f} {row.exploring:8.2f} {row.ranking:6.2f}  {ratio(row):5.2f}"
    return f"{row.target:48}{figures}  {row.whole:6.2f} {row.bare:6.2f}{'' if row.same else '  OTHER TRACES'}"


if __name__ == "__main__":
    main()
