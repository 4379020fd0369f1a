"""Check the six laws on many random programs: ``python benchmarks/laws.py --programs 20000 --jobs 2``.

Half of the programs are Javalite, half POSE's language.  A program with more than 120 lazy traces or 350
distinguishable small heaps (`symheap_testing.campaign`) is set aside, counted, and replaced by the next seed.  Writes
``benchmarks/results/laws.json`` and ``laws.md``; status 1 if a law is broken.  Verdicts are appended to a log as they
come (``laws.jsonl``, not kept in the repository), and a second call with ``--resume`` continues from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from symheap.solver.chain import default_chain
from symheap_testing.campaign import LANGUAGES, Language, examine

RESULTS = Path(__file__).parent / "results"
BATCH = 20

Job = tuple[int, Language]


def work(batch: list[Job]) -> list[dict[str, Any]]:
    """Examine one batch in a worker.  Each batch gets a new chain, so that no cache grows without end."""
    solver = default_chain(timeout_ms=2_000)
    rows = []
    for seed, language in batch:
        started = time.perf_counter()
        verdict = examine(seed, language, solver)
        rows.append(
            {
                "seed": seed,
                "language": language,
                "features": sorted(verdict.features),
                "too_large": verdict.too_large,
                "broken": [str(v)[:500] for v in verdict.broken],
                "undecided": verdict.undecided,
                "paths": verdict.paths,
                "lazy_traces": verdict.lazy_traces,
                "cut_paths": verdict.cut_paths,
                "errors": verdict.errors,
                "seconds": round(time.perf_counter() - started, 3),
            }
        )
    return rows


def batches(first: int) -> Iterator[list[Job]]:
    seed = first
    while True:
        yield [(s, LANGUAGES[s % 2]) for s in range(seed, seed + BATCH)]
        seed += BATCH


def run(programs: int, jobs: int, log: Path, done: list[dict[str, Any]], seconds: float) -> list[dict[str, Any]]:
    started = time.perf_counter()
    first = 1 + max((row["seed"] for row in done), default=-1)
    rows = list(done)
    examined = sum(not row["too_large"] for row in rows)
    with get_context("spawn").Pool(jobs, maxtasksperchild=5) as pool, log.open("a") as out:
        pending = batches(first)
        running = [pool.apply_async(work, (next(pending),)) for _ in range(jobs * 2)]
        while examined < programs and time.perf_counter() - started < seconds:
            verdicts = running.pop(0).get()
            running.append(pool.apply_async(work, (next(pending),)))
            rows += verdicts
            examined += sum(not row["too_large"] for row in verdicts)
            for row in verdicts:
                out.write(json.dumps(row) + "\n")
                if row["broken"]:
                    print(f"seed {row['seed']} {row['language']}: {row['broken'][0]}", flush=True)
            out.flush()
            if len(rows) % 1000 < BATCH:
                print(f"{examined} programs, {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
        pool.terminate()
    return rows


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    examined = [row for row in rows if not row["too_large"]]
    features = Counter(name for row in examined for name in row["features"])
    return {
        "programs": len(examined),
        "set_aside_as_too_large": len(rows) - len(examined),
        "broken": sum(bool(row["broken"]) for row in examined),
        "with_an_undecided_solver_query": sum(row["undecided"] for row in examined),
        "by_language": dict(Counter(row["language"] for row in examined)),
        "paths": sum(row["paths"] for row in examined),
        "lazy_traces": sum(row["lazy_traces"] for row in examined),
        "cut_paths": sum(row["cut_paths"] for row in examined),
        "error_paths": sum(row["errors"] for row in examined),
        "features": dict(sorted(features.items(), key=lambda item: -item[1])),
        "cpu_seconds": round(sum(row["seconds"] for row in rows)),
    }


def markdown(found: dict[str, Any]) -> str:
    """Return the summary as a page."""
    programs = found["programs"]
    lines = [
        f"{programs:,} random programs, made by `python benchmarks/laws.py --programs {programs}`.",
        "",
        "| | |",
        "|---|---|",
        f"| programs in which a law is broken | {found['broken']:,} |",
        f"| programs with a query that no solver decided within 2 s | {found['with_an_undecided_solver_query']:,} |",
        f"| set aside as too large, replaced by the next seed | {found['set_aside_as_too_large']:,} |",
        *(f"| in {name} | {count:,} |" for name, count in found["by_language"].items()),
        f"| paths (of pose and summary, one trace each) | {found['paths']:,} |",
        f"| traces of lazy initialization on them | {found['lazy_traces']:,} |",
        f"| paths that end in an error | {found['error_paths']:,} |",
        f"| paths cut at 3 nested calls | {found['cut_paths']:,} |",
        f"| CPU seconds | {found['cpu_seconds']:,} |",
        "",
        "| what the programs do | programs | share |",
        "|---|---|---|",
        *(f"| {name} | {count:,} | {count / programs:.0%} |" for name, count in found["features"].items()),
        "",
    ]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=36_000, help="stop after this time")
    parser.add_argument("--resume", action="store_true", help="go on from laws.jsonl")
    parser.add_argument("--log", type=Path, default=RESULTS / "laws.jsonl")
    options = parser.parse_args()
    options.log.parent.mkdir(exist_ok=True)
    done: list[dict[str, Any]] = []
    if options.resume and options.log.exists():
        done = [json.loads(line) for line in options.log.read_text().splitlines()]
    else:
        options.log.unlink(missing_ok=True)
    rows = run(options.programs, options.jobs, options.log, done, options.seconds)
    totals = summary(rows)
    (RESULTS / "laws.json").write_text(json.dumps(totals, indent=2) + "\n")
    (RESULTS / "laws.md").write_text(markdown(totals))
    print(json.dumps(totals, indent=2))
    return 1 if totals["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
