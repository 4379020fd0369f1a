"""`Arrays.fill` in one step, for any length: as a loop it would have as many paths as possible lengths."""

from __future__ import annotations

from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.kinds import ELEMENT_SORT
from symheap.lang.java.lower.values import narrowed
from symheap.lang.java.natives.model import Args, Build, Models
from symheap.lang.java.values import operations
from symheap.objects import ir

MODELS = Models()
_ARRAYS = "java.util.Arrays"


def _fill(kind: str, *, ranges: bool) -> Build:
    """Check for null, then the range, then the store, which fails before anything is stored."""

    def build(e: Emitter, args: Args) -> None:
        array, *bounds, value = args
        size = e.register()
        e.emit(ir.Length(size, array, e.at))
        at, count = e.constant(0), size
        if ranges:
            at, end = bounds
            call_named(e, ir.DISCARD, _ARRAYS, "rangeCheck", "(III)V", (size, at, end), static=True)
            count = e.compute(operations.ISUB, end, at, dst=e.register())
        e.emit(ir.FillRange(array, at, count, narrowed(e, value, kind[0]), ELEMENT_SORT[kind[0]], e.at))

    return build


for _kind in (*"ZBCSIJFD", "Ljava/lang/Object;"):
    MODELS.built(f"{_ARRAYS}.fill([{_kind}{_kind})V")(_fill(_kind, ranges=False))
    MODELS.built(f"{_ARRAYS}.fill([{_kind}II{_kind})V")(_fill(_kind, ranges=True))
