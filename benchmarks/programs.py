"""Measure the shipped examples under every heap model.

python benchmarks/programs.py
python benchmarks/programs.py --only tree.jl swap.pose --models pose lazy --max-calls 4
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from measure import ROOT, Job, Row, document, measure_all
from results import markdown, write_json, write_text

from symheap.engine.bounds import Bounds
from symheap.heap.registry import MODELS

EXAMPLES = ROOT / "examples"
STRAIGHT = frozenset({"hasnull", "hasnull10"})  # bounded by themselves: no bound may cut them


def jobs(files: Sequence[Path], models: Sequence[str], max_calls: int, limit: float) -> Iterator[Job]:
    for path in files:
        calls = 80 if path.stem in STRAIGHT else max_calls
        text = path.read_text(encoding="utf-8")
        for model in models:
            yield Job(str(path), text, model, Bounds(max_calls=calls, timeout=limit), {"program": path.name})


def report(row: Row) -> None:
    print(f"{row.labels['program']:20} {row.model:8} {row.traces:7,} traces  {row.seconds:7.2f} s", flush=True)


def compact(rows: Sequence[Row], models: Sequence[str]) -> str:
    """Return a line per program: its paths, then traces and CPU seconds of each model.  `>` marks stopped runs."""
    head = ("program", "paths", *(f"{model}: traces, s" for model in models))
    lines = []
    for program in dict.fromkeys(row.labels["program"] for row in rows):
        of_program = {row.model: row for row in rows if row.labels["program"] == program}
        paths = max(row.paths for row in of_program.values())
        lines.append((str(program), f"{paths:,}", *(_cell(of_program[model]) for model in models)))
    return markdown(head, lines)


def _cell(row: Row) -> str:
    return f"{'> ' if row.stopped else ''}{row.traces:,}, {row.cpu_seconds:.2f}"


def main() -> None:
    options = arguments()
    files = sorted([*EXAMPLES.glob("javalite/*.jl"), *EXAMPLES.glob("pose/*.pose")])
    chosen = [path for path in files if not options.only or path.name in options.only]
    rows = list(measure_all(jobs(chosen, options.models, options.max_calls, options.limit), report))
    more = {"max_calls": options.max_calls, "limit_seconds": options.limit}
    print(write_json(options.name, document("programs", rows, **more)))
    print(write_text(options.name, compact(rows, options.models)))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], help="names of example files")
    parser.add_argument("--models", nargs="+", default=list(MODELS), choices=list(MODELS))
    parser.add_argument("--max-calls", type=int, default=3)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for a cell")
    parser.add_argument("--name", default="programs", help="of the files in benchmarks/results")
    return parser.parse_args()


if __name__ == "__main__":
    main()
