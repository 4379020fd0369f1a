"""The content of a register as instructions need it."""

from __future__ import annotations

from symheap.core.terms import REF, Term, Value
from symheap.heap.api import Cell, Handle, Ref


def cell_of(value: Cell | str) -> Cell:
    assert not isinstance(value, str)
    return value


def scalar(value: Cell | str) -> Value:
    assert not isinstance(value, str | Handle)
    return value


def reference(cell: Cell) -> Ref | None:
    """Return the cell as a reference, or None if it is not one, which is possible in dynamically checked languages."""
    if isinstance(cell, Handle) or (isinstance(cell, Term) and cell.sort is REF):
        return cell
    return None
