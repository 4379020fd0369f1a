"""Measure what workers cost and save, in CPU time: a loaded machine changes wall-clock times, but hardly these.

    python benchmarks/jobs.py start
    python benchmarks/jobs.py overhead TARGET
    python benchmarks/jobs.py writer TARGET

`start`: the CPU time until a worker has given its first answer, with the program loaded, for three ways to start it.
`overhead`: a run in one process, and the same run in one worker with this process as the writer.
`writer`: the share of a run that the writing process does alone, which bounds what more jobs can gain.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PROGRAM = str(Path(__file__).parents[1] / "tests" / "programs" / "java" / "SinglyList.java")


def cpu() -> tuple[float, float]:
    """Return the CPU time of this process, and that of the children that have ended."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime


# Starting -------------------------------------------------------------------------------------------------------------


def loaded() -> Any:
    """Load the program, as a command or a worker does."""
    from symheap.lang.target import load_all
    from symheap.session.settings import Settings

    return [*load_all(PROGRAM, Settings().java()).members]


def answer(unit: int = 0) -> int:
    return len(loaded()) + unit


def with_server() -> None:
    from symheap.jobs.pool import Pool
    from symheap.jobs.working import Calling

    programs = loaded()
    before = sum(cpu())

    def work(unit: int, calling: Calling) -> None:
        calling.send(len(programs) + unit)

    with Pool(1, work) as pool:
        assert any(each is not None and each.content == len(programs) for each in pool.run([0]))
    print(sum(cpu()) - before)


def with_multiprocessing(method: str) -> None:
    loaded()
    before = sum(cpu())
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(["symheap.session.explore"])
    with context.Pool(1) as pool:
        assert pool.apply(answer)
    if method == "forkserver":
        from multiprocessing import forkserver

        forkserver._forkserver._stop()  # type: ignore[attr-defined]
    print(sum(cpu()) - before)


WAYS: dict[str, Callable[[], None]] = {
    "server": with_server,
    "forkserver": lambda: with_multiprocessing("forkserver"),
    "spawn": lambda: with_multiprocessing("spawn"),
}


def start(repeats: int) -> None:
    times: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(repeats):
        for way, found in times.items():
            done = subprocess.run([sys.executable, __file__, "way", way], capture_output=True, check=True, text=True)
            found.append(float(done.stdout))
    for way, found in times.items():
        print(f"{way:12} {1000 * statistics.median(found):8.1f} ms  (least {1000 * min(found):.1f})")


# Whole runs -----------------------------------------------------------------------------------------------------------


def explored(target: str, jobs: int, divided: bool) -> dict[str, float]:
    """Explore in a fresh process; return the CPU time of all processes, and of the one that writes."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SYMHEAP_RUNS": folder}
        command = [sys.executable, __file__, "run", target, str(jobs), str(int(divided))]
        done = subprocess.run(command, capture_output=True, check=True, text=True, env=environment)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def run(target: str, jobs: int, divided: bool) -> None:
    from symheap.api.resumed import _Silent
    from symheap.jobs import pool
    from symheap.session import explore
    from symheap.session.settings import settle_exploring
    from symheap.session.watching import Alone

    vars(pool)["_SOON_SECONDS"] = 0.0
    if divided:
        vars(explore)["jobs_for"] = lambda units, asked: 2
    settings = settle_exploring(target, {"timeout": None, "jobs": jobs})
    before = cpu()
    result = explore.explore(explore.ExploreRequest(target, settings), _Silent(), Alone())
    after = cpu()
    own, children = (b - a for a, b in zip(before, after, strict=True))
    traces = sum(each.traces for each in result.runs)
    print(json.dumps({"cpu": own + children, "writer": own, "traces": traces, "methods": len(result.runs)}))


def overhead(target: str, repeats: int) -> None:
    """Both ways in turns, so that what else the machine does concerns both."""
    ratios = []
    for _ in range(repeats):
        one, worker = explored(target, 1, False), explored(target, 1, True)
        ratios.append(worker["cpu"] / one["cpu"])
        print(f"in one process {one['cpu']:.2f} s, in one worker {worker['cpu']:.2f} s: {ratios[-1]:.3f}", flush=True)
    print(f"median {statistics.median(ratios):.3f}")


def writer(target: str, repeats: int) -> None:
    for _ in range(repeats):
        result = explored(target, 2, True)
        own, whole = result["writer"], result["cpu"]
        about = f"{result['methods']} methods, {result['traces']} traces"
        print(f"{about}: writer {own:.2f} of {whole:.2f} s ({100 * own / whole:.1f} %)", flush=True)


def main(arguments: Sequence[str]) -> None:
    if arguments[0] == "way":
        WAYS[arguments[1]]()
    elif arguments[0] == "run":
        run(arguments[1], int(arguments[2]), bool(int(arguments[3])))
    else:
        parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
        parser.add_argument("what", choices=("start", "overhead", "writer"))
        parser.add_argument("target", nargs="?", default="")
        parser.add_argument("--repeats", type=int, default=5)
        given = parser.parse_args(arguments)
        if given.what == "start":
            start(given.repeats)
        else:
            {"overhead": overhead, "writer": writer}[given.what](given.target, given.repeats)


if __name__ == "__main__":
    main(sys.argv[1:])
