"""The heap in which the example of a stored path ends, from its cells and its model."""

from __future__ import annotations

import json
from typing import Any, cast

from symheap.core.contents import Unreadable
from symheap.core.model import Model, Plain, object_number
from symheap.core.terms import REF, Op, Term, sort_of
from symheap.core.types import ARRAY, LENGTH
from symheap.heap.arrays import ArrayContents
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject
from symheap.store.compact_path import Cells, CompactPath
from symheap.store.records import Document, Json
from symheap.store.terms import sort_of as sort_named

HEAP = "heap"
"""The part of a stored picture that holds the last heap, for models whose references are no terms."""


def last_heap(path: CompactPath, before: ConcreteHeap | None) -> ConcreteHeap | None:
    """Return the last heap; None if it is not known.  Fields that the run did not write are as before it."""
    if before is None or path.model is None:
        return None
    if not isinstance(path.final, Cells):
        form = (path.final or {}).get(HEAP)
        return None if form is None else heap_of(form, before)
    try:
        return _written(path.final, path.model, before)
    except Unreadable:
        return None


def returned(path: CompactPath) -> tuple[Plain, bool] | None:
    """Return the value that the example of a path returns, and whether it is a reference."""
    if path.model is None or path.result is None:
        return None
    if not isinstance(path.final, Cells) and sort_of(path.result) is REF:
        number = (path.final or {}).get("returned")
        return None if number is None else (number, True)
    try:
        return path.model.evaluate(path.result), sort_of(path.result) is REF
    except Unreadable:
        return None


# From cells -----------------------------------------------------------------------------------------------------------


def _written(cells: Cells, model: Model, before: ConcreteHeap) -> ConcreteHeap:
    heap = before.copy()
    contents = _Contents(before, model)
    for ref, slots in cells.objects:
        number = object_number(ref) if ref.op is Op.LOC else int(model[ref])
        if number != 0 and number < INITIAL:
            _write(heap, number, ref, [(json.loads(word), value) for word, value in slots], contents)
    return heap


def _write(heap: ConcreteHeap, number: int, ref: Term, slots: list[Any], contents: _Contents) -> None:
    """Fill in an object.  The length of an array comes first, since its elements are read up to it."""
    if number not in heap.objects:
        if ref.op is not Op.LOC:
            return
        heap.objects[number] = ConcreteObject(ref.location.class_name)
    item = heap.objects[number]
    slots = _of_class(heap, item.class_name, slots)
    for (owner, name, _, _), value in slots:
        if owner == ARRAY and name == LENGTH.name:
            item.length = int(contents.model.evaluate(value))
    for (owner, name, sort, _), value in slots:
        if sort_named(sort).element is not None:
            if item.length is not None and isinstance(value, Term):
                item.elements.update(contents.elements(value, item.length, item.elements))
        elif (owner, name) != (ARRAY, LENGTH.name):
            item.fields[name] = contents.model.evaluate(value)


def _of_class(heap: ConcreteHeap, class_name: str, slots: list[Any]) -> list[Any]:
    """Return the slots that an object of a class has.

    A reference that may be of several classes has the slots of all.  Of two fields of one name, the own one counts.
    """
    names = {each.name for each in heap.table.fields(class_name)} if class_name in heap.table else None
    own = {name for (owner, name, _, _), _ in slots if owner == class_name}
    return [
        (field, value)
        for field, value in slots
        if field[0] in (ARRAY, class_name) or ((names is None or field[1] in names) and field[1] not in own)
    ]


class _Contents(ArrayContents):
    """Contents of arrays whose initial elements are those of a concrete heap."""

    def __init__(self, before: ConcreteHeap, model: Model) -> None:
        super().__init__(cast(Any, None), model, model.evaluate)
        self._before = before

    def _initial(self, array: Term) -> dict[int, Plain]:
        owner = array.args[0]
        item = self._before.objects.get(int(self.model[owner])) if isinstance(owner, Term) else None
        return {} if item is None else dict(item.elements)


# As plain data --------------------------------------------------------------------------------------------------------


def heap_form(heap: ConcreteHeap) -> list[Json]:
    """Return the objects of a heap as JSON."""
    return [
        [number, item.class_name, dict(item.fields), item.length, {str(at): v for at, v in item.elements.items()}]
        for number, item in heap.objects.items()
    ]


def heap_of(form: list[Any], before: ConcreteHeap) -> ConcreteHeap:
    objects = {
        number: ConcreteObject(name, dict(fields), length, {int(at): value for at, value in elements.items()})
        for number, name, fields, length, elements in form
    }
    return ConcreteHeap(before.table, dict(before.roots), objects)


def stored(heap: ConcreteHeap | None, result: tuple[Plain, bool] | None) -> Document:
    """Return what a stored picture needs beside it, so that the last heap can be drawn."""
    if heap is None:
        return {}
    return {HEAP: heap_form(heap), "returned": result[0] if result is not None and result[1] else None}
