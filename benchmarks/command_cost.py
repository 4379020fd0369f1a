"""CPU time of `symheap explore X -q --format json` beside that of the engine alone, with memory and sizes of run files.

    python benchmarks/command_cost.py --jpose ../jpose/examples
    python benchmarks/command_cost.py --only java --schema 1

Each program is run twice, one right after the other, each time in a process of its own: once by the command, once by a
bare loop over the exploration.  The exploring part of the command is what it spends between the begin and the end of
its explorations; start-up and loading are apart.  CPU time is user and system time of the process and its children.
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
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from jdk_collections import SUBJECTS
from jpose import PRINTED
from measure import ROOT, environment
from results import markdown, write_json, write_text

CORPUS = ROOT / "tests" / "programs" / "java"


@dataclass(frozen=True, slots=True)
class Job:
    """A program, the set that it belongs to, and the bounds that both sides have."""

    group: str
    target: str
    max_calls: int
    max_loop: int
    max_traces: int
    limit: float


@dataclass(frozen=True, slots=True)
class Row:
    """CPU seconds of the engine's exploration, of the command's exploring part, and of the whole process."""

    group: str
    target: str
    traces: int
    engine: float
    exploring: float
    whole: float
    megabytes: float
    run_file: int


def jobs(only: list[str], jpose: Path | None, limit: float) -> Iterator[Job]:
    if jpose is not None and "jpose" in only:
        for name in PRINTED:
            yield Job("jpose", str(jpose / f"{name}.txt"), 600, 150, 1000, limit)
    if "java" in only:
        for path in sorted(CORPUS.glob("*.java")):
            yield Job("java", str(path), 30, 5, 200, limit)
    if "jdk" in only:
        for name, methods in SUBJECTS.items():
            for method in methods:
                yield Job("jdk", f"jrt:java.util.{name}::{method}", 30, 2, 200, limit)


# In a process of its own ----------------------------------------------------------------------------------------------


def engine(job: Job) -> dict[str, float]:
    """Run a bare loop over the exploration of each method."""
    from symheap.engine.bounds import Bounds
    from symheap.lang.java.options import JavaOptions
    from symheap.lang.target import Target, TargetError, load_all
    from symheap.session.run import start
    from symheap.solver.chain import default_chain

    programs = load_all(Target.parse(job.target), JavaOptions(environ=os.environ))
    spent, traces = 0.0, 0
    for loaded in programs.members:
        if isinstance(loaded, TargetError):
            continue
        bounds = Bounds(job.max_calls, job.max_loop, max_traces=job.max_traces, timeout=job.limit)
        run = start(loaded, "pose", default_chain(), bounds)
        begun = time.process_time()
        traces += sum(1 for _ in run.exploration)
        spent += time.process_time() - begun
    return {"traces": traces, "cpu": spent}


def command(job: Job, more: list[str]) -> dict[str, float]:
    """Run the command itself, timing each exploration from begin to end."""
    from symheap.cli import main
    from symheap.cli.commands import explore

    spent = {"exploring": 0.0, "begun": 0.0, "traces": 0}
    begin, end = explore._Written.begin, explore._Written.end

    def begun(self: Any, run: Any) -> None:
        begin(self, run)
        spent["begun"] = time.process_time()

    def ended(self: Any, run: Any) -> None:
        end(self, run)
        spent["exploring"] += time.process_time() - spent["begun"]
        spent["traces"] += run.tally.total + run.tally.unknown

    explore._Written.begin, explore._Written.end = begun, ended  # type: ignore[method-assign]
    bounds = [f"--max-calls={job.max_calls}", f"--max-loop={job.max_loop}", f"--max-traces={job.max_traces}"]
    main(["explore", job.target, "-q", "--format", "json", "-o", os.devnull, *bounds, f"--timeout={job.limit}", *more])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    files = Path(os.environ["SYMHEAP_RUNS"]).glob("*.run")
    return {**spent, "cpu": time.process_time(), "megabytes": peak, "file": sum(each.stat().st_size for each in files)}


# Both sides -----------------------------------------------------------------------------------------------------------


def measured(job: Job, side: str, more: list[str]) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, __file__, "--worker", side, json.dumps(asdict(job)), *more]
        done = subprocess.run(
            line, env={**os.environ, "SYMHEAP_RUNS": folder}, capture_output=True, text=True, check=False
        )
    if done.returncode != 0:
        raise RuntimeError(f"{job.target}: {done.stderr[-500:]}")
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def row(job: Job, more: list[str]) -> Row:
    alone, whole = measured(job, "engine", []), measured(job, "command", more)
    return Row(
        job.group,
        job.target.rpartition("/")[2],
        int(whole["traces"]),
        alone["cpu"],
        whole["exploring"],
        whole["cpu"],
        whole["megabytes"],
        int(whole["file"]),
    )


HEAD = ("set", "programs", "traces", "engine s", "exploring s", "ratio", "whole s", "most MB", "run files MB")


def table(rows: list[Row]) -> str:
    lines = []
    for name in (*dict.fromkeys(each.group for each in rows), "all"):
        some = [each for each in rows if name in (each.group, "all")]
        alone, exploring = sum(each.engine for each in some), sum(each.exploring for each in some)
        lines.append(
            (
                name,
                str(len(some)),
                str(sum(each.traces for each in some)),
                f"{alone:.2f}",
                f"{exploring:.2f}",
                f"{exploring / alone:.2f}",
                f"{sum(each.whole for each in some):.1f}",
                f"{max(each.megabytes for each in some):.0f}",
                f"{sum(each.run_file for each in some) / 1e6:.1f}",
            )
        )
    return markdown(HEAD, lines)


def main() -> None:
    if sys.argv[1:2] == ["--worker"]:
        job = Job(**json.loads(sys.argv[3]))
        print(json.dumps(engine(job) if sys.argv[2] == "engine" else command(job, sys.argv[4:])))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jpose", type=Path, help="the examples folder of a checkout of jPOSE")
    parser.add_argument("--only", nargs="+", default=["jpose", "java", "jdk"], choices=["jpose", "java", "jdk"])
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for a program")
    parser.add_argument("--schema", default="2", choices=["1", "2"])
    options = parser.parse_args()
    rows = []
    for job in jobs(options.only, options.jpose, options.limit):
        rows.append(row(job, ["--schema", options.schema] if options.schema != "2" else []))
        print(f"{rows[-1].target}: {rows[-1].exploring / max(rows[-1].engine, 1e-6):.2f}", file=sys.stderr, flush=True)
    name = f"command-cost-{options.schema}"
    print(write_json(name, {**environment(), "schema": options.schema, "rows": [asdict(each) for each in rows]}))
    print(write_text(name, table(rows)))
    print(table(rows))


if __name__ == "__main__":
    main()
