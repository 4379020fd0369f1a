"""Functions that touch no memory of the program, or only what is said here: output, input, numbers, time."""

from __future__ import annotations

from typing import Final

from symheap.lang.c.context import Context
from symheap.lang.c.library.control import exit_program
from symheap.lang.c.library.table import NOTHING, Invocation, Table, anything
from symheap.lang.c.types import VOID, Pointer, Void
from symheap.lang.c.values import Value
from symheap.memory.expressions import Binary, Number, Operator
from symheap.memory.ir import Assume, Fill

TABLE = Table()
_ASSUMES: Final = ("strings given to output functions are terminated",)


@TABLE.model(
    "printf fprintf dprintf vprintf vfprintf puts putchar fputs fputc putc putchar_unlocked perror fflush printk "
    "printf_s fprintf_s DbgPrint __builtin_printf __builtin_puts __builtin_putchar syslog warn warnx",
    "stdio.h",
    "evaluates its arguments; any result",
    assumptions=_ASSUMES,
)
def output(context: Context, call: Invocation) -> Value:
    return anything(context, call.result(context.types.int))


@TABLE.model("err errx", "err.h", "as fprintf, and then exit", assumptions=_ASSUMES)
def fail(context: Context, call: Invocation) -> Value:
    return exit_program(context, call)


@TABLE.model(
    "getchar fgetc getc ungetc fclose feof ferror clearerr fseek ftell rewind remove rename unlink open close isatty "
    "fileno system access mkdir chdir getpid getppid getuid sleep usleep clock raise kill srand srandom setvbuf "
    "setbuf setlocale",
    "stdio.h",
    "touches no memory of the program; any result",
)
def outside(context: Context, call: Invocation) -> Value:
    return anything(context, call.declared if isinstance(call.declared, Void) else call.result(context.types.int))


@TABLE.model("fopen fdopen freopen tmpfile getenv", "stdio.h", "null or any address: of no object that is known")
def opaque(context: Context, call: Invocation) -> Value:
    return anything(context, call.result(context.types.pointer(VOID)))


@TABLE.model("fwrite write", "stdio.h", "nothing is read of what the address points to; any result")
def write(context: Context, call: Invocation) -> Value:
    return anything(context, call.result(context.types.size_t))


@TABLE.model("rand random", "stdlib.h", "any number that is not negative")
def rand(context: Context, call: Invocation) -> Value:
    found = anything(context, call.result(context.types.int))
    zero = Number(0, found.expression.size)
    context.emit(Assume(Binary(Operator.SLE, zero, found.expression), context.position))
    return found


@TABLE.model("atof strtod sqrt pow fabs floor ceil sin cos tan exp log log2 log10 fmod round", "math.h", "any double")
def real(context: Context, call: Invocation) -> Value:
    return anything(context, context.types.double)


@TABLE.model("scanf fscanf", "stdio.h", "each pointer's target becomes anything, by its type; char * is refused")
def scanf(context: Context, call: Invocation) -> Value:
    for argument in call.arguments[1 if call.name == "scanf" else 2 :]:
        if not isinstance(argument.type, Pointer) or context.types.size(argument.type.target) == 1:
            raise context.unsupported(f"{call.name} into a {argument.type}")
        count = context.count(context.types.size(argument.type.target))
        context.emit(Fill(argument.expression, None, count, context.position))
    return anything(context, context.types.int)


@TABLE.model("sscanf", "stdio.h", "as scanf", assumptions=("strings given to input functions are terminated",))
def sscanf(context: Context, call: Invocation) -> Value:
    return scanf(context, call)


@TABLE.model("sprintf vsprintf gets", "stdio.h", "refused: how much it writes has no bound that is known")
def unbounded(context: Context, call: Invocation) -> Value:
    raise context.unsupported(f"{call.name}, which writes without a known bound")


@TABLE.model("__symheap_havoc symheap_havoc", "symheap.h", "n bytes become anything")
def havoc(context: Context, call: Invocation) -> Value:
    context.emit(Fill(call.address(context, 0), None, call.size(context, 1), context.position))
    return NOTHING
