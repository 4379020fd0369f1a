"""What a register holds, as the instructions want to see it."""

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
    """The cell as a reference, or None if it is not one: languages that are checked dynamically may get it wrong."""
    if isinstance(cell, Handle) or (isinstance(cell, Term) and cell.sort is REF):
        return cell
    return None
