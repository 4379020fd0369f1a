"""Bytes: memset, memcpy, memmove."""

from __future__ import annotations

from symheap.lang.c.front.types import VOID
from symheap.lang.c.library.table import NOTHING, Invocation, Table
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import Conversion, Number
from symheap.memory.ir import Copy, Fill

TABLE = Table()


@TABLE.model("memset __builtin_memset", "string.h", "n bytes become c; the result is the address")
def memset(context: Context, call: Invocation) -> Value:
    target = call.address(context, 0)
    byte = fold.convert(Conversion.TRUNCATE, call.integer(context, 1), 1)
    context.emit(Fill(target, byte, call.size(context, 2), context.position))
    return Value(target, context.types.pointer(VOID))


@TABLE.model("bzero RtlZeroMemory", "strings.h", "n bytes become zero")
def bzero(context: Context, call: Invocation) -> Value:
    context.emit(Fill(call.address(context, 0), Number(0, 1), call.size(context, 1), context.position))
    return NOTHING


@TABLE.model(
    "memmove __builtin_memmove RtlMoveMemory",
    "string.h",
    "n bytes are copied, also if the ranges overlap; the result is the address",
)
def memmove(context: Context, call: Invocation) -> Value:
    return _copied(context, call, apart=False)


@TABLE.model(
    "memcpy __builtin_memcpy RtlCopyMemory",
    "string.h",
    "n bytes are copied, an error if the ranges overlap and are not the same; the result is the address",
)
def memcpy(context: Context, call: Invocation) -> Value:
    return _copied(context, call, apart=True)


def _copied(context: Context, call: Invocation, *, apart: bool) -> Value:
    target, source = call.address(context, 0), call.address(context, 1)
    context.emit(Copy(target, source, call.size(context, 2), context.position, apart=apart))
    return Value(target, context.types.pointer(VOID))


@TABLE.model("bcopy", "strings.h", "n bytes are copied from the first address to the second")
def bcopy(context: Context, call: Invocation) -> Value:
    context.emit(Copy(call.address(context, 1), call.address(context, 0), call.size(context, 2), context.position))
    return NOTHING
