"""Folding with a precision: from bare spines to all that items have in common."""

from __future__ import annotations

from pathlib import Path

import immutables
import pytest

from symheap.core.terms import Value
from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.precision import COARSE, FINE, Feature, Keep, LinkLayout, Precision
from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import Cell, Object, Segment, SymbolicHeap, variable
from symheap.separation.proof.analysis import Analysis
from symheap.separation.proof.verdict import Leak, Word, judged
from symheap.solver.chain import default_chain

_V = tuple(variable(number, 8) for number in range(6))
_DATA = Feature(LinkLayout(16, 8), (0,), Keep.OBJECT)
_BACK = Feature(LinkLayout(24, 0), (), Keep.BACK)


def _node(base: int, size: int, **cells: Value) -> Object:
    held = {int(name[1:]): Cell(8, value) for name, value in cells.items()}
    return Object(_V[base], size, immutables.Map(held))


def _owning() -> SymbolicHeap:
    """Return x ↦ [data, next] * data * next ↦ [data', null] * data'."""
    atoms = (_node(0, 16, f0=_V[2], f8=_V[1]), Object(_V[2], 4), _node(1, 16, f0=_V[3], f8=0), Object(_V[3], 4))
    return SymbolicHeap(immutables.Map([("0:x", _V[0])]), atoms, next_symbol=6)


def _doubly() -> SymbolicHeap:
    atoms = (
        _node(0, 24, f0=_V[1], f8=0),
        _node(1, 24, f0=_V[2], f8=_V[0]),
        _node(2, 24, f0=0, f8=_V[1]),
    )
    return SymbolicHeap(immutables.Map([("0:x", _V[0]), ("0:last", _V[2])]), atoms, next_symbol=6)


def _logic() -> Logic:
    return Logic(default_chain(timeout_ms=1_000)[0])


def _folded(heap: SymbolicHeap, precision: Precision) -> tuple[SymbolicHeap, Abstraction]:
    abstraction = Abstraction(_logic(), 8, precision=precision)
    return abstraction.fold(heap), abstraction


def _segment(heap: SymbolicHeap) -> Segment:
    (found,) = (atom for atom in heap.atoms if isinstance(atom, Segment))
    return found


def test_bare_spines_know_nothing_of_data() -> None:
    folded, abstraction = _folded(_owning(), COARSE)
    (node,) = _segment(folded).pattern.atoms
    assert isinstance(node, Object)
    assert set(node.cells) == {8}
    assert _DATA in abstraction.denied
    assert not abstraction.used


def test_a_feature_keeps_the_data_object() -> None:
    folded, abstraction = _folded(_owning(), COARSE.with_features([_DATA]))
    assert len(_segment(folded).pattern.atoms) == 2
    assert set(abstraction.used) == {_DATA}


def test_all_that_is_found_is_the_default() -> None:
    folded, _ = _folded(_owning(), FINE)
    assert Abstraction(_logic(), 8).fold(_owning()) == folded
    assert _segment(folded) == _segment(_folded(_owning(), COARSE.with_features([_DATA]))[0])


def test_more_features_say_more() -> None:
    logic = _logic()
    bare = _folded(_owning(), COARSE)[0]
    kept = _folded(_owning(), COARSE.with_features([_DATA]))[0]
    assert len(kept.atoms) == 1
    spine = SymbolicHeap(bare.roots, (_segment(bare),), next_symbol=bare.next_symbol)
    assert not entails(logic, spine, kept)
    assert entails(logic, _owning(), kept)


def test_back_links_are_forgotten_unless_kept() -> None:
    bare, abstraction = _folded(_doubly(), COARSE)
    assert _segment(bare).pattern.back is None
    assert _BACK in abstraction.denied
    assert _segment(_folded(_doubly(), COARSE.with_features([_BACK]))[0]).pattern.back == 8


@pytest.mark.parametrize(("counted", "least"), [(2, 2), (3, 3), (4, 3)])
def test_lists_are_counted_so_far(counted: int, least: int) -> None:
    atoms = (_node(0, 8, f0=_V[1]), _node(1, 8, f0=_V[2]), _node(2, 8, f0=0))
    heap = SymbolicHeap(immutables.Map([("0:x", _V[0])]), atoms, next_symbol=6)
    assert _segment(_folded(heap, Precision(counted=counted))[0]).least == least


def test_memory_is_not_lost_sight_of_if_that_is_wanted() -> None:
    careful = Precision(features=frozenset(), keeps_memory=True)
    assert not any(isinstance(atom, Segment) for atom in _folded(_owning(), careful)[0].atoms)


def test_what_an_abstraction_forgets_is_no_leak_of_the_program(tmp_path: Path) -> None:
    source = tmp_path / "forgets.c"
    source.write_text(
        """#include <stdlib.h>
        extern int symheap_nondet_int(void);
        struct node { int *data; struct node *next; };
        int main(void)
        {
            struct node *list = NULL;
            while (symheap_nondet_int()) {
                struct node *n = malloc(sizeof *n);
                n->data = malloc(4);
                n->next = list;
                list = n;
            }
            for (; list; list = list->next) {}
            return 0;
        }"""
    )
    program = load([source], COptions())
    logic = _logic()

    def verdict(precision: Precision) -> tuple[Word, Leak]:
        result = judged(Analysis(program, logic, Abstraction(logic, 8, precision=precision)).run())
        return result.word, result.leak

    assert verdict(FINE) == (Word.SAFE, Leak.LOST)
    assert verdict(COARSE) == (Word.SAFE, Leak.LOST)
    source.write_text(source.read_text().replace("list = list->next", "list = NULL").replace("for (", "if (0) for ("))
    kept = load([source], COptions())
    system = Analysis(kept, logic, Abstraction(logic, 8, precision=COARSE)).run()
    assert system.has_forgotten
    assert judged(system).leak is not Leak.NONE


def test_heaps_that_meet_are_folded_and_joined() -> None:
    source = Path(__file__).parents[2] / "programs" / "c_refine" / "data_objects.c"
    program = load([source], COptions())
    logic = _logic()
    system = Analysis(program, logic, Abstraction(logic, 8)).run()
    edge = next(edge for edge in system.edges if edge.heap is not None and edge.position.line == 17)
    point = system.vertices[edge.target].point
    arrived = [each.heap for each in system.edges if system.vertices[each.target].point == point]
    heaps = [heap for heap in arrived if heap is not None]
    present = Analysis(program, logic, Abstraction(logic, 8)).met(point, heaps)
    assert 1 <= len(present) <= len(heaps)
    assert all(any(entails(logic, heap, other) for other in present) for heap in heaps)
