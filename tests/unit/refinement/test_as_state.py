"""States of symbolic heaps under values of their symbols."""

from __future__ import annotations

import immutables

from symheap.memory.ir import Lifetime
from symheap.refinement.unfold import as_state
from symheap.separation.heaps.formula import Cell, Object, SymbolicHeap, variable

BASE, SIZE = variable(0, 8), variable(1, 8)


def test_an_object_without_room_for_its_cells_is_no_state() -> None:
    """2026-11-19: values for a size that is too small ended the analysis with an internal error."""
    cells = immutables.Map({4: Cell(4, 7)})
    heap = SymbolicHeap(immutables.Map({"p": BASE}), (Object(BASE, SIZE, cells, Lifetime.HEAP),), frozenset(), 2)
    assert as_state(heap, {BASE: 4096, SIZE: 4}) is None
    state = as_state(heap, {BASE: 4096, SIZE: 8})
    assert state is not None
    assert state.objects[4096].word(4, 4) == 7
