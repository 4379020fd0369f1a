"""Programs to explore, and a chain of solvers that all tests of the engine share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from symheap.core.source import Position
from symheap.core.types import INT_TYPE, ROOT, ClassInfo, ClassTable, Field, Type, ref_type
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.search import Search
from symheap.engine.state import Trace
from symheap.heap.registry import heap_model
from symheap.lang.javalite.lower import load as load_javalite
from symheap.lang.pose.lower import load as load_pose
from symheap.objects.decisions import PathKey
from symheap.objects.ir import InputDecl, Instruction, Method, Program
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain

EXAMPLES = Path(__file__).parents[3] / "examples"
AT = Position("t", 1, 1)


def at(line: int) -> Position:
    return Position("t", line, 1)


@cache
def shared_chain() -> tuple[Solver, Statistics]:
    return default_chain(timeout_ms=5_000)


@cache
def example(name: str) -> Program:
    folder = "javalite" if name.endswith(".jl") else "pose"
    text = (EXAMPLES / folder / name).read_text(encoding="utf-8")
    return load_javalite(text, name) if folder == "javalite" else load_pose(text, name)


def exploration(
    program: Program,
    model: str = "pose",
    bounds: Bounds | None = None,
    search: str | Search[Any] = "dfs",
    seed: int = 0,
    solver: tuple[Solver, Statistics] | None = None,
) -> Exploration[Any]:
    chain, statistics = solver or shared_chain()
    return Exploration(program, heap_model(model, program.table), chain, statistics, bounds, search, seed)


def keys(traces: Sequence[Trace[Any]]) -> list[PathKey]:
    return [trace.key for trace in traces]


# Programs written by hand ---------------------------------------------------------------------------------------------

NEXT = Field("A", "next", ref_type("A"))
VAL = Field("A", "val", INT_TYPE)
SAME_NAME = Field("D", "val", INT_TYPE)
TABLE = ClassTable(
    [
        ClassInfo("A", ROOT, (NEXT, VAL), frozenset({"m/0"})),
        ClassInfo("B", "A"),
        ClassInfo("D", ROOT, (SAME_NAME,)),
    ]
)


def by_hand(
    inputs: tuple[tuple[str, Type], ...],
    registers: int,
    *blocks: tuple[Instruction, ...],
    back_edges: frozenset[tuple[int, int]] = frozenset(),
    methods: tuple[Method, ...] = (),
) -> Program:
    """Return a program whose first registers hold its inputs.

    A reference may be null or of any subclass of its type.
    """
    declared = tuple(
        InputDecl(name, t, TABLE.subtypes(t.class_name) if t.class_name else TABLE.everything()) for name, t in inputs
    )
    entry = Method("", "main/0", (), registers, blocks, AT, back_edges=back_edges)
    return Program(TABLE, {(m.owner, m.key): m for m in methods}, entry, declared, tuple(range(len(inputs))))
