"""Cells as values, whatever heap model they belong to."""

from __future__ import annotations

from symheap.core.terms import NULL, Value, ite
from symheap.heap.api import Cell, Handle
from symheap.heap.summary.state import L_NULL, L_UN, SummaryHeap


def readable(heap: object, cell: Cell) -> Value:
    """Return a cell as a value: the guarded locations of a summary's reference become the cases of an ``ite``."""
    if not isinstance(cell, Handle):
        return cell
    assert isinstance(heap, SummaryHeap)
    cases = [(guard, NULL if at == L_NULL else heap.creator(at)) for guard, at in heap.L[cell] if at != L_UN]
    value: Value = cases[-1][1]
    for guard, location in reversed(cases[:-1]):
        value = ite(guard, location, value)
    return value
