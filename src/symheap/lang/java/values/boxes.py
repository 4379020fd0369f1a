"""The boxes that the JDK caches: only for these, `valueOf` returns an existing object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from symheap.lang.java.past.initial import InitialObjects

_CACHED: Final = ("Integer", "Long", "Short", "Byte", "Character")
_TRUTHS: Final = ("TRUE", "FALSE")


def cached_boxes(initial: InitialObjects) -> Iterator[int]:
    """Yield the numbers of the boxes in the initial heap that `valueOf` returns for their values."""
    objects = initial.heap.objects
    for name in _CACHED:
        cache = objects.get(int(initial.static(f"java.lang.{name}${name}Cache", "cache") or 0))
        kept = [] if cache is None else [int(number) for number in cache.elements.values()]
        yield from (n for n in kept if n in objects and objects[n].class_name == f"java.lang.{name}")
    truths = (initial.static("java.lang.Boolean", name) for name in _TRUTHS)
    yield from (int(number) for number in truths if number)
