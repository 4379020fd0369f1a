"""The concrete heap at the end of a path."""

from __future__ import annotations

from symheap.core.model import Model, object_number
from symheap.core.terms import Op, Value
from symheap.core.types import Field
from symheap.heap.api import Cell, Handle
from symheap.heap.arrays import ArrayContents
from symheap.heap.summary.state import Location, SummaryHeap
from symheap.heap.summary.under_model import element_value, location_number, plain_cell
from symheap.heap.term_heap import known_object, write_slots
from symheap.objects.concrete import ConcreteHeap


def final_heap(heap: SummaryHeap, model: Model, inputs: ConcreteHeap) -> ConcreteHeap:
    """Change the initial heap of a model to the heap at the end of the path."""
    for creator in heap.creators.values():
        if creator.op is Op.LOC:
            inputs.objects[object_number(creator)] = known_object(heap.inputs, creator)
    slots: dict[int, dict[Field, Cell]] = {}
    for (at, field), cell in heap.R.items():
        if model.satisfies(heap.exists.get(at, True)):
            slots.setdefault(at, {})[field] = cell
    arrays = ArrayContents(heap.inputs, model, lambda value: element_value(heap, model, value))
    for at in sorted(slots, reverse=True):  # an object from before the run is last: it overrides equal inputs
        _write(inputs, heap, at, slots[at], arrays)
    return inputs


def _write(
    result: ConcreteHeap, heap: SummaryHeap, at: Location, cells: dict[Field, Cell], arrays: ArrayContents
) -> None:
    """Fill in the object of a location under a model from its slots."""
    creator, number = heap.creator(at), location_number(heap, arrays.model, at)
    if creator.op is Op.LOC and number not in result.objects:
        result.objects[number] = known_object(heap.inputs, creator)
    obj = result.objects.get(number)
    if obj is None:
        return
    fields = heap.inputs.table.fields(obj.class_name)
    held: dict[Field, Value] = {}
    for field, cell in cells.items():
        is_contents = field.type.sort.element is not None and not isinstance(cell, Handle)
        value = cell if is_contents else plain_cell(heap, arrays.model, cell)
        if value is not None and field in fields:
            assert not isinstance(value, Handle)
            held[field] = value
    write_slots(obj, held, arrays)
