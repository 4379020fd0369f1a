"""Estimate how many paths the unfinished methods of a study have, by Knuth's method, with a lower bound.

    python benchmarks/path_estimate.py FOLDER-OF-A-STUDY --subjects DIR --seconds 20

For each method that ran out of time under POSE: the mean of the probes (`symheap.engine.probing`), and a number of
paths that exist with a probability of 99 %.  Written to `benchmarks/results/path-estimate.md`.
"""

from __future__ import annotations

import argparse
import csv
import math
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from results import write_text

from symheap.bench import studies
from symheap.bench.explore import MethodJob, exploration, loaded_for
from symheap.bench.run import StudyPlan, jobs_of
from symheap.bench.workers import JobLimits
from symheap.engine.explore import Exploration
from symheap.engine.probing import Estimate, estimate
from symheap.engine.search import Search
from symheap.lang.java.options import JavaOptions

PROBES = 60
DIGITS = 9
"""Digits of a number of paths that cannot be explored in a minute: each takes at least a microsecond."""


def estimated(job: MethodJob) -> Estimate:
    loaded = loaded_for(job)
    assert job.bounds.timeout is not None

    def explored(search: Search[Any], seconds: float) -> Exploration[Any]:
        return exploration(replace(job, bounds=replace(job.bounds, timeout=seconds)), loaded, search=search)

    return estimate(explored, PROBES, job.bounds.timeout)


def out_of_time(folder: Path) -> Iterator[str]:
    with (folder / "methods.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["heap"] == "pose" and row["outcome"] == "time":
                yield row["method"]


def jobs(folder: Path, subjects: Path | None, seconds: float) -> list[MethodJob]:
    study = studies.pose()
    wanted = set(out_of_time(folder))
    java = JavaOptions(environ=dict(os.environ))
    plan = StudyPlan(("pose",), JobLimits(seconds, 6000), 1, java, subjects)
    selected, missing = jobs_of(study, plan, [(each, "pose") for each in study.methods if str(each) in wanted])
    if missing:
        raise SystemExit(f"{missing[0].method}: {next(iter(missing[0].reasons))}")
    return selected


def line(job: MethodJob, found: Estimate) -> str:
    owner, _, method = job.method.partition("::")
    name = f"{owner.rpartition('.')[2]}.{method.partition('(')[0]}"
    mean = f"10^{found.log10_mean:.1f}" if math.isfinite(found.log10_mean) else ""
    return f"| {name} | {mean} | {_power(found.at_least())} |\n"


def _power(digits: float) -> str:
    return f"over 10^{int(digits)}" if digits >= 1 else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--subjects", type=Path)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    todo = jobs(args.folder, args.subjects, args.seconds)
    with ProcessPoolExecutor(
        args.workers, mp_context=multiprocessing.get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        estimates = list(pool.map(estimated, todo))
    many = sum(each.at_least() >= DIGITS for each in estimates)
    rows = sorted(zip(todo, estimates, strict=True), key=lambda pair: -pair[1].log10_mean)
    text = (
        "# Paths of the methods that ran out of time\n\n"
        f"`python benchmarks/path_estimate.py`, up to {PROBES} probes in {args.seconds:g} s a method. "
        f"Of {len(estimates)} methods {many} have over 10^{DIGITS} paths, each but for a chance of one in a hundred. "
        "An estimate that is small says little: probes "
        "that end early miss what is below the others.\n\n"
        "| method | mean | at least |\n|---|---|---|\n" + "".join(line(*row) for row in rows)
    )
    print(text)
    write_text("path-estimate", text)


if __name__ == "__main__":
    main()
