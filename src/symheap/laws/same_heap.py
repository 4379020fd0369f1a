"""Compare two concrete heaps up to renaming of the objects that a run created."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.model import INITIAL, Plain
from symheap.core.terms import REF, Sort
from symheap.core.types import LENGTH
from symheap.objects.concrete import ConcreteHeap

_BUILDERS = ("java.lang.StringBuilder", "java.lang.StringBuffer")

Pair = tuple[str, Plain, Plain]
"""A name, a reference in one heap, and one in the other."""


def difference(predicted: ConcreteHeap, actual: ConcreteHeap, pairs: list[Pair]) -> str | None:
    """Return the first difference found when walking both heaps from pairs of references; None if there is none.

    An object that exists before the run corresponds to itself.  It is compared only if one of the heaps contains its
    current state.  A string that is deferred or not written out has unknown contents, so it equals any string; a
    builder of such a text equals any builder.
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
        is_known = a >= INITIAL or b >= INITIAL
        if _is_deferred(predicted, a, actual, b):
            if not is_known:
                names[a], taken[b] = b, a
            continue
        if a != b and is_known:
            return f"{name} is another object"
        names[a], taken[b] = b, a
        if a >= INITIAL and a not in changed:
            continue
        if _class_of(predicted, a) != _class_of(actual, b):
            return f"{name} is a {predicted.class_of(a)}, not a {actual.class_of(b)}"
        for slot, sort, x, y in _slots(predicted, a, actual, b):
            if sort is REF:
                pending.append((f"{name}{slot}", x, y))
            elif x != y:
                return f"{name}{slot} is {x}, not {y}"
    return None


def _class_of(heap: ConcreteHeap, number: int) -> str:
    """Return the class of an object; concatenated strings are Strings."""
    return heap.class_of(number).partition("+")[0]


def _is_deferred(predicted: ConcreteHeap, a: int, actual: ConcreteHeap, b: int) -> bool:
    """Whether both are strings or both are builders, and at least one of them has no contents."""
    return _class_of(predicted, a) == _class_of(actual, b) and (_lacks_text(predicted, a) or _lacks_text(actual, b))


def _lacks_text(heap: ConcreteHeap, number: int) -> bool:
    name, value = heap.class_of(number), int(heap.find(number).fields.get("value", 0))
    if "+" in name:
        return not value
    return name in _BUILDERS and bool(value) and "+" in heap.class_of(value)


def _slots(predicted: ConcreteHeap, a: int, actual: ConcreteHeap, b: int) -> Iterator[tuple[str, Sort, Plain, Plain]]:
    """Yield the slots of two objects of one class: the fields, or the length and each element set in either."""
    for field in predicted.table.fields(_class_of(predicted, a)):
        kind = field.type.sort.element
        if field is LENGTH:
            yield ".length", LENGTH.type.sort, predicted.length(a) or 0, actual.length(b) or 0
        elif kind is not None:
            for at in sorted({*predicted.find(a).elements, *actual.find(b).elements}):
                yield f"[{at}]", kind, predicted.element(a, at, kind), actual.element(b, at, kind)
        else:
            yield f".{field.name}", field.type.sort, predicted.get(a, field), actual.get(b, field)
