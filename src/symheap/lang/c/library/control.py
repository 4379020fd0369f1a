"""The end of the program, and points that must not be reached."""

from __future__ import annotations

from symheap.lang.c.context import Context
from symheap.lang.c.library.table import NOTHING, Invocation, Table
from symheap.lang.c.values import Value
from symheap.memory.expressions import Number
from symheap.memory.ir import Assert, Assume, Halt

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


@TABLE.model(
    "_SLAyer_unreachable __builtin_unreachable", "slayer.h", "no execution comes here, by assumption", intrinsic=True
)
def unreachable(context: Context, call: Invocation) -> Value:
    context.emit(Assume(Number(0, 4), context.position))
    return NOTHING
