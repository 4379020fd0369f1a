"""2026-11-16: a single step or query could exceed the time limit of the whole run without being stopped."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter, sleep

import pytest

from symheap.core.deadline import look
from symheap.core.origin import Origin
from symheap.core.outcome import Answer, Bound, Sat, Unsat
from symheap.core.terms import BV32, Op, Term, Value, eq, ite, not_, symbol
from symheap.core.theories.bitvectors import bitvector
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.javalite.lower import load
from symheap.solver.api import Query, Solver
from symheap.solver.backends.by_integers import IntegerBackend
from symheap.solver.backends.z3 import Z3Backend
from symheap.solver.chain import default_chain

PROGRAM = Path(__file__).parents[2] / "examples" / "javalite" / "alias.jl"
SECONDS = 0.3
MOST_LATE = 20.0


class Slow:
    """A solver that takes half a minute per query after the first few, and checks the clock meanwhile."""

    def __init__(self, below: Solver, easy: int, naps: float) -> None:
        self.below = below
        self.easy = easy
        self.naps = naps

    def check(self, query: Query) -> Answer:
        self.easy -= 1
        end = perf_counter() + 30
        while self.easy < 0 and perf_counter() < end:
            sleep(self.naps)
            look()
        return self.below.check(query)


def exploration(easy: int, naps: float, timeout: float | None) -> Exploration[object]:
    program = load(PROGRAM.read_text(encoding="utf-8"), PROGRAM.name)
    solver, statistics = default_chain()
    bounds = Bounds(timeout=timeout)
    return Exploration(program, heap_model("pose", program.table), Slow(solver, easy, naps), statistics, bounds)


@pytest.mark.parametrize("easy", [1, 3])
@pytest.mark.parametrize("naps", [0.0, 0.05])
def test_a_run_keeps_its_time_whatever_a_step_takes(easy: int, naps: float) -> None:
    every = {trace.key for trace in exploration(1_000, 0.0, None)}
    start = perf_counter()
    run = exploration(easy, naps, SECONDS)
    keys = [trace.key for trace in run]
    assert perf_counter() - start < SECONDS + MOST_LATE
    assert run.progress.stopped is Bound.TIME
    assert run.progress.frontier > 0
    assert set(keys) < every


def number(name: str) -> Term:
    return symbol(Origin.root(name), BV32)


def less(a: Value, b: Value) -> Value:
    return bitvector(Op.BVSLT, 32, a, b)


def test_the_room_for_what_replaces_a_text_is_a_question_of_integers() -> None:
    """Sixteen times a difference that may wrap around: no solver answered this on bits."""
    text, searched, replacement, at = map(number, ("text", "searched", "replacement", "at"))
    more = bitvector(Op.BVSUB, 32, replacement, searched)
    increase = bitvector(Op.BVMUL, 32, ite(less(more, 0), 0, more, BV32), 16)
    room = bitvector(Op.BVADD, 32, text, increase)
    after = bitvector(Op.BVADD, 32, at, searched)
    rest = bitvector(Op.BVSUB, 32, text, after)
    nonnegative = [not_(less(each, 0)) for each in (text, replacement, at, room, after, rest)]
    said = (*nonnegative, less(0, searched), not_(less(room, at)), not_(less(text, after)))
    backend = IntegerBackend(Z3Backend())
    path = tuple(each for each in said if isinstance(each, Term))
    assert all(map(backend.supports, path))
    answer = backend.check(path, 5_000)
    assert isinstance(answer, Sat)
    assert all(map(answer.model.satisfies, path))
    too_long = less(text, rest)
    odd = eq(bitvector(Op.BVAND, 32, increase, 1), 1)
    assert isinstance(too_long, Term)
    assert isinstance(backend.check((*path, too_long), 5_000), Unsat)
    assert not backend.supports(odd)
