"""Whether two concrete heaps are the same but for the names of objects that a run made."""

from __future__ import annotations

from symheap.core.model import Plain
from symheap.core.terms import REF
from symheap.objects.concrete import ConcreteHeap


def difference(predicted: ConcreteHeap, actual: ConcreteHeap, pairs: list[tuple[str, Plain, Plain]]) -> str | None:
    """Where two heaps differ, walking both at once from pairs of references; None if nowhere.

    `pairs` are (name, reference in `predicted`, reference in `actual`).
    """
    names: dict[int, int] = {0: 0}
    taken: dict[int, int] = {0: 0}
    pending = list(pairs)
    while pending:
        name, left, right = pending.pop()
        a, b = int(left), int(right)
        if a in names or b in taken:
            if names.get(a) != b or taken.get(b) != a:
                return f"{name} is another object"
            continue
        names[a], taken[b] = b, a
        if predicted.class_of(a) != actual.class_of(b):
            return f"{name} is a {predicted.class_of(a)}, not a {actual.class_of(b)}"
        for field in predicted.table.fields(predicted.class_of(a)):
            x, y = predicted.get(a, field), actual.get(b, field)
            if field.type.sort is REF:
                pending.append((f"{name}.{field.name}", x, y))
            elif x != y:
                return f"{name}.{field.name} is {x}, not {y}"
    return None
