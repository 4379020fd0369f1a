"""Check the laws of symbolic heaps on many random cases: ``python benchmarks/shape_laws.py --cases 10000``.

Each law of `symheap_testing.c.laws` is checked on this many random cases, and entailment on all pairs of plain lists
(or ``--pairs`` of them), where it must be right both ways.  Writes ``benchmarks/results/shape-laws.json``; status 1 if
a law is broken.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Logic
from symheap.solver.chain import default_chain
from symheap_testing.c.cases import Law, Oracle, RandomCase
from symheap_testing.c.laws import LAWS
from symheap_testing.c.plain_lists import plain_lists

RESULTS = Path(__file__).parent / "results"
BATCH = 500


def new_logic() -> Logic:
    """Return logic with a new chain; each batch gets one, so that no cache grows without end."""
    return Logic(default_chain(timeout_ms=2_000)[0])


def examine(law: Law, cases: int, oracle: Oracle) -> list[str]:
    """Return the violations of a law."""
    broken: list[str] = []
    for start in range(0, cases, BATCH):
        logic = new_logic()
        for seed in range(start, min(start + BATCH, cases)):
            violation = law(RandomCase(seed, logic, oracle))
            if violation is not None:
                print(violation, flush=True)
                broken.append(violation)
    return broken


def compare(pairs: int | None) -> Counter[str]:
    """Count how often entailment between plain lists is right, and in which way it is wrong."""
    formulas = plain_lists()
    chosen = [(p, q) for p in formulas for q in formulas]
    if pairs is not None and pairs < len(chosen):
        chosen = Random(0).sample(chosen, pairs)
    logic, count = new_logic(), Counter[str]()
    for p, q in chosen:
        answer, is_true = entails(logic, p.heap, q.heap), p.models <= q.models
        count["right" if answer == is_true else "wrongly yes" if answer else "wrongly no"] += 1
        count["yes"] += answer
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=None)
    parser.add_argument("--laws", nargs="*", default=[law.__name__ for law in LAWS])
    options = parser.parse_args()
    oracle = Oracle()
    totals: dict[str, object] = {"cases": options.cases}
    is_broken = False
    for law in LAWS:
        if law.__name__ in options.laws:
            started = time.process_time()
            broken = examine(law, options.cases, oracle)
            totals[law.__name__] = {"broken": len(broken), "cpu_seconds": round(time.process_time() - started)}
            is_broken |= bool(broken)
            print(law.__name__, totals[law.__name__], file=sys.stderr, flush=True)
    count = compare(options.pairs)
    totals["plain lists"] = dict(count)
    is_broken |= bool(count["wrongly yes"] + count["wrongly no"])
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "shape-laws.json").write_text(json.dumps(totals, indent=2) + "\n")
    print(json.dumps(totals, indent=2))
    return 1 if is_broken else 0


if __name__ == "__main__":
    sys.exit(main())
