"""Twelve methods with very many paths, explored without merging and with it.

    python benchmarks/merging.py                 the bounds of the programs' headers, and larger ones: JSON and a table
    python benchmarks/merging.py --only Trim     some methods, to the terminal only

Every measurement is a process of its own, because terms are shared within one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from measure import ROOT, environment
from results import write_json, write_text

from symheap.core.nodes import _interned
from symheap.core.walk import postorder
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.solver.chain import default_chain
from symheap_testing.java.corpus import Corpus, entries, jdk_for
from symheap_testing.java.merging import FEATURE, merging_corpus

FOLDER = ROOT / "tests" / "programs" / "java" / "merging"
ROUNDS = (0, 16)
"""Bounds on loops: those of the header (0), and larger ones."""

SECONDS = 60.0


def measured(name: str, rounds: int, merge: bool, seconds: float, classes: Path) -> dict[str, Any]:
    jdk = jdk_for(FEATURE)
    assert jdk is not None
    corpus = Corpus((), classes, jdk)
    (entry,) = entries(FOLDER / f"{name}.java")
    program = corpus.load(entry).program
    bounds = replace(entry.bounds, timeout=seconds, **({"max_loop": rounds} if rounds else {}))
    solver, statistics = default_chain()
    terms, started = len(_interned), time.process_time()
    exploration: Exploration[Any] = Exploration(
        program, heap_model("pose", program.table), solver, statistics, bounds, merge=merge
    )
    traces = list(exploration)
    cpu = time.process_time() - started
    nodes = {node for trace in traces for term in trace.path.conjuncts() for node in postorder(term)}
    tally = exploration.joining.merger.tally if exploration.joining is not None else None
    stopped = exploration.progress.stopped
    return {
        "method": name,
        "rounds": rounds or entry.bounds.max_loop,
        "merge": merge,
        "traces": len(traces),
        "ends": dict(Counter(trace.end.kind for trace in traces)),
        "stopped": None if stopped is None else stopped.value,
        "terms": len(_interned) - terms,
        "nodes of conditions": len(nodes),
        "decisions of the solver": statistics.decisions,
        "queries": statistics.queries,
        "tokens": statistics.tokens,
        "solver seconds": round(statistics.seconds, 3),
        "cpu": round(cpu, 3),
        "merges": tally.merges if tally is not None else 0,
        "apart": {reason: count for reason, count in tally.apart.items() if count} if tally is not None else {},
    }


def in_a_process(name: str, rounds: int, merge: bool, seconds: float, classes: Path) -> dict[str, Any]:
    options = ["--one", name, "--rounds", str(rounds), "--seconds", str(seconds), "--classes", str(classes)]
    options += ["--merge"] if merge else []
    done = subprocess.run([sys.executable, __file__, *options], capture_output=True, text=True, check=True)
    row: dict[str, Any] = json.loads(done.stdout)
    return row


COLUMNS = ("traces", "terms", "queries", "tokens", "solver seconds", "cpu")


def table(rows: list[dict[str, Any]]) -> str:
    head = ["method", "rounds", *(f"{column} {side}" for column in COLUMNS for side in ("without", "with"))]
    lines = ["| " + " | ".join(head) + " |", "|---|---:|" + "---:|" * (2 * len(COLUMNS))]
    for without, with_ in zip(rows[::2], rows[1::2], strict=True):
        cells = [without["method"], str(without["rounds"])]
        for column in COLUMNS:
            cells += [_figure(without, column), _figure(with_, column)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _figure(row: dict[str, Any], column: str) -> str:
    value = row[column]
    more = "> " if row["stopped"] else ""
    return f"{more}{value:,.2f}" if isinstance(value, float) else f"{more}{value:,}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--classes", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, nargs="+", default=list(ROUNDS))
    parser.add_argument("--merge", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="limit of a method")
    options = parser.parse_args()
    if options.one:
        row = measured(options.one, options.rounds[0], options.merge, options.seconds, options.classes)
        print(json.dumps(row))
        return
    corpus = merging_corpus(FOLDER)
    assert corpus is not None
    names = options.only or sorted(source.stem for source in FOLDER.glob("*.java"))
    rows = []
    for name in names:
        for rounds in options.rounds:
            for merge in (False, True):
                rows.append(in_a_process(name, rounds, merge, options.seconds, corpus.classes))
                print(json.dumps(rows[-1]), flush=True)
    if not options.only:
        write_json("merging", {"environment": environment(), "seconds": options.seconds, "rows": rows})
        write_text("merging", table(rows))
    print(table(rows))


if __name__ == "__main__":
    main()
