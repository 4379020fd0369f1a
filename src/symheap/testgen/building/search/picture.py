"""Canonical pictures of objects, independent of object numbers."""

from __future__ import annotations

from collections.abc import Collection

from symheap.core.model import Plain
from symheap.core.terms import REF
from symheap.lang.java.values.types import element_sort, is_array
from symheap.objects.concrete import INITIAL, ConcreteHeap


def picture(heap: ConcreteHeap, number: int, known: Collection[int]) -> tuple[object, ...]:
    """Return a value that is equal for isomorphic heaps, in which `known` objects are identified by their numbers."""
    places = {number: 0}
    queue, described = [number], []
    for at in queue:
        obj = heap.find(at)
        if is_array(obj.class_name):
            is_reference = element_sort(obj.class_name) is REF
            parts: list[tuple[str | int, Plain, bool]] = [(i, v, is_reference) for i, v in sorted(obj.elements.items())]
        else:
            parts = [
                (f.name, obj.fields[f.name], f.type.sort is REF)
                for f in heap.table.fields(obj.class_name)
                if f.name in obj.fields
            ]
        seen: list[object] = [obj.class_name, obj.length]
        for name, value, is_reference in parts:
            if is_reference and value != 0 and int(value) < INITIAL and int(value) not in known:
                if int(value) not in places:
                    places[int(value)] = len(places)
                    queue.append(int(value))
                seen.append((name, "#", places[int(value)]))
            else:
                seen.append((name, int(value)))
        described.append(tuple(seen))
    return tuple(described)
