"""Models of the functions that end a program, and of points that must not be reached."""

from __future__ import annotations

from symheap.lang.c.library.table import NOTHING, Invocation, Table
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Value
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.expressions import Number
from symheap.memory.ir import Assert, Assume, Halt, Refuse

TABLE = Table()


@TABLE.model("exit _exit _Exit quick_exit", "stdlib.h", "the program is over")
def exit_program(context: Context, call: Invocation) -> Value:
    context.emitter.end(Halt("exit", context.position))
    return NOTHING


@TABLE.model("abort __builtin_abort __builtin_trap", "stdlib.h", "the program is over")
def abort(context: Context, call: Invocation) -> Value:
    context.emitter.end(Halt("abort", context.position))
    return NOTHING


@TABLE.model(
    "reach_error __VERIFIER_error __assert_fail __assert _wassert __assert_rtn __assert_func symheap_error",
    "assert.h",
    "an assertion fails here",
)
def error(context: Context, call: Invocation) -> Value:
    context.emit(Assert(Number(0, 4), call.name, context.position))
    context.emitter.end(Halt("abort", context.position))
    return NOTHING


@TABLE.model("_SLAyer_error", "slayer.h", "an assertion fails here", intrinsic=True)
def slayer_error(context: Context, call: Invocation) -> Value:
    return error(context, call)


@TABLE.model("_SLAyer_unreachable", "slayer.h", "no execution comes here, by assumption", intrinsic=True)
def unreachable(context: Context, call: Invocation) -> Value:
    context.emit(Assume(Number(0, 4), context.position))
    return NOTHING


@TABLE.model("__builtin_unreachable", "", "refused where an execution comes here: it is not defined what happens")
def undefined(context: Context, call: Invocation) -> Value:
    context.emit(Refuse(f"an execution that comes to {call.name}", context.position))
    context.emitter.end(Halt("abort", context.position))
    return NOTHING


@TABLE.model("__symheap_overlap", "symheap.h", "an overlap of source and target, which is an error")
def overlap(context: Context, call: Invocation) -> Value:
    return _failure(context, "source and target overlap", MemoryErrorKind.OVERLAP)


@TABLE.model("__symheap_no_stream", "symheap.h", "the use of what is no open stream, which is an error")
def no_stream(context: Context, call: Invocation) -> Value:
    return _failure(context, "this is not an open stream", MemoryErrorKind.INVALID)


def _failure(context: Context, text: str, kind: MemoryErrorKind) -> Value:
    context.emit(Assert(Number(0, 4), text, context.position, kind))
    return NOTHING


@TABLE.model("__symheap_conversion", "symheap.h", "refused: a conversion in a format that is not a constant")
def conversion(context: Context, call: Invocation) -> Value:
    context.emit(Refuse("a format that is not a constant and has conversions", context.position))
    return NOTHING


@TABLE.model("__symheap_signal", "symheap.h", "refused: a signal")
def signal(context: Context, call: Invocation) -> Value:
    context.emit(Refuse("a signal that the program sends", context.position))
    return NOTHING


@TABLE.model("__symheap_keeps", "symheap.h", "refused: a stream keeps a buffer of the program")
def keeps(context: Context, call: Invocation) -> Value:
    context.emit(Refuse("a stream that keeps a buffer of the program", context.position))
    return NOTHING
