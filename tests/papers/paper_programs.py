"""The examples as the papers count them, by kind of end."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from symheap.core.outcome import Threw
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.javalite import lower as javalite
from symheap.lang.pose import lower as pose
from symheap.objects.ir import Program
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain

EXAMPLES = Path(__file__).parents[2] / "examples"


@cache
def shared_chain() -> tuple[Solver, Statistics]:
    return default_chain()


@cache
def example(name: str) -> Program:
    """Load the shipped example `swap.jl` or `swap.pose` by its name."""
    stem, _, kind = name.rpartition(".")
    path = EXAMPLES / {"jl": "javalite", "pose": "pose"}[kind] / f"{stem}.{kind}"
    text = path.read_text(encoding="utf-8")
    return javalite.load(text, path.name) if kind == "jl" else pose.load(text, path.name)


def ends(program: Program, model: str, *, acyclic: frozenset[str] = frozenset(), max_calls: int = 80) -> dict[str, int]:
    """Count the traces by end: `return`, `cut`, or the name of an error."""
    solver, statistics = shared_chain()
    heap = heap_model(model, program.table, acyclic)
    exploration = Exploration(program, heap, solver, statistics, Bounds(max_calls=max_calls))
    traces = list(exploration)
    assert all(trace.confirmed for trace in traces)
    return dict(Counter(t.end.error.value if isinstance(t.end, Threw) else t.end.kind for t in traces))
