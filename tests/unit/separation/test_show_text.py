"""Symbolic heaps as text."""

from __future__ import annotations

import immutables

from symheap.memory.ir import Lifetime
from symheap.separation.heaps.formula import Cell, Object, Segment, SymbolicHeap, variable
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.separation.heaps.show import Names, as_text, atom_text, heap_text

BASE, NEXT, PREV = (parameter(name, 8) for name in ("base", "next", "prev"))
SINGLE = Pattern((Object(BASE, 16, immutables.Map({8: Cell(8, NEXT)})),), 8)
DOUBLE = Pattern((Object(BASE, 16, immutables.Map({0: Cell(8, NEXT), 8: Cell(8, PREV)})),), 0, back=8)
V0, V1 = variable(0, 8), variable(1, 8)


def test_a_list_without_back_links_has_two_ends() -> None:
    assert atom_text(Segment(SINGLE, 2, V0, 0), Names()) == "ls(Λ1, ≥2, v0, null)"
    assert atom_text(Segment(DOUBLE, 0, V0, 0, 0, V1), Names()) == "ls(Λ1, ≥0, null, v0, v1, null)"


def test_null_has_the_size_of_a_pointer() -> None:
    cells = immutables.Map({0: Cell(4, 0), 8: Cell(8, 0)})
    assert atom_text(Object(V0, 16, cells), Names()) == "v0 ↦ [+0: 0, +8: null] (16 bytes)"


def test_the_rest_is_told_only_if_there_is_some() -> None:
    one = immutables.Map({0: Cell(8, V1)})
    whole = Object(V0, 8, one, Lifetime.GLOBAL, zero=True)
    assert atom_text(whole, Names()) == "v0 ↦ global [+0: v1] (8 bytes)"
    assert atom_text(Object(V0, 16, one, zero=True), Names()) == "v0 ↦ [+0: v1, rest: 0] (16 bytes)"


def test_members_may_have_names() -> None:
    names = Names(lambda thing: {8: "next"} if thing.size == 16 else {})
    assert atom_text(Object(V0, 16, immutables.Map({0: Cell(4, 3), 8: Cell(8, 0)})), names) == (
        "v0 ↦ [+0: 3, next: null] (16 bytes)"
    )
    assert names.of(SINGLE) == "Λ1"
    assert names.definitions() == ["Λ1(base, next) = base ↦ [next: next] (16 bytes)  [link next]"]


def test_roots_are_spelled_and_numbers_are_no_pointers() -> None:
    heap = SymbolicHeap(roots=immutables.Map({"0:i": 0, "0:p": 0}))
    assert heap_text(heap, Names(), {"0:i": "i", "0:p": "p"}, {"0:i"}) == "i = 0 ∧ p = null\n  ∧ emp"


def test_patterns_are_told_below() -> None:
    heap = SymbolicHeap(roots=immutables.Map({"0:p": V0})).with_atoms(Segment(DOUBLE, 1, V0, 0, 0, V1))
    assert as_text(heap).splitlines()[-1] == (
        "  where Λ1(base, next, prev) = base ↦ [+0: next, +8: prev] (16 bytes)  [link +0, back +8]"
    )
