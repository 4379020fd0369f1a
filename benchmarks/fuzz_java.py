"""Random Java classes through ``symheap explore`` and on a JVM: every trace is a path, every example follows its path.

python benchmarks/fuzz_java.py [--methods 2000] [--inputs-per-method 500] [--seed 1] [--jobs 2] [--minutes M]
    [--symheap PYTHON] [--reduce 20] [--save DIR] [-o FILE] [--sum FILE FILE ...]

`--symheap` is the interpreter of the checkout under test.  Wrong answers are counted by what the program asks; of each
kind some are made small and saved under `--save`.  `-o` writes the figures as JSON, also while the campaign runs and
where it is interrupted; `--sum` adds up the figures of several parts, which have seeds of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from symheap_testing.java.fuzz.campaign import Bench, MethodRow, reduced
from symheap_testing.java.fuzz.figures import WRONG, figures, shown, tags_of, total
from symheap_testing.java.fuzz.processes import Explorer, Jvm, Stopped, compiled_machine
from symheap_testing.java.fuzz.unit import Unit
from symheap_testing.java.fuzz.units import make_unit

PER_UNIT = 8
LIMITS = ("--timeout", "100", "--max-loop", "8", "--max-calls", "30", "--max-traces", "400", "--search", "dfs")
CPU_SECONDS = 6.0
"""Processor time after which an exploration is interrupted: it does not depend on what else the machine does."""
HARD = 140.0
"""Seconds after which an exploration is killed from outside."""


@dataclass
class Campaign:
    """State shared by the jobs.  `lock` guards all of it."""

    options: argparse.Namespace
    scratch: Path
    lock: threading.Lock = field(default_factory=threading.Lock)
    rows: list[MethodRow] = field(default_factory=list)
    small: list[dict[str, Any]] = field(default_factory=list)
    commit: str = ""
    next_unit: int = 0
    failed_units: int = 0
    interrupted: bool = False
    began: float = field(default_factory=time.monotonic)

    def take(self) -> int | None:
        with self.lock:
            if self.failed_units > 10 + len(self.rows) // PER_UNIT:
                raise SystemExit("most units are lost")
            minutes: float = self.options.minutes
            late = minutes and time.monotonic() - self.began > minutes * 60
            if self.interrupted or late or len(self.rows) >= self.options.methods:
                return None
            self.next_unit += 1
            return int(self.options.seed) * 100_000 + self.next_unit - 1

    def add(self, unit: Unit, rows: list[MethodRow]) -> list[MethodRow]:
        """Keep the rows of a unit; return those that should be reduced."""
        chosen = []
        with self.lock:
            self.rows += rows
            done = len(self.rows)
            if done // 80 > (done - len(rows)) // 80:
                print(f"{done} methods, {time.monotonic() - self.began:.0f} s", file=sys.stderr, flush=True)
                write(self.options.output, summary(self))
            for row in rows:
                if row.status in WRONG:
                    print(f"WRONG unit {shown(row)}", flush=True)
                if row.status == "wrong" and self._wanted(row):
                    chosen.append(row)
        return chosen

    def _wanted(self, row: MethodRow) -> bool:
        """Whether a row should be reduced: methods with at most one tag show best what is wrong."""
        key = (row.problems[0].law, tags_of(row))
        same = sum(1 for known in self.rows if known.problems and (known.problems[0].law, tags_of(known)) == key)
        few = len(tags_of(row)) <= 1 and same <= int(self.options.reduce_each)
        return few and len(self.small) < int(self.options.reduce)


def job(campaign: Campaign, number: int, machine: Path) -> None:
    options = campaign.options
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    bench = Bench(
        Jvm(machine, environment),
        Explorer(options.symheap, LIMITS, HARD, environment, CPU_SECONDS),
        campaign.scratch / f"job{number}",
        options.inputs_per_method,
    )
    try:
        while (seed := campaign.take()) is not None:
            unit = make_unit(seed, PER_UNIT, options.without)
            try:
                rows = list(bench.check(unit))
            except (Stopped, ValueError) as error:
                print(f"LOST unit {seed}: {str(error)[:300]}", flush=True)
                rows = []
            if not rows:
                with campaign.lock:
                    campaign.failed_units += 1
            for row in campaign.add(unit, rows):
                _reduce(campaign, bench, unit, row)
    finally:
        bench.close()


def _reduce(campaign: Campaign, bench: Bench, unit: Unit, row: MethodRow) -> None:
    law = row.problems[0].law
    try:
        reduction = reduced(bench, unit, row.method, law, campaign.options.reduce_seconds)
    except (Stopped, ValueError):
        return
    if reduction is None:
        return
    small, again = reduction
    problem = next(p for p in again.problems if p.law == law)
    source = "\n".join(line for line in small.source(woven=False).lines)
    entry = {
        "unit": unit.seed,
        "method": row.method,
        "law": law,
        "tags": list(again.tags),
        "source": source,
        "problem": asdict(problem),
    }
    with campaign.lock:
        campaign.small.append(entry)
    if campaign.options.save:
        folder = Path(campaign.options.save) / f"{unit.seed}-{row.method}-{law.replace(' ', '-')}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "U.java").write_text(source + "\n", encoding="utf-8")
        (folder / "problem.json").write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")


def summary(campaign: Campaign) -> dict[str, Any]:
    return {
        "command": " ".join(["python", "benchmarks/fuzz_java.py", *_shown(sys.argv[1:])]),
        "commit": campaign.commit,
        **figures(campaign.rows, campaign.small),
        "units lost": campaign.failed_units,
        "seconds": round(time.monotonic() - campaign.began, 1),
    }


def write(output: str | None, content: dict[str, Any]) -> None:
    if output:
        Path(output).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def _shown(arguments: list[str]) -> list[str]:
    """Return the arguments without those that belong to one machine."""
    hidden = {"--symheap", "--save", "-o"}
    shown: list[str] = []
    skip = False
    for word in arguments:
        if skip:
            skip = False
        elif word in hidden:
            skip = True
        else:
            shown.append(word)
    return shown


def _commit(interpreter: str) -> str:
    """Return the commit of the checkout that an interpreter uses."""
    code = "import symheap, pathlib; print(pathlib.Path(symheap.__file__).parent)"
    try:
        folder = subprocess.run([interpreter, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
        done = subprocess.run(
            ["git", "-C", folder, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def _tags(text: str) -> frozenset[str]:
    return frozenset(tag.strip() for tag in text.split(","))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--methods", type=int, default=2000)
    parser.add_argument("--inputs-per-method", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--symheap", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--reduce", type=int, default=20, help="at most so many programs are made small")
    parser.add_argument("--reduce-each", type=int, default=1, help="of each combination of what a method asks")
    parser.add_argument("--reduce-seconds", type=float, default=20.0)
    parser.add_argument("--without", type=_tags, default=frozenset(), help="tags that no method has, between commas")
    parser.add_argument("--save", metavar="DIR")
    parser.add_argument("-o", "--output", metavar="FILE")
    parser.add_argument("--sum", nargs="+", default=[], metavar="FILE", help="add up figures, instead of a run")
    return parser.parse_args()


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Run a campaign.  An interrupt ends it after the units at hand."""
    scratch = Path(tempfile.mkdtemp(prefix="fuzz-java-"))
    campaign = Campaign(options, scratch, commit=_commit(options.symheap))
    try:
        machine = compiled_machine(scratch / "machine")
        jobs = [threading.Thread(target=job, args=(campaign, number, machine)) for number in range(options.jobs)]
        for thread in jobs:
            thread.start()
        for thread in jobs:
            try:
                thread.join()
            except KeyboardInterrupt:
                campaign.interrupted = True
                thread.join()
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return summary(campaign)


def main() -> int:
    options = _options()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if options.sum:
        content = total([json.loads(Path(name).read_text(encoding="utf-8")) for name in options.sum])
    else:
        content = run(options)
    write(options.output, content)
    print(json.dumps({key: value for key, value in content.items() if key != "small"}, indent=1))
    return 1 if content["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
