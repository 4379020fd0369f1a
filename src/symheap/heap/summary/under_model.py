"""Values of a summary under a model."""

from __future__ import annotations

from symheap.core.model import Model, Plain, object_number
from symheap.core.terms import REF, Op, Term, Value
from symheap.heap.api import Cell, Handle
from symheap.heap.summary.arrays import number_of
from symheap.heap.summary.state import L_NULL, L_UN, Location, SummaryHeap


def plain_cell(heap: SummaryHeap, model: Model, cell: Cell) -> Plain | None:
    """Return the value of a cell under a model; None for an uninitialized field."""
    if not isinstance(cell, Handle):
        return model.evaluate(cell)
    for guard, at in heap.L[cell]:
        if model.satisfies(guard):
            return None if at == L_UN else location_number(heap, model, at)
    raise AssertionError(f"no location of r{cell.number} is possible")


def element_value(heap: SummaryHeap, model: Model, value: Value) -> Plain:
    """Return the value of an array element under a model: references are leaves that only this heap model can read."""
    while isinstance(value, Term) and value.op is Op.ITE and value.sort is REF:
        value = value.args[1 if model.satisfies(value.args[0]) else 2]
    is_handle = isinstance(value, Term) and value.op is Op.HANDLE
    plain = plain_cell(heap, model, Handle(number_of(value)) if is_handle else value)
    assert plain is not None
    return plain


def location_number(heap: SummaryHeap, model: Model, at: Location) -> int:
    if at == L_NULL:
        return 0
    creator = heap.creator(at)
    return object_number(creator) if creator.op is Op.LOC else int(model[creator])
