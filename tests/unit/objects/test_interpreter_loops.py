"""The bound on the rounds of a loop: the concrete machine cuts where the symbolic one does."""

from __future__ import annotations

import pytest

from symheap.core.outcome import Bound, Cut, Returned
from symheap.core.source import Position
from symheap.core.types import INT_TYPE, ClassTable
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.pose.model import Pose
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import path_key
from symheap.objects.interpreter import run
from symheap.objects.ir import Operator
from symheap.solver.chain import default_chain

TABLE = ClassTable(())


def at(line: int) -> Position:
    return Position("loops", line, 1)


def counting(outer: int) -> ir.Program:
    """Return a program that counts from 0 to the input, `outer` times; blocks 2 and 3 are the inner loop."""
    n, i, one, cond, j, limit = range(6)
    blocks: tuple[tuple[ir.Instruction, ...], ...] = (
        (ir.Const(one, 1, at(1)), ir.Const(j, 0, at(1)), ir.Const(limit, outer, at(1)), ir.Jump(1, at(1))),
        (ir.Const(i, 0, at(2)), ir.Jump(2, at(2))),
        (ir.Binary(cond, Operator.LESS, i, n, at(3)), ir.Branch(cond, 3, 4, at(3))),
        (ir.Binary(i, Operator.ADD, i, one, at(4)), ir.Jump(2, at(4))),
        (
            ir.Binary(j, Operator.ADD, j, one, at(5)),
            ir.Binary(cond, Operator.LESS, j, limit, at(5)),
            ir.Branch(cond, 1, 5, at(5)),
        ),
        (ir.Return(i, at(6)),),
    )
    edges = frozenset({(3, 2), (4, 1)})
    entry = ir.Method("", "count", (("n", INT_TYPE),), 6, blocks, at(1), back_edges=edges)
    declared = ir.InputDecl("n", INT_TYPE, TABLE.everything())
    return ir.Program(table=TABLE, methods={}, entry=entry, inputs=(declared,), arguments=(0,), target="loops")


def heap(n: int) -> ConcreteHeap:
    return ConcreteHeap(TABLE, {"n": n})


def test_as_many_rounds_as_allowed() -> None:
    assert run(counting(1), heap(2), max_calls=1, max_loop=2).end == Returned(2)
    assert run(counting(1), heap(3), max_calls=1, max_loop=2).end == Cut(Bound.LOOP, at(4))
    assert run(counting(1), heap(3), max_calls=1).end == Returned(3)


def test_a_loop_that_is_entered_again_counts_anew() -> None:
    assert run(counting(3), heap(2), max_calls=1, max_loop=2).end == Returned(2)
    assert run(counting(4), heap(2), max_calls=1, max_loop=2).end == Cut(Bound.LOOP, at(5))


@pytest.mark.parametrize("outer", [1, 2, 4])
def test_both_machines_cut_at_the_same_places(outer: int) -> None:
    program, bounds = counting(outer), Bounds(max_loop=2)
    explored = {trace.key for trace in Exploration(program, Pose(TABLE), *default_chain(), bounds)}
    runs = [run(program, heap(n), max_calls=1, max_loop=2) for n in range(5)]
    assert {path_key(actual.decisions, actual.end) for actual in runs} == explored
