"""Whether two concrete heaps are the same but for the names of objects that a run made."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.model import INITIAL, Plain
from symheap.core.terms import REF, Sort
from symheap.core.types import LENGTH
from symheap.objects.concrete import ConcreteHeap

Pair = tuple[str, Plain, Plain]
"""A name, a reference in one heap, and one in the other."""


def difference(predicted: ConcreteHeap, actual: ConcreteHeap, pairs: list[Pair]) -> str | None:
    """Where two heaps differ, walking both at once from pairs of references; None if nowhere.

    Objects that exist before the run are themselves, and are looked into if one of the heaps says how they are now.
    The contents of a deferred string are not known, so it is like any string.
    """
    names: dict[int, int] = {0: 0}
    taken: dict[int, int] = {0: 0}
    changed = {n for heap in (predicted, actual) for n in heap.objects if n >= INITIAL}
    pending = [*pairs, *((f"#{n}", n, n) for n in sorted(changed))]
    while pending:
        name, left, right = pending.pop()
        a, b = int(left), int(right)
        if a in names or b in taken:
            if names.get(a) != b or taken.get(b) != a:
                return f"{name} is another object"
            continue
        if a != b and (a >= INITIAL or b >= INITIAL):
            return f"{name} is another object"
        names[a], taken[b] = b, a
        if (a >= INITIAL and a not in changed) or _is_deferred(predicted, a, actual, b):
            continue
        if predicted.class_of(a) != actual.class_of(b):
            return f"{name} is a {predicted.class_of(a)}, not a {actual.class_of(b)}"
        for slot, sort, x, y in _slots(predicted, a, actual, b):
            if sort is REF:
                pending.append((f"{name}{slot}", x, y))
            elif x != y:
                return f"{name}{slot} is {x}, not {y}"
    return None


def _is_deferred(predicted: ConcreteHeap, a: int, actual: ConcreteHeap, b: int) -> bool:
    """Whether one is a string without contents, and the other a string."""
    classes = {predicted.class_of(a).partition("+")[0], actual.class_of(b).partition("+")[0]}
    return len(classes) == 1 and ("+" in predicted.class_of(a) or "+" in actual.class_of(b))


def _slots(predicted: ConcreteHeap, a: int, actual: ConcreteHeap, b: int) -> Iterator[tuple[str, Sort, Plain, Plain]]:
    """What two objects of one class hold: the fields, or the length and the elements that have a value in either."""
    for field in predicted.table.fields(predicted.class_of(a)):
        kind = field.type.sort.element
        if field is LENGTH:
            yield ".length", LENGTH.type.sort, predicted.length(a) or 0, actual.length(b) or 0
        elif kind is not None:
            for at in sorted({*predicted.find(a).elements, *actual.find(b).elements}):
                yield f"[{at}]", kind, predicted.element(a, at, kind), actual.element(b, at, kind)
        else:
            yield f".{field.name}", field.type.sort, predicted.get(a, field), actual.get(b, field)
