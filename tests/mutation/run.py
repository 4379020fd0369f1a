#!/usr/bin/env python
"""Run the laws on every mutant of the code.  Exit status 1 if one survives, 2 if the laws fail without one.

python tests/mutation/run.py [--only ID ...] [--alone] [--jobs 2] [--write] [--list]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mutants import MUTANTS, Mutant

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
LIMIT = 120.0
SEEDS = 20
NOT_CAUGHT = ("", "error", "limit")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a mutant: the `law` that `program` breaks, "crash" for a failed assertion, or one of NOT_CAUGHT."""

    mutant: Mutant
    law: str
    program: str
    detail: str
    seconds: float

    @property
    def caught(self) -> bool:
        return self.law not in NOT_CAUGHT


class StaleMutant(Exception):
    """The text that a mutant replaces is missing in its file, or occurs more than once."""


def patch(mutant: Mutant, source: Path) -> None:
    """Apply the mutant's changes to the copy of the source tree below `source`."""
    for name, old, new in mutant.edits:
        file = source / "symheap" / name
        text = file.read_text()
        if text.count(old) != 1:
            raise StaleMutant(f"{mutant.id}: {text.count(old)} occurrences in {name}")
        file.write_text(text.replace(old, new))


def run(mutant: Mutant, *, alone: bool = False) -> Result:
    """Check the laws on a patched copy of the code, in a process of its own; if `alone`, on its first program only."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        source = Path(folder).resolve() / "src"
        shutil.copytree(SOURCE, source)
        patch(mutant, source)
        result = _child(source, mutant.first, alone)
    return Result(mutant, result["law"], result["program"], result["detail"], time.perf_counter() - started)


def _child(source: Path, first: str, alone: bool, limit: float | None = LIMIT) -> dict[str, str]:
    program = [sys.executable, str(HERE / "trial.py"), "--source", str(source)]
    options = ["--first", first, "--seeds", str(SEEDS), *(["--alone"] if alone else [])]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    try:
        done = subprocess.run(
            program + options, env=environment, capture_output=True, text=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return {"law": "limit", "program": "", "detail": f"no violation within {limit:.0f} s"}
    if done.returncode:
        return {"law": "error", "program": "", "detail": done.stderr.strip().splitlines()[-1]}
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


def control(first: str = "", *, alone: bool = False) -> str:
    """Return the laws that the unchanged code breaks: none, or catching mutants means nothing."""
    result = _child(SOURCE, first, alone, None)
    return f"{result['law']} on {result['program']}: {result['detail']}" if result["law"] else ""


def run_all(mutants: Sequence[Mutant], jobs: int, *, alone: bool = False) -> list[Result]:
    with ThreadPoolExecutor(jobs) as pool:
        results = []
        for result in pool.map(partial(run, alone=alone), mutants):
            print(line(result), flush=True)
            results.append(result)
    return results


def line(result: Result) -> str:
    how = f"{result.law} on {result.program}" if result.caught else f"SURVIVES {result.law} {result.detail}"
    return f"{result.mutant.id:34} {how:60.160} {result.seconds:5.1f} s"


def table(results: list[Result]) -> str:
    caught = sum(result.caught for result in results)
    rows = [
        f"| `{r.mutant.id}` | {r.mutant.kind} | {r.mutant.rule} | {r.mutant.note} | "
        f"{r.law if r.caught else '**survives**'} | `{r.program}` | {r.seconds:.1f} |"
        for r in results
    ]
    return "\n".join(
        [
            "# Mutants",
            "",
            "Made by `python tests/mutation/run.py --write`; do not edit.",
            f"{caught} of {len(results)} mutants are caught.",
            "",
            '"crash" is a failed assertion of the model; "machine" the comparison of the reference machine with the',
            'engine; "trace counts" the ``expect`` line of the program; "any witness" is in',
            "`trial.py`; all others are the laws of `symheap_testing`.",
            "",
            "| mutant | kind | rule | what it does | caught by | on | seconds |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="ID", help="run these mutants only")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--alone", action="store_true", help="only the first program of each")
    parser.add_argument("--list", action="store_true", help="print id, kind and first program of each, and run nothing")
    parser.add_argument("--write", action="store_true", help="write results.md")
    options = parser.parse_args()
    if options.list:
        print("\n".join(f"{mutant.id}\t{mutant.kind}\t{mutant.first}" for mutant in MUTANTS))
        return 0
    wanted = options.only or [mutant.id for mutant in MUTANTS]
    unknown = set(wanted) - {mutant.id for mutant in MUTANTS}
    if unknown:
        parser.error(f"no such mutant: {', '.join(sorted(unknown))}")
    if not options.alone:
        wrong = control()
        print(f"without any mutant: {wrong or 'all laws hold'}", flush=True)
        if wrong:
            return 2
    results = run_all([mutant for mutant in MUTANTS if mutant.id in wanted], options.jobs, alone=options.alone)
    if options.write:
        (HERE / "results.md").write_text(table(results))
    survivors = [result.mutant.id for result in results if not result.caught]
    print(f"{len(results) - len(survivors)} of {len(results)} caught; surviving: {', '.join(survivors) or 'none'}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
