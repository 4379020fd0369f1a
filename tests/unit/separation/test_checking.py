"""Proofs checked again: edges that hold are confirmed, others are named."""

from __future__ import annotations

import immutables
import pytest

from symheap.core.source import Position
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.proof.analysis import Analysis
from symheap.separation.proof.checking import abstracting, recheck
from symheap.separation.proof.transition import Edge, EdgeKind, Point, System
from symheap.solver.chain import default_chain

HERE = Position("x.c", 1, 1)
LIST = """
void *malloc(unsigned long); void free(void *); int symheap_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *list = 0;
  while (symheap_nondet_int()) { struct node *n = malloc(8); n->next = list; list = n; }
  while (list) { struct node *gone = list; list = list->next; free(gone); }
  return 0;
}
"""


def logic() -> Logic:
    return Logic(default_chain(timeout_ms=2000)[0])


def holding(value: int) -> SymbolicHeap:
    return SymbolicHeap(roots=immutables.Map({"0:x": value}))


def two(before: SymbolicHeap, after: SymbolicHeap, kind: EdgeKind, heap: SymbolicHeap | None = None) -> System:
    system = System()
    for each in (before, after):
        system.add(Point((), "main", "entry"), each)
    system.edges.append(Edge(0, 1, kind, HERE, heap))
    return system


@pytest.mark.parametrize("coarse", [False, True])
def test_every_abstraction_of_an_analysis_holds(coarse: bool) -> None:
    program = load_text(LIST, "x.c", COptions())
    decides = logic()
    system = Analysis(program, decides, Abstraction(decides, program.model.pointer, coarse)).run()
    kinds = {edge.kind for edge in abstracting(system)}
    assert {EdgeKind.COVER, EdgeKind.WIDEN} <= kinds
    assert recheck(logic(), system) == []


def test_a_smaller_heap_is_no_cover() -> None:
    system = two(holding(1), holding(2), EdgeKind.COVER)
    assert recheck(logic(), system) == system.edges


def test_what_a_step_came_to_counts_not_where_it_began() -> None:
    assert recheck(logic(), two(holding(1), holding(2), EdgeKind.WIDEN, holding(2))) == []
    wrong = two(holding(2), holding(2), EdgeKind.WIDEN, holding(1))
    assert recheck(logic(), wrong) == wrong.edges


def test_anything_is_entailed_by_any_number() -> None:
    fresh, any_value = SymbolicHeap().fresh(4)
    assert recheck(logic(), two(holding(1), fresh.with_root("0:x", any_value), EdgeKind.COVER)) == []
    backwards = two(fresh.with_root("0:x", any_value), holding(1), EdgeKind.COVER)
    assert recheck(logic(), backwards) == backwards.edges


def test_plain_steps_are_executed_not_checked() -> None:
    system = two(holding(1), holding(2), EdgeKind.STEP)
    assert abstracting(system) == []
    assert recheck(logic(), system) == []
