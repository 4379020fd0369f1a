"""Turn the heap that steps produce into an input of a program."""

from __future__ import annotations

from collections.abc import Mapping

from symheap.core.model import Plain
from symheap.core.terms import REF
from symheap.lang.java.values.types import element_sort, is_array
from symheap.objects.concrete import ConcreteHeap, ConcreteObject


def as_input(heap: ConcreteHeap, roots: Mapping[str, Plain], descriptors: Mapping[str, str]) -> ConcreteHeap:
    """Give created objects positive numbers; `descriptors` tell which roots are references."""
    renumbered = {n: positive(int(value)) if descriptors[n][0] in "L[" else value for n, value in roots.items()}
    objects = {positive(number): _moved(heap, obj) for number, obj in heap.objects.items()}
    return ConcreteHeap(heap.table, renumbered, objects, heap.base)


def positive(number: int) -> int:
    return -number if number < 0 else number


def _moved(heap: ConcreteHeap, obj: ConcreteObject) -> ConcreteObject:
    if is_array(obj.class_name):
        if element_sort(obj.class_name) is not REF:
            return obj.copy()
        elements: dict[int, Plain] = {at: positive(int(value)) for at, value in obj.elements.items()}
        return ConcreteObject(obj.class_name, {}, obj.length, elements)
    references = {f.name for f in heap.table.fields(obj.class_name) if f.type.sort is REF}
    fields = {name: positive(int(v)) if name in references else v for name, v in obj.fields.items()}
    return ConcreteObject(obj.class_name, fields)
