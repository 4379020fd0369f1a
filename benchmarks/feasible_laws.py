"""The search for errors against all executions: ``python benchmarks/feasible_laws.py --programs 2000 --jobs 2``.

Small programs of the memory language without loops, from seeds.  All of their executions in a small domain are run;
each error among them must be found by a search for it, and each error that a search finds must be confirmed.  Then the
two encodings, path by path and in one formula, on ``--encodings`` programs of at most six steps.  Writes
``benchmarks/results/feasible-laws.json``; status 1 if a law is broken.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from symheap_testing.c.bmc import examined
from symheap_testing.c.bmc_programs import random_program
from symheap_testing.c.encodings import compared

RESULT = Path(__file__).parent / "results" / "feasible-laws.json"


def work(seed: int) -> dict[str, Any]:
    started = time.perf_counter()
    verdict = examined(random_program(seed))
    return {
        "seed": seed,
        "runs": verdict.runs,
        "errors": verdict.errors,
        "beyond": verdict.beyond,
        "too_large": verdict.too_large,
        "undecided": verdict.undecided,
        "broken": verdict.broken,
        "seconds": time.perf_counter() - started,
    }


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    seconds = sorted(row["seconds"] for row in rows)
    return {
        "programs": len(rows),
        "executions": sum(row["runs"] for row in rows),
        "failing": sum(row["errors"] > 0 for row in rows),
        "errors": sum(row["errors"] for row in rows),
        "found_beyond": sum(row["beyond"] for row in rows),
        "executions_cut": sum(row["too_large"] for row in rows),
        "undecided": dict(Counter(row["undecided"] for row in rows if row["undecided"])),
        "median_seconds": round(seconds[len(seconds) // 2], 3),
        "max_seconds": round(seconds[-1], 2),
        "broken": [{"seed": row["seed"], "laws": row["broken"]} for row in rows if row["broken"]],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=2000)
    parser.add_argument("--first", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--encodings", type=int, default=500)
    arguments = parser.parse_args()
    seeds = range(arguments.first, arguments.first + arguments.programs)
    with get_context("spawn").Pool(arguments.jobs) as pool:
        rows = list(pool.imap(work, seeds, chunksize=10))
    totals = summary(rows) if rows else json.loads(RESULT.read_text())
    both = compared(range(arguments.encodings))
    totals["encodings"] = {
        "programs": arguments.encodings,
        "both_find_an_error": both.both_found,
        "both_find_none": both.both_none,
        "unknown": both.unknown,
        "broken": both.broken,
    }
    RESULT.write_text(json.dumps(totals, indent=2) + "\n")
    print(json.dumps(totals, indent=2))
    return 1 if totals["broken"] or both.broken else 0


if __name__ == "__main__":
    sys.exit(main())
