"""Proofs of the C corpus against runs and mutants: ``python benchmarks/c_soundness.py --states 100000 --mutants 1000``.

Every program of ``tests/programs/c`` that is not broken on purpose is proved.  All folds, coverings and widenings are
checked again by entailment; random runs give the states at the heads of loops, each of which must be a model of a heap
there; of mutants that a run makes fail, none may be safe.  Writes ``benchmarks/results/c-soundness.json``; status 1 if
anything is not sound.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from symheap_testing.c.campaign import corpus, examine, killed_mutants, load_program, proved

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "benchmarks" / "results" / "c-soundness.json"


@dataclass(frozen=True, slots=True)
class Job:
    path: Path
    states: int
    mutants: int
    runs: int
    seconds: float
    seed: int


def work(job: Job) -> dict[str, Any]:
    """Check the proof of one program, and its mutants."""
    started = time.perf_counter()
    program = load_program(job.path)
    proof = proved(program, job.seconds)
    first = job.seed * 1_000_000
    examined = examine(proof, range(first, first + 20 * job.states), job.states)
    fails = killed_mutants(program, 3 * job.mutants, Random(f"{job.path.stem} {job.seed}"), job.runs, job.seconds)
    killed = list(islice(fails, job.mutants))
    unsound = [f"{edge.source} -> {edge.target}: edge" for edge in examined.wrong_edges]
    unsound += [f"{stranger.point}: state" for stranger in examined.strangers]
    unsound += [] if examined.wrong is None else [f"{examined.wrong}: outcome"]
    unsound += [f"{each.mutant}, {each.failure.kind.value}: mutant" for each in killed if not each.is_sound]
    return {
        "program": job.path.stem,
        "verdict": proof.verdict.word.value,
        "reason": proof.verdict.reason,
        "edges": examined.edges,
        "states": examined.states,
        "partly": examined.partly,
        "summarised": examined.summarised,
        "mutants": len(killed),
        "mutants_cut": sum(each.is_cut for each in killed),
        "mistakes": dict(Counter(each.mutant.mistake for each in killed)),
        "failures": dict(Counter(each.failure.kind.value for each in killed)),
        "unsound": unsound,
        "seconds": round(time.perf_counter() - started, 2),
    }


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    mistakes: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    for row in rows:
        mistakes.update(row["mistakes"])
        failures.update(row["failures"])
    return {
        "programs": len(rows),
        "verdicts": dict(Counter(row["verdict"] for row in rows)),
        "edges_checked": sum(row["edges"] for row in rows),
        "states": sum(row["states"] for row in rows),
        "states_with_memory_out_of_sight": sum(row["partly"] for row in rows),
        "states_in_calls_by_summary": sum(row["summarised"] for row in rows),
        "mutants_that_fail": sum(row["mutants"] for row in rows),
        "mutants_cut_by_a_limit": sum(row["mutants_cut"] for row in rows),
        "mistakes": dict(mistakes.most_common()),
        "failures": dict(failures.most_common()),
        "unsound": [f"{row['program']}: {each}" for row in rows for each in row["unsound"]],
        "cpu_seconds": round(sum(row["seconds"] for row in rows)),
        "rows": rows,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--mutants", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=25, help="how often a mutant may run without failing")
    parser.add_argument("--seconds", type=float, default=5, help="for one proof")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="*", help="a pattern for the names of programs")
    parser.add_argument("--result", type=Path, default=RESULT)
    options = parser.parse_args()
    paths = [path for path in corpus(ROOT / "tests" / "programs" / "c") if path.match(f"{options.only}.c")]
    states, mutants = (-(-wanted * 11 // (10 * len(paths))) for wanted in (options.states, options.mutants))
    jobs = [Job(path, states, mutants, options.runs, options.seconds, options.seed) for path in paths]
    rows: list[dict[str, Any]] = []
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        for done in as_completed([pool.submit(work, job) for job in jobs]):
            rows.append(done.result())
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    totals = summary(sorted(rows, key=lambda row: str(row["program"])))
    options.result.write_text(json.dumps(totals, indent=1) + "\n", encoding="utf-8")
    print(json.dumps({name: value for name, value in totals.items() if name != "rows"}, indent=1))
    return 1 if totals["unsound"] else 0


if __name__ == "__main__":
    sys.exit(main())
