"""The laws of symbolic heaps over many random cases: ``python benchmarks/shape_laws.py --cases 10000``.

Each law of `symheap_testing.c.laws` on as many random cases, and entailment between all pairs of plain lists (or
``--pairs`` of them), which must be right both ways.  Writes ``benchmarks/results/shape-laws.json``; status 1 if a law
is broken.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from symheap.separation.entail import entails
from symheap.separation.logic import Logic
from symheap.solver.chain import default_chain
from symheap_testing.c.cases import Case, Law, Oracle
from symheap_testing.c.laws import LAWS
from symheap_testing.c.plain_lists import plain_lists

RESULTS = Path(__file__).parent / "results"
BATCH = 500


def new_logic() -> Logic:
    """A chain for each batch, so that no cache grows without end."""
    return Logic(default_chain(timeout_ms=2_000)[0])


def examine(law: Law, cases: int, oracle: Oracle) -> list[str]:
    """What breaks a law."""
    broken: list[str] = []
    for start in range(0, cases, BATCH):
        logic = new_logic()
        for seed in range(start, min(start + BATCH, cases)):
            found = law(Case(seed, logic, oracle))
            if found is not None:
                print(found, flush=True)
                broken.append(found)
    return broken


def compare(pairs: int | None) -> Counter[str]:
    """Entailment between plain lists: how often it is right, and in which way it is wrong."""
    formulas = plain_lists()
    chosen = [(p, q) for p in formulas for q in formulas]
    if pairs is not None and pairs < len(chosen):
        chosen = Random(0).sample(chosen, pairs)
    logic, count = new_logic(), Counter[str]()
    for p, q in chosen:
        said, is_true = entails(logic, p.heap, q.heap), p.models <= q.models
        count["right" if said == is_true else "wrongly yes" if said else "wrongly no"] += 1
        count["yes"] += said
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=None)
    parser.add_argument("--laws", nargs="*", default=[law.__name__ for law in LAWS])
    options = parser.parse_args()
    oracle = Oracle()
    found: dict[str, object] = {"cases": options.cases}
    is_broken = False
    for law in LAWS:
        if law.__name__ in options.laws:
            started = time.process_time()
            broken = examine(law, options.cases, oracle)
            found[law.__name__] = {"broken": len(broken), "cpu_seconds": round(time.process_time() - started)}
            is_broken |= bool(broken)
            print(law.__name__, found[law.__name__], file=sys.stderr, flush=True)
    count = compare(options.pairs)
    found["plain lists"] = dict(count)
    is_broken |= bool(count["wrongly yes"] + count["wrongly no"])
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "shape-laws.json").write_text(json.dumps(found, indent=2) + "\n")
    print(json.dumps(found, indent=2))
    return 1 if is_broken else 0


if __name__ == "__main__":
    sys.exit(main())
