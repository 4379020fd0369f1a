"""Reading a heap back, for models whose references are plain terms."""

from __future__ import annotations

from collections.abc import Mapping

from symheap.core.model import Model, Plain, object_number
from symheap.core.terms import Op, Term, Value
from symheap.core.types import LENGTH, Field
from symheap.heap.api import Cell, Handle
from symheap.heap.arrays import ArrayContents
from symheap.heap.initial import is_initial
from symheap.heap.initial_heap import initial_heap
from symheap.heap.input import Inputs
from symheap.heap.term_picture import Objects
from symheap.objects.concrete import ConcreteHeap, ConcreteObject


def concrete_cell(model: Model, cell: Cell) -> Plain:
    assert not isinstance(cell, Handle)
    return model.evaluate(cell)


def final_heap(inputs: Inputs, objects: Objects, model: Model) -> ConcreteHeap:
    """Return the heap at the end: the values in the run's slots, and initial values for slots never written."""
    heap = initial_heap(inputs, model)
    arrays = ArrayContents(inputs, model, model.evaluate)
    for ref, slots in objects.items():
        number = object_number(ref) if ref.op is Op.LOC else int(model[ref])
        if number == 0:
            continue
        if ref.op is Op.LOC and number not in heap.objects:
            heap.objects[number] = known_object(inputs, ref)
        obj = heap.objects.get(number)
        if obj is None:
            continue
        fields = inputs.table.fields(obj.class_name)
        present = {field: value for field, value in slots.items() if value is not None and field in fields}
        write_slots(obj, present, arrays)
    return heap


def known_object(inputs: Inputs, ref: Term) -> ConcreteObject:
    """Return an object of the run, without fields, or one from before the run in its original state."""
    if inputs.initial is not None and is_initial(ref):
        return inputs.initial.object(ref.location.number)
    return ConcreteObject(ref.location.class_name)


def write_slots(obj: ConcreteObject, slots: Mapping[Field, Value], arrays: ArrayContents) -> None:
    """Fill in an object from its slots. The length comes first, since contents are read up to it."""
    if LENGTH in slots:
        obj.length = int(arrays.model.evaluate(slots[LENGTH]))
    for field, value in slots.items():
        if field.type.sort.element is not None:
            assert isinstance(value, Term)
            assert obj.length is not None
            obj.elements.update(arrays.elements(value, obj.length, obj.elements))
        elif field is not LENGTH:
            obj.fields[field.name] = arrays.plain(value)
