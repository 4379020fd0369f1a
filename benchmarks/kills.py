"""Kill explorations at random moments, resume them, and compare their results with undisturbed runs.

    python benchmarks/kills.py --kills 200 --seed 1

Each run is a process of its own that gets SIGKILL after a random time, and so does each that resumes it, until one of
them finishes.  Two runs are the same if they found the same paths: place, decisions, end, condition.  The example input
of a path is any that takes it: which one a solver returns depends on its earlier queries.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from symheap.report.explore.derived import kept_paths
from symheap.store.file import RunFile
from symheap.store.folder import files
from symheap.store.records import RunState

ROOT = Path(__file__).resolve().parents[1]
RUNS: tuple[tuple[str, ...], ...] = (
    ("examples/javalite/tree.jl", "--max-calls", "5"),
    ("examples/javalite/tree.jl", "--max-calls", "4", "--heap", "lazy"),
    ("examples/javalite/tree.jl", "--max-calls", "4", "--heap", "summary"),
    ("examples/javalite/queue.jl", "--max-calls", "12", "--search", "bfs"),
    ("examples/javalite/tree.jl", "--max-calls", "5", "--search", "random", "--seed", "7"),
    ("examples/javalite/tree.jl", "--max-calls", "6", "--max-traces", "100"),
    ("tests/programs/java/ArrayStack.java", "--max-loop", "30"),
)


LEFT_OUT = ("seconds", "solver", "findings", "thrown", "unsupported")
"""Times, and tables numbered in the order of discovery, whose content the paths have, too."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a run without its times."""

    paths: frozenset[str]
    totals: str


def start(arguments: tuple[str, ...], runs: Path) -> subprocess.Popen[bytes]:
    environ = {**os.environ, "SYMHEAP_RUNS": str(runs)}
    command = [sys.executable, "-c", "import symheap.cli; symheap.cli.run()", *arguments]
    return subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def found(file: Path) -> Found:
    with RunFile.read(file) as run:
        paths: set[str] = set()
        totals: list[object] = []
        for subject in run.subjects():
            for each in kept_paths(run, subject.number):
                whole = [subject.target, each.place, each.key, each.end, {**each.document, "id": "", "inputs": None}]
                paths.add(json.dumps(whole, sort_keys=True))
            assert subject.document is not None
            totals.append({name: value for name, value in subject.document.items() if name not in LEFT_OUT})
    return Found(frozenset(paths), json.dumps(totals, sort_keys=True))


def undisturbed(arguments: tuple[str, ...], runs: Path) -> tuple[Found, float]:
    begin = time.perf_counter()
    start(("explore", *arguments, "-q"), runs).wait()
    [file] = files(runs)
    return found(file), time.perf_counter() - begin


def killed(arguments: tuple[str, ...], runs: Path, seconds: float, chance: random.Random) -> Iterator[str]:
    """Kill and resume a run until it finishes; yield with each kill."""
    command: tuple[str, ...] = ("explore", *arguments, "-q")
    while True:
        process = start(command, runs)
        try:
            process.wait(timeout=chance.uniform(0.1, seconds))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            yield "killed"
            if files(runs) and _is_over(files(runs)[0]):
                return
            if files(runs):
                command = ("resume", "last")
        else:
            return


def _is_over(file: Path) -> bool:
    """Whether the command had finished before the kill: resuming it would explore more than was asked."""
    with RunFile.read(file) as run:
        return run.standing().state is RunState.FINISHED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only the runs whose command line has this in it")
    given = parser.parse_args()
    chance = random.Random(given.seed)
    kills = rounds = different = 0
    expected: list[tuple[Found, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        chosen = [each for each in RUNS if given.only in " ".join(each)]
        for number, arguments in enumerate(chosen):
            expected.append(undisturbed(arguments, Path(folder) / f"whole{number}"))
        while kills < given.kills:
            number = rounds % len(chosen)
            whole, seconds = expected[number]
            runs = Path(folder) / f"killed{rounds}"
            here = sum(1 for _ in killed(chosen[number], runs, seconds, chance))
            kills, rounds = kills + here, rounds + 1
            [file] = files(runs)
            same = found(file) == whole
            different += not same
            verdict = "same" if same else "DIFFERENT"
            print(f"{' '.join(chosen[number])}: {here} kills, {len(whole.paths)} paths, {verdict}", flush=True)
    print(f"{kills} kills in {rounds} runs: {different} differ")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
