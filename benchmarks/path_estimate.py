"""How many paths the methods have that a study could not end: Knuth's estimate, and what it is evidence of.

    python benchmarks/path_estimate.py FOLDER-OF-A-STUDY --subjects DIR --seconds 20

For each method that ran out of time under POSE: the mean of the probes (`symheap.engine.probing`), and a number of
paths that there are, but for a chance of one in a hundred.  Written to `benchmarks/results/path-estimate.md`.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from results import write_text

from symheap.bench import places, studies
from symheap.bench.study import Study, StudyMethod
from symheap.engine.explore import Exploration
from symheap.engine.probing import Estimate, estimate
from symheap.engine.search import Search
from symheap.heap.registry import heap_model
from symheap.lang.java.files.maven import Maven
from symheap.lang.java.options import JavaOptions
from symheap.lang.java_programs import java_program
from symheap.lang.target import Target
from symheap.solver.chain import default_chain

PROBES = 60
DIGITS = 9
"""Of numbers of paths that nobody can follow in a minute: a path takes a microsecond, at the very least."""


@dataclass(frozen=True, slots=True)
class Job:
    method: str
    place: str
    java: JavaOptions
    study: Study
    seconds: float


def estimated(job: Job) -> Estimate:
    loaded = java_program(Target(job.place, tuple(job.method.split("::"))), job.java)
    solver, statistics = default_chain(timeout_ms=2000)

    def exploration(search: Search[Any]) -> Exploration[Any]:
        model = heap_model("pose", loaded.program.table)
        bounds = replace(job.study.bounds, timeout=job.seconds)
        return Exploration(loaded.program, model, solver, statistics, bounds, search)

    return estimate(exploration, PROBES, job.seconds)


def out_of_time(folder: Path) -> Iterator[str]:
    with (folder / "methods.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["heap"] == "pose" and row["outcome"] == "time":
                yield row["method"]


def jobs(folder: Path, subjects: Path | None, seconds: float) -> Iterator[Job]:
    study = studies.pose()
    wanted = set(out_of_time(folder))
    maven = Maven(os.environ, lambda doing: None)
    java = JavaOptions(environ=dict(os.environ), exact_types=True, bare_stubs=True, flat_maps=True)
    methods: list[StudyMethod] = [method for method in study.methods if str(method) in wanted]
    for method in methods:
        found = places.find(study.project(method.class_name), subjects, maven)
        if isinstance(found, places.Missing):
            raise SystemExit(found.why)
        bare = replace(study, methods=(), printed={})
        own = replace(java, class_path=found.entries[1:])
        yield Job(str(method), found.entries[0], own, bare, seconds)


def line(job: Job, found: Estimate) -> str:
    owner, _, method = job.method.partition("::")
    name = f"{owner.rpartition('.')[2]}.{method.partition('(')[0]}"
    return f"| {name} | {found.probes} | 10^{found.log10_mean:.1f} | {_power(found.at_least())} |\n"


def _power(digits: float) -> str:
    return f"over 10^{int(digits)}" if digits >= 1 else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--subjects", type=Path)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    todo = list(jobs(args.folder, args.subjects, args.seconds))
    with ProcessPoolExecutor(
        args.workers, mp_context=multiprocessing.get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        found = list(pool.map(estimated, todo))
    many = sum(each.at_least() >= DIGITS for each in found)
    rows = sorted(zip(todo, found, strict=True), key=lambda pair: -pair[1].log10_mean)
    text = (
        "# Paths of the methods that ran out of time\n\n"
        f"`python benchmarks/path_estimate.py`, {args.seconds:g} s a method. Of {len(found)} methods {many} have over "
        f"10^{DIGITS} paths, each but for a chance of one in a hundred. An estimate that is small says little: probes "
        "that end early miss what is below the others.\n\n"
        "| method | probes | mean | at least |\n|---|---|---|---|\n" + "".join(line(*row) for row in rows)
    )
    print(text)
    write_text("path-estimate", text)


if __name__ == "__main__":
    main()
