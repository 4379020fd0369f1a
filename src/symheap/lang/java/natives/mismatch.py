"""The first index at which two arrays of longs or doubles differ.

For all other arrays the JDK compares the elements that `vectorizedMismatch` leaves. For these, which fill a word each,
it relies on none being left.
"""

from __future__ import annotations

from symheap.core.terms import BV64, F64
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.relations import INT_RELATIONS, LONG_RELATIONS
from symheap.lang.java.natives.model import Args, Build, Models
from symheap.lang.java.values import operations
from symheap.objects import ir
from symheap.objects.ir import Reg

MODELS = Models()
_SUPPORT = "jdk.internal.util.ArraysSupport"


def _mismatch(kind: str, *, ranges: bool) -> Build:
    """Return the index of the first difference, relative to the starts of both ranges; -1 if there is none."""

    def build(e: Emitter, args: Args) -> Reg:
        zero, one, none = (e.constant(value) for value in (0, 1, -1))
        a, start_a, b, start_b, length = args if ranges else (args[0], zero, args[1], zero, args[2])
        index = e.register()
        e.emit(ir.Move(index, zero, e.at))
        head = e.block()
        e.jump(head)
        e.start(head)
        inside, end = e.decide(e.compute(INT_RELATIONS["lt"], index, length, dst=e.register()))
        e.start(end)
        e.emit(ir.Return(none, e.at))
        e.start(inside)
        x, y = (_element(e, array, start, index, kind) for array, start in ((a, start_a), (b, start_b)))
        same, different = e.decide(e.compute(LONG_RELATIONS["eq"], x, y, dst=e.register()))
        e.start(different)
        e.emit(ir.Return(index, e.at))
        e.start(same)
        e.compute(operations.IADD, index, one, dst=index)
        e.back_edges.add((e.number, head))
        e.jump(head)
        return ir.DISCARD

    return build


def _element(e: Emitter, array: Reg, start: Reg, index: Reg, kind: str) -> Reg:
    """Return an element as a long: doubles are equal if `Double.equals` says so."""
    at, loaded = e.compute(operations.IADD, start, index, dst=e.register()), e.register()
    e.emit(ir.Load(loaded, array, at, BV64 if kind == "J" else F64, e.at))
    if kind == "J":
        return loaded
    bits = e.register()
    call_named(e, bits, "java.lang.Double", "doubleToLongBits", "(D)J", (loaded,), static=True)
    return bits


for _kind in "JD":
    MODELS.built(f"{_SUPPORT}.mismatch([{_kind}[{_kind}I)I")(_mismatch(_kind, ranges=False))
    MODELS.built(f"{_SUPPORT}.mismatch([{_kind}I[{_kind}II)I")(_mismatch(_kind, ranges=True))
