"""[Summaries] Fig. 1, for any number of data and nodes: how the models grow.

    python benchmarks/linkedlist.py          three series, all models: JSON, a table and (with matplotlib) a plot
    python benchmarks/linkedlist.py --k 3 --n 12 --models pose --name mine
    python benchmarks/linkedlist.py --java   the Java program as printed, five data: time over the number of nodes

Lazy models stop early: when a cell did not end within the limit, no larger one of that model is tried.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from measure import Job, Row, document, measure_all
from results import RESULTS, table, write_json, write_text

from symheap.engine.bounds import Bounds
from symheap.heap.registry import MODELS

SERIES = [(4, 5), (3, 8), (2, 12)]  # k, and the largest n
PRINTED = (5, 5)  # the five data of the printed program, and lists of up to five nodes: four rounds of its loop
FIT_FROM = (4, 8)

CONTAINS = """
    ((bool contains ([LLNode node] [Data val])
       (if ((node $ elem) = val)
           true
        else
           (if ((node $ next) = null)
               false
            else
               (this @ contains ((node $ next) val)))))
     (unit run () {run}))"""


def program(k: int) -> str:
    """Return the program with `k` data; the number of nodes is a bound on calls, not part of it."""
    run = "unit"
    for i in reversed(range(k)):
        run = f"(if (this @ contains ((this $ head) (this $ data{i}))) {run} else unit)"
    data = " ".join(f"[Data data{i}]" for i in range(k))
    classes = "(class Data ([int val]) ()) (class LLNode ([Data elem] [LLNode next]) ())"
    return f"(({classes} (class LinkedList ([LLNode head] {data}){CONTAINS.format(run=run)}))\n (LinkedList run))\n"


JAVA = """public class LinkedList {{
    LLNode head;
    Data {data};

    private class Data {{ Integer val; }}

    private class LLNode {{ Data elem; LLNode next; }}

    static boolean contains(LLNode root, Data val) {{
        LLNode node = root;
        while (true) {{
            if (node.elem == val) return true;
            if (node.next == null) return false;
            node = node.next;
        }}
    }}

    public void run() {{
        if ({run}) return;
    }}
}}
"""


def java_program(k: int) -> str:
    """Return [Summaries] Fig. 1 with `k` data, as printed except that `node.val` is `node.elem`."""
    names = [f"data{i}" for i in range(k)]
    return JAVA.format(data=", ".join(names), run=" && ".join(f"contains(head, {name})" for name in names))


def jobs(k: int, largest: int, models: Sequence[str], limit: float, *, java: bool = False) -> Iterator[list[Job]]:
    """Yield for each model the cells n = 1, 2, … In Java a list of n nodes takes n - 1 rounds of the loop."""
    for model in models:
        yield [_job(k, n, model, limit, java=java) for n in range(2 if java else 1, largest + 1)]


def _job(k: int, n: int, model: str, limit: float, *, java: bool) -> Job:
    labels: dict[str, str | int] = {"k": k, "n": n}
    acyclic = frozenset({"next"})
    if java:
        bounds = Bounds(max_calls=4, max_loop=n - 1, timeout=limit)
        return Job("LinkedList.java::run()", java_program(k), model, bounds, labels, acyclic)
    return Job("linkedlist.jl", program(k), model, Bounds(max_calls=n, timeout=limit), labels, acyclic)


def series(k: int, largest: int, models: Sequence[str], limit: float, repeat: int, *, java: bool = False) -> list[Row]:
    rows: list[Row] = []
    for cells in jobs(k, largest, models, limit, java=java):
        for row in measure_all(cells, report, repeat):
            rows.append(row)
            if row.stopped:
                break
    return rows


def report(row: Row) -> None:
    print(
        f"{row.model:8} {row.labels}  {row.traces:7,} traces  {row.seconds:7.2f} s  {row.per_path:7.2f} ms a path",
        flush=True,
    )


def exponent(rows: Sequence[Row], model: str, smallest: int) -> float | None:
    """Return the slope of log(time per path) over log(n) from n = `smallest` on, by least squares.

    Small n measure the fixed cost of a path, so a fit that includes them shows less growth than there is.
    """
    points = [
        (math.log(int(row.labels["n"])), math.log(row.per_path))
        for row in rows
        if row.model == model and not row.stopped and int(row.labels["n"]) >= smallest
    ]
    if len(points) < 3:
        return None
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def exponents(rows: Sequence[Row]) -> dict[str, float]:
    """Return all fits with at least three points."""
    slopes: dict[str, float] = {}
    for k, model in dict.fromkeys((int(row.labels["k"]), row.model) for row in rows):
        for smallest in FIT_FROM:
            slope = exponent([row for row in rows if row.labels["k"] == k], model, smallest)
            if slope is not None:
                slopes[f"k = {k}, {model}, n >= {smallest}"] = round(slope, 2)
    return slopes


def main() -> None:
    options = arguments()
    sizes = [(options.k, options.n)] if options.k else [PRINTED] if options.java else SERIES
    measured = partial(series, models=options.models, limit=options.limit, repeat=options.repeat, java=options.java)
    rows = [row for k, n in sizes for row in measured(k, n)]
    slopes = exponents(rows)
    more = {"limit_seconds": options.limit, "repeat": options.repeat, "exponent_of_time_a_path": slopes}
    print(write_json(options.name, document("linkedlist", rows, **more)))
    print(write_text(options.name, table(rows)))
    for fit, slope in slopes.items():
        print(f"{fit}: time a path grows as n^{slope:.2f}")
    plot(rows, RESULTS / f"{options.name}.svg")


def plot(rows: Sequence[Row], path: Path) -> None:
    try:
        from figure import draw
    except ImportError:
        print("no plot: matplotlib is not installed (pip install '.[plot]')")
        return
    draw(rows, path)
    print(path)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--k", type=int, help="number of data (with --n: one series only)")
    parser.add_argument("--n", type=int, default=5, help="largest number of nodes")
    parser.add_argument("--java", action="store_true", help="the Java program instead of the Javalite one")
    parser.add_argument("--models", nargs="+", default=list(MODELS), choices=list(MODELS))
    parser.add_argument("--limit", type=float, default=30.0, help="seconds for a cell")
    parser.add_argument("--repeat", type=int, default=1, help="runs of a cell, of which the fastest counts")
    parser.add_argument("--name", default="linkedlist", help="of the files in benchmarks/results")
    return parser.parse_args()


if __name__ == "__main__":
    main()
