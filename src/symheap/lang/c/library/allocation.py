"""Models of allocation; the user chooses whether it may fail."""

from __future__ import annotations

from typing import Final

from symheap.lang.c.front.types import VOID
from symheap.lang.c.library.checks import invoke, unsigned
from symheap.lang.c.library.table import NOTHING, Invocation, Table
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import Expression, Number, Operator
from symheap.memory.ir import Allocate, Free, Lifetime, Reallocate

TABLE = Table()
SUCCEEDS: Final = "allocation succeeds"


def allocate(context: Context, size: Expression, *, zero: bool = False, lifetime: Lifetime = Lifetime.HEAP) -> Value:
    target = context.fresh(context.types.model.pointer)
    may_fail = context.unit.options.malloc_may_fail and lifetime is Lifetime.HEAP
    context.emit(Allocate(target, size, context.position, zero, may_fail, lifetime))
    if lifetime is Lifetime.HEAP and not may_fail:
        context.unit.program.assume(SUCCEEDS)
    return Value(target, context.types.pointer(VOID))


@TABLE.model(
    "malloc _SLAyer_malloc __builtin_malloc kmalloc vmalloc", "stdlib.h", "a new heap object, its bytes anything"
)
def malloc(context: Context, call: Invocation) -> Value:
    return allocate(context, call.size(context, 0))


@TABLE.model("kzalloc", "linux/slab.h", "a new heap object, its bytes zero")
def kzalloc(context: Context, call: Invocation) -> Value:
    return allocate(context, call.size(context, 0), zero=True)


@TABLE.model(
    "calloc __builtin_calloc",
    "stdlib.h",
    "a new heap object of n * size bytes, all zero; null if that is more than an object can have",
)
def calloc(context: Context, call: Invocation) -> Value:
    count, size = call.size(context, 0), call.size(context, 1)
    if isinstance(count, Number) and isinstance(size, Number):
        whole = unsigned(count) * unsigned(size)
        if whole < 1 << (8 * size.size - 1):
            return allocate(context, context.count(whole), zero=True)
    largest = context.count((1 << (8 * size.size - 1)) - 1)
    most = fold.binary(Operator.UDIV, largest, size)
    return invoke(context, "__symheap_cleared", (count, size, most), context.types.pointer(VOID))


@TABLE.model("__symheap_zeroed", "symheap.h", "a new heap object, its bytes zero")
def zeroed(context: Context, call: Invocation) -> Value:
    return allocate(context, call.size(context, 0), zero=True)


@TABLE.model("aligned_alloc memalign", "stdlib.h", "as malloc; the alignment is not looked at")
def aligned_alloc(context: Context, call: Invocation) -> Value:
    return allocate(context, call.size(context, 1))


@TABLE.model("alloca __builtin_alloca _alloca", "alloca.h", "an object that lives until the function returns")
def alloca(context: Context, call: Invocation) -> Value:
    return allocate(context, call.size(context, 0), lifetime=Lifetime.LOCAL)


@TABLE.model(
    "free _SLAyer_free __builtin_free kfree vfree cfree", "stdlib.h", "ends a heap object's life; null is let pass"
)
def free(context: Context, call: Invocation) -> Value:
    context.emit(Free(call.address(context, 0), context.position))
    return NOTHING


@TABLE.model(
    "realloc",
    "stdlib.h",
    "a new object with the bytes of the old one, which is freed; null is as malloc; size 0 frees and gives null",
)
def realloc(context: Context, call: Invocation) -> Value:
    old, size = call.address(context, 0), call.size(context, 1)
    if isinstance(size, Number) and size.value:
        return reallocate(context, call)
    return invoke(context, "__symheap_resized", (old, size), context.types.pointer(VOID))


@TABLE.model("__symheap_reallocate", "symheap.h", "as realloc, but size 0 gives an object without bytes")
def reallocate(context: Context, call: Invocation) -> Value:
    target = context.fresh(context.types.model.pointer)
    may_fail = context.unit.options.malloc_may_fail
    old, size = call.address(context, 0), call.size(context, 1)
    context.emit(Reallocate(target, old, size, context.position, may_fail))
    if not may_fail:
        context.unit.program.assume(SUCCEEDS)
    return Value(target, context.types.pointer(VOID))
