"""Measure the speed and the memory use of Java exploration.

    python benchmarks/java_speed.py                                     a loop, trees, the shell: JSON and tables
    python benchmarks/java_speed.py --only memory --name java-memory    in a process of its own

Bytecodes are counted by the program itself where it runs concretely (a loop of a known body); where it is explored,
instructions of the IR are counted and turned into bytecodes by the ratio of the methods at hand.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import environment
from results import markdown, write_json, write_text

from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.java.entry import JavaProgram, load
from symheap.lang.java.options import JavaOptions
from symheap.objects.interpreter import call
from symheap.solver.chain import default_chain

PROGRAMS = Path(__file__).parents[1] / "tests" / "programs" / "java"
TREES = (
    ("BinarySearchTree.java", "insert(int)", 7),
    ("AvlTree.java", "insert(int)", 4),
    ("RedBlackTree.java", "insert(int)", 4),
)
Part = dict[str, object] | list[dict[str, object]]
ROUNDS = 300_000
BYTECODES_A_ROUND = 15
CRUNCH = f"""
public class Crunch {{
    static int crunch() {{
        int h = 7;
        for (int i = 0; i < {ROUNDS}; i++) {{ h = 31 * h + (i ^ (h >>> 3)); }}
        return h;
    }}
}}
"""
"""A round: iload ldc if_icmpge, bipush iload imul iload iload iconst_3 iushr ixor iadd istore, iinc goto."""


def program(target: str) -> JavaProgram:
    return load(target, JavaOptions(environ=os.environ))


def explored(found: JavaProgram, bounds: Bounds, heap: str = "pose", search: str = "dfs") -> Exploration[object]:
    solver, counts = default_chain()
    model = heap_model(heap, found.program.table)
    return Exploration(found.program, model, solver, counts, bounds, search)


def concrete() -> dict[str, object]:
    """Run a loop on plain integers in the concrete interpreter and in the symbolic engine."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "Crunch.java"
        source.write_text(CRUNCH)
        loaded = program(f"{source}::crunch")
    bytecodes = ROUNDS * BYTECODES_A_ROUND
    initial = loaded.program.initial
    assert initial is not None
    begun = time.process_time()
    call(loaded.program, initial, loaded.program.entry, [])
    interpreted = time.process_time() - begun
    begun = time.process_time()
    run = explored(loaded, Bounds(max_loop=ROUNDS + 1))
    ends = list(run)
    symbolic = time.process_time() - begun
    assert len(ends) == 1
    return {
        "bytecodes": bytecodes,
        "interpreter bytecodes per second": round(bytecodes / interpreted),
        "engine bytecodes per second": round(bytecodes / symbolic),
    }


def trees(seconds: float) -> list[dict[str, object]]:
    """Explore insertions symbolically, and measure the share of time in the back ends."""
    rows: list[dict[str, object]] = []
    for file, method, calls in TREES:
        loaded = program(f"{PROGRAMS / file}::{method}")
        run = explored(loaded, Bounds(max_calls=calls * 4, max_loop=calls, timeout=seconds))
        begun = time.perf_counter()
        traces = sum(1 for _ in run)
        wall = time.perf_counter() - begun
        solver = run.statistics.seconds
        rows.append(
            {
                "program": f"{file}::{method}",
                "traces": traces,
                "steps": run.progress.steps,
                "steps per second": round(run.progress.steps / wall),
                "queries": run.statistics.queries,
                "seconds": round(wall, 2),
                "in the back ends": round(solver / wall, 2),
                "complete": run.progress.stopped is None,
            }
        )
    return rows


def shell(runs: int) -> dict[str, object]:
    """Time one method of a small class from the command line, with warm caches."""
    command = [str(Path(sys.executable).parent / "symheap"), "explore", f"{PROGRAMS / 'LinkedStack.java'}::push", "-q"]
    times: list[float] = []
    for _ in range(runs + 1):
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - begun)
    warm = times[1:]
    return {"runs": runs, "median seconds": round(statistics.median(warm), 2), "largest": round(max(warm), 2)}


def memory(states: int, heap: str, seconds: float) -> dict[str, object]:
    """Explore breadth first until this many states wait, and measure memory."""
    loaded = program(f"{PROGRAMS / 'BinarySearchTree.java'}::contains(int)")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run = explored(loaded, Bounds(max_loop=1000, timeout=seconds), heap, "bfs")
    for _ in run:
        if run.progress.frontier >= states:
            break
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "heap": heap,
        "live states": run.progress.frontier,
        "seconds": round(run.progress.seconds, 1),
        "peak MB": peak // 1024,
        "KB a state": round((peak - before) / max(run.progress.frontier, 1), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", choices=("concrete", "trees", "shell", "memory"))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--name", default="java-speed")
    given = parser.parse_args()
    parts: dict[str, Part] = {}
    if given.only in (None, "concrete"):
        parts["concrete"] = concrete()
    if given.only in (None, "trees"):
        parts["trees"] = trees(given.seconds)
    if given.only in (None, "shell"):
        parts["shell"] = shell(9)
    if given.only == "memory":
        parts["memory"] = [memory(given.states, "lazy", 20 * given.seconds)]
    write_json(given.name, {"benchmark": given.name, **environment(), **parts})
    text = "\n\n".join(f"## {name}\n\n{_table(part)}" for name, part in parts.items())
    write_text(given.name, f"# Speed and memory of Java exploration\n\n{text}\n")
    print(text)


def _table(part: Part) -> str:
    rows = part if isinstance(part, list) else [part]
    head = tuple(rows[0])
    return markdown(
        head, [tuple(f"{value:,}" if type(value) is int else str(value) for value in row.values()) for row in rows]
    )


if __name__ == "__main__":
    main()
