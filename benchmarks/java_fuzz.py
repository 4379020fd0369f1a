"""Damaged class files, archives and folders through ``symheap explore``: reports or one-line errors, nothing else.

python benchmarks/java_fuzz.py [--seed 1] [--cases 10000] [--first 0] [--workers 2] [--commands 200] [--write]

Each case is explored in a worker process under a limit of memory and time; `--commands` of them run once more as
commands of their own.  Every broken law is printed with the number of its case, which `--first N --cases 1` repeats.
`--write` puts the figures into results/java-fuzz.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

import typer

from symheap.cli import entry
from symheap.cli import main as command
from symheap.cli.table import whole_app
from symheap.lang.java.classfile.classfile import ClassFile, parse
from symheap.lang.java.files import classpath
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.past import snapshot
from symheap_testing.java.mutants.damaged import (
    BOUNDS,
    COMMAND,
    SECONDS,
    CaseOutcome,
    Corpus,
    DamagedCase,
    Watch,
    corpus_of,
    make_case,
    run_case,
    sound_case,
    without_progress,
)

CORPUS = Path(__file__).parent.parent / "tests" / "programs" / "java"
RESULTS = Path(__file__).parent / "results" / "java-fuzz.md"
MEMORY = 2 << 30
COLLECT = 20
"""Number of cases after which a worker frees unreachable cycles."""
RENEW = 250
"""Number of cases after which a process is replaced: it never frees terms and solvers."""
GRACE = 60.0
"""Seconds without output after which a worker is killed: more than `SECONDS`, since the machine may be busy."""


@dataclass
class Figures:
    ends: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")

    def add(self, outcome: CaseOutcome) -> None:
        self.ends[outcome.case.kind, outcome.end] += 1
        self.slowest = max(self.slowest, (outcome.seconds, f"{outcome.case.number}, {outcome.case.damage}"))
        if outcome.fault is not None:
            self.fail(outcome.case, outcome.fault)

    def fail(self, case: DamagedCase, fault: str) -> None:
        text = f"case {case.number} ({case.kind}: {case.damage}) {case.target}: {fault.strip()}"
        self.faults.append(text)
        print(f"FAULT {text}", flush=True)


@dataclass
class Worker:
    """Cases first, first + step, and so on, one after the other."""

    process: BaseProcess
    results: Connection
    numbers: range
    heard: float


def quicken() -> None:
    """Make this process read the JDK's class files and snapshot, and build the command, only once.

    None of these is damaged in the cases.
    """
    read: dict[str, ClassFile] = {}
    home = str(find_jdk(None, os.environ).home)

    def remembered(data: bytes, file: str) -> ClassFile:
        if not file.startswith(home):
            return parse(data, file)
        return read.get(file) or read.setdefault(file, parse(data, file))

    classpath.parse = remembered  # type: ignore[attr-defined]
    snapshot.json = _RememberedJson()  # type: ignore[assignment, attr-defined]
    whole = typer.main.get_command(whole_app())
    entry.app_for = lambda arguments: whole  # type: ignore[assignment, attr-defined, return-value]


class _RememberedJson:
    """Replaces `json` for one text; the parts of a snapshot that change are copied."""

    def __init__(self) -> None:
        self._known: dict[int, dict[str, object]] = {}
        self.dumps = json.dumps

    def loads(self, raw: bytes) -> dict[str, object]:
        known = self._known.setdefault(hash(raw), {})
        if not known:
            known.update(json.loads(raw))
        return {name: dict(part) if isinstance(part, dict) else part for name, part in known.items()}


def compiled(folder: Path) -> Corpus:
    javac = find_jdk(None, os.environ).javac()
    options = ["-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-g", "-d", str(folder)]
    subprocess.run([str(javac), *options, *map(str, sorted(CORPUS.glob("*.java")))], check=True)
    return corpus_of(folder)


def work(corpus: Corpus, seed: int, numbers: range, scratch: Path, results: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    watch = Watch(Path(os.environ["SYMHEAP_CACHE"]).resolve()).install()
    quicken()
    run_case(sound_case(corpus, scratch), scratch, watch, command)
    gc.freeze()
    gc.disable()
    for number in numbers[:RENEW]:
        case = make_case(corpus, seed, number, scratch)
        results.send(case)
        results.send(run_case(case, scratch, watch, command))
        if number % COLLECT == 0:
            gc.collect()
    results.send(None)


def start(corpus: Corpus, seed: int, numbers: range, scratch: Path) -> Worker:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    folder = scratch / f"worker{numbers.start}"
    process = multiprocessing.get_context("spawn").Process(target=work, args=(corpus, seed, numbers, folder, theirs))
    process.start()
    theirs.close()
    return Worker(process, ours, numbers, time.monotonic())


def campaign(corpus: Corpus, seed: int, numbers: range, workers: int, scratch: Path, figures: Figures) -> None:
    shares = [numbers[first::workers] for first in range(workers)]
    running = [start(corpus, seed, share, scratch) for share in shares if share]
    current: dict[int, DamagedCase] = {}
    while running:
        wait([worker.results for worker in running], timeout=1.0)
        for worker in list(running):
            running.remove(worker)
            following = _attend(worker, current, figures)
            if following is not None:
                fresh = following is not worker.numbers
                running.append(start(corpus, seed, following, scratch) if fresh else worker)


def _attend(worker: Worker, current: dict[int, DamagedCase], figures: Figures) -> range | None:
    """Return the remaining range: the same if the worker continues, another one if it has to be replaced."""
    at = id(worker.results)
    try:
        while worker.results.poll():
            worker.heard = time.monotonic()
            match worker.results.recv():
                case DamagedCase() as case:
                    current[at] = case
                case CaseOutcome() as outcome:
                    figures.add(outcome)
                case _:
                    worker.process.join()
                    return worker.numbers[RENEW:] or None
    except EOFError:
        return _replace(worker, current.get(at), "the process died", figures)
    if time.monotonic() - worker.heard > GRACE:
        return _replace(worker, current.get(at), f"took more than {GRACE:.0f} s", figures)
    return worker.numbers


def _replace(worker: Worker, case: DamagedCase | None, fault: str, figures: Figures) -> range | None:
    worker.process.kill()
    worker.process.join()
    if case is None:
        raise SystemExit("a worker did not start")
    figures.fail(case, fault)
    left = worker.numbers[worker.numbers.index(case.number) + 1 :]
    return left or None


def commands(corpus: Corpus, seed: int, numbers: range, scratch: Path) -> Iterator[CaseOutcome]:
    """Yield the outcomes of the same cases as separate commands, in a home folder of their own."""
    home = scratch / "home"
    home.mkdir()
    folder = home / "case"
    environment = {**os.environ, "HOME": str(home), "TMPDIR": str(scratch / "tmp")}
    for number in numbers:
        case = make_case(corpus, seed, number, folder)
        before = sorted(map(str, home.rglob("*")))
        began = time.monotonic()
        command = [sys.executable, "-c", COMMAND, "explore", case.target, *BOUNDS]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
        seconds = max(0.0, time.monotonic() - began)
        changed = set(before) ^ set(map(str, home.rglob("*")))
        yield CaseOutcome(case, done.returncode, without_progress(done.stderr), seconds, tuple(sorted(changed)))


def table(figures: Figures) -> str:
    kinds = sorted({kind for kind, _ in figures.ends})
    lines = ["| damage | cases | run | refused | failed |", "|---|---:|---:|---:|---:|"]
    for kind in (*kinds, "all"):
        of = {end: sum(n for (k, e), n in figures.ends.items() if e == end and kind in (k, "all")) for end in ENDS}
        lines.append(f"| {kind} | {sum(of.values())} | " + " | ".join(str(of[end]) for end in ENDS) + " |")
    return "\n".join(lines)


ENDS = ("run", "refused", "failed")


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        os.environ["SYMHEAP_CACHE"] = str(scratch / "cache")
        (scratch / "tmp").mkdir()
        os.environ["TMPDIR"] = str(scratch / "tmp")
        corpus = compiled(scratch / "classes")
        figures, alone = Figures(), Figures()
        began = time.monotonic()
        numbers = range(options.first, options.first + options.cases)
        campaign(corpus, options.seed, numbers, options.workers, scratch, figures)
        seconds = time.monotonic() - began
        for outcome in commands(corpus, options.seed, numbers[: options.commands], scratch):
            alone.add(outcome)
        left = sorted(os.listdir(scratch / "tmp"))
        if left:
            figures.faults.append(f"left behind: {', '.join(left[:10])}")
    text = _report(options, figures, alone, seconds)
    print(text)
    if options.write:
        RESULTS.write_text(text, encoding="utf-8")
    return 1 if figures.faults or alone.faults else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--commands", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


def _report(options: argparse.Namespace, figures: Figures, alone: Figures, seconds: float) -> str:
    command = (
        f"python benchmarks/java_fuzz.py --seed {options.seed} --cases {options.cases} --commands {options.commands}"
    )
    total = sum(alone.ends.values())
    longest, which = figures.slowest
    lines = [
        "# Damaged Java\n",
        f"`{command}` on the compiled programs of `tests/programs/java`, each case explored with "
        f"`symheap explore TARGET {' '.join(BOUNDS)}` in a worker process with {MEMORY >> 30} GB of memory.\n",
        table(figures),
        "",
        f"Broken laws: {len(figures.faults)}.  Slowest case: {longest:.1f} s ({which}; the limit "
        f"is {SECONDS:.0f} s).  "
        f"All cases: {seconds:.0f} s with {options.workers} workers.",
    ]
    if total:
        lines.append(f"As commands of their own: {total} cases, {len(alone.faults)} broken laws.")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
