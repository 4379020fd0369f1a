"""Show a concrete heap in one line, for counterexamples."""

from __future__ import annotations

from symheap.objects.concrete import ConcreteHeap, ConcreteObject


def describe(heap: ConcreteHeap) -> str:
    objects = ", ".join(f"#{n}:{_shown(o)}" for n, o in heap.objects.items())
    return f"{heap.roots} {objects}"


def _shown(obj: ConcreteObject) -> str:
    if obj.length is not None or obj.elements:
        return f"{obj.class_name}({obj.length}){obj.elements}"
    return f"{obj.class_name}{obj.fields}"
