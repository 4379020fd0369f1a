"""Methods of the JDK's collections, on its own bytecode, from symbolic receivers and arguments.

python benchmarks/jdk_collections.py
python benchmarks/jdk_collections.py --only TreeMap LinkedList::get --models pose lazy --limit 5

Every method twice: from any receiver that its field types allow, and from those that a repOk accepts.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import ROOT, environment
from results import markdown, write_json, write_text

from symheap.core.outcome import Threw, Unsupported
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import MODELS, heap_model
from symheap.lang.java.entry import load
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.options import JavaOptions
from symheap.solver.chain import default_chain
from symheap_testing.java.patched import compile_against

SOURCES = ROOT / "tests" / "programs" / "jdk"

SUBJECTS = {
    "ArrayList": (
        *("isEmpty()", "get(int)", "set(int,Object)", "add(Object)", "add(int,Object)", "remove(int)"),
        *("remove(Object)", "indexOf(Object)", "contains(Object)", "ensureCapacity(int)", "trimToSize()", "clear()"),
    ),
    "LinkedList": (
        *("getFirst()", "getLast()", "removeFirst()", "removeLast()", "addFirst(Object)", "addLast(Object)"),
        *("get(int)", "indexOf(Object)", "remove(Object)", "clear()"),
    ),
    "ArrayDeque": (
        *("addFirst(Object)", "addLast(Object)", "pollFirst()", "pollLast()", "peekFirst()", "peekLast()", "size()"),
        *("contains(Object)", "removeFirstOccurrence(Object)"),
    ),
    "PriorityQueue": ("peek()", "offer(Object)", "poll()", "contains(Object)", "remove(Object)", "clear()"),
    "HashMap": (
        *("size()", "get(Object)", "containsKey(Object)", "put(Object,Object)", "remove(Object)"),
        *("getOrDefault(Object,Object)", "clear()"),
    ),
    "TreeMap": (
        *("get(Object)", "containsKey(Object)", "put(Object,Object)", "remove(Object)", "firstKey()", "lastKey()"),
        *("floorKey(Object)", "higherKey(Object)", "pollFirstEntry()"),
    ),
}
FREE = Bounds(max_loop=2, max_calls=30)
VALID = Bounds(max_loop=8, max_calls=60)
"""Bounds with a repOk, which bounds the structure itself: within them no path through it is cut."""


@dataclass(frozen=True, slots=True)
class Job:
    class_name: str
    method: str
    model: str
    bounds: Bounds
    class_path: str
    assume: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """The result of a run; if `stopped`, the time was over and the counts are partial."""

    class_name: str
    method: str
    assume: str | None
    max_loop: int | None
    max_calls: int | None
    model: str
    ends: dict[str, int]
    errors: dict[str, int]
    unsupported: dict[str, int]
    paths: int
    queries: int
    unknown: int
    seconds: float
    solver_seconds: float
    stopped: bool


def jobs(only: Sequence[str], models: Sequence[str], limit: float, class_path: Path) -> Iterator[Job]:
    for class_name, methods in SUBJECTS.items():
        for method in methods:
            name = f"{class_name}::{method}"
            if only and not any(name == each or name.startswith((f"{each}(", f"{each}::")) for each in only):
                continue
            for model in models:
                free, valid = (Bounds(b.max_calls, b.max_loop, timeout=limit) for b in (FREE, VALID))
                rep_ok = f"RepOk.{class_name[0].lower()}{class_name[1:]}"
                yield Job(class_name, method, model, free, str(class_path))
                yield Job(class_name, method, model, valid, str(class_path), rep_ok)


def measure(job: Job) -> Row:
    assume = () if job.assume is None else (job.assume,)
    options = JavaOptions(class_path=(job.class_path,), assume=assume, environ=os.environ)
    program = load(f"jrt:java.util.{job.class_name}::{job.method}", options).program
    solver, statistics = default_chain(timeout_ms=1_000)
    exploration = Exploration(program, heap_model(job.model, program.table), solver, statistics, job.bounds)
    traces = [(trace.end, trace.key) for trace in exploration]
    ends = [end for end, _ in traces]
    return Row(
        class_name=job.class_name,
        method=job.method,
        assume=job.assume,
        max_loop=job.bounds.max_loop,
        max_calls=job.bounds.max_calls,
        model=job.model,
        ends=dict(Counter(end.kind for end in ends)),
        errors=dict(Counter((end.exception or end.error.value) for end in ends if isinstance(end, Threw))),
        unsupported=dict(Counter(end.what for end in ends if isinstance(end, Unsupported))),
        paths=len({key for _, key in traces}),
        queries=statistics.queries,
        unknown=statistics.unknown,
        seconds=round(exploration.progress.seconds, 3),
        solver_seconds=round(statistics.seconds, 3),
        stopped=exploration.progress.stopped is not None,
    )


def measured(job: Job) -> Row:
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
        row = pool.submit(measure, job).result()
    subject = f"{job.class_name}::{job.method}"
    print(f"{subject:42} {job.assume or '':22} {_paths(row):>8} paths {row.seconds:7.2f} s", flush=True)
    return row


# Tables ---------------------------------------------------------------------------------------------------------------


def table(rows: Sequence[Row]) -> str:
    """Return a table; `>` marks a run that was stopped."""
    head = ("method", "model", "assumes", "paths", "return", "throw", "cut", "unsupported", "seconds", "solver")
    return "\n".join(
        f"## {name}\n\n" + markdown(head, [_line(row) for row in rows if row.class_name == name])
        for name in dict.fromkeys(row.class_name for row in rows)
    )


def _line(row: Row) -> tuple[str, ...]:
    share = row.solver_seconds / row.seconds if row.seconds else 0
    return (
        f"`{row.method}`",
        row.model,
        "repOk" if row.assume else "",
        _paths(row),
        str(row.ends.get("return", 0)),
        ", ".join(f"{count} {_short(name)}" for name, count in row.errors.items()),
        str(row.ends.get("cut", 0)),
        ", ".join(f"{count} {name}" for name, count in row.unsupported.items()) or "0",
        f"{row.seconds:.2f}",
        f"{share:.0%}",
    )


def _paths(row: Row) -> str:
    return f"{'> ' if row.stopped else ''}{row.paths:,}"


def _short(exception: str) -> str:
    return exception.rpartition(".")[2].removesuffix("Exception")


def main() -> None:
    options = arguments()
    jdk = find_jdk(None, os.environ)
    with TemporaryDirectory() as folder:
        class_path = compile_against(SOURCES / "stubs", [SOURCES / "RepOk.java"], Path(folder), jdk)
        rows = [measured(job) for job in jobs(options.only, options.models, options.limit, class_path)]
    more = {"jdk": jdk.version, "limit_seconds": options.limit, "rows": [asdict(row) for row in rows]}
    print(write_json(options.name, {"benchmark": "jdk-collections", **environment(), **more}))
    print(write_text(options.name, table(rows)))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], help="classes, or methods as Class::method")
    parser.add_argument("--models", nargs="+", default=["pose"], choices=list(MODELS))
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for a cell")
    parser.add_argument("--name", default="jdk-collections", help="of the files in benchmarks/results")
    return parser.parse_args()


if __name__ == "__main__":
    main()
