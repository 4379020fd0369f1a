"""Functions that touch no memory of the program, or only what is said here: output, input, numbers, time."""

from __future__ import annotations

from typing import Final

from symheap.lang.c.context import Context
from symheap.lang.c.library.control import exit_program
from symheap.lang.c.library.formats import format_arguments, read_byte, scan_targets
from symheap.lang.c.library.in_c import STREAMS
from symheap.lang.c.library.table import NOTHING, Invocation, Table, anything
from symheap.lang.c.types import VOID, Pointer, Void
from symheap.lang.c.values import Value
from symheap.memory.expressions import Binary, Number, Operator
from symheap.memory.ir import Assume, Fill

TABLE = Table()
_ASSUMES: Final = ("strings given to output functions are terminated",)


_BYTE: Final = 255
_MOST_RANDOM: Final = (1 << 31) - 1
_FORMAT_AT: Final = {"fprintf": 1, "dprintf": 1, "fprintf_s": 1, "syslog": 1}


@TABLE.model(
    "printf dprintf printk printf_s DbgPrint __builtin_printf syslog warn warnx",
    "stdio.h",
    "reads the first byte of each string, writes what %n points to; any result",
    assumptions=_ASSUMES,
)
@TABLE.model("fprintf fprintf_s", "stdio.h", "as printf", assumptions=(*_ASSUMES, *STREAMS))
def formatted(context: Context, call: Invocation) -> Value:
    at = _FORMAT_AT.get(call.name, 0)
    if len(call.arguments) <= at:
        raise context.wrong(f"{call.name} has too few arguments")
    if not (call.name in ("warn", "warnx") and isinstance(call.arguments[at].expression, Number)):
        format_arguments(context, call.arguments[at], call.arguments[at + 1 :])
    return anything(context, call.result(context.types.int), call.name)


@TABLE.model("puts __builtin_puts", "stdio.h", "reads the first byte of the string; any result", assumptions=_ASSUMES)
@TABLE.model("fputs", "stdio.h", "as puts", assumptions=(*_ASSUMES, *STREAMS))
def put_string(context: Context, call: Invocation) -> Value:
    read_byte(context, call.address(context, 0))
    return anything(context, call.result(context.types.int), call.name)


@TABLE.model("vprintf perror", "stdio.h", "evaluates its arguments; any result", assumptions=_ASSUMES)
@TABLE.model("vfprintf fflush", "stdio.h", "evaluates its arguments; any result", assumptions=(*_ASSUMES, *STREAMS))
def output(context: Context, call: Invocation) -> Value:
    return anything(context, call.result(context.types.int), call.name)


@TABLE.model("getchar putchar putchar_unlocked __builtin_putchar", "stdio.h", "any byte, as unsigned, or -1")
@TABLE.model("fgetc getc ungetc fputc putc", "stdio.h", "any byte, as unsigned, or -1", assumptions=STREAMS)
def character(context: Context, call: Invocation) -> Value:
    stands_for = call.name if "put" in call.name else ""
    return _between(context, anything(context, call.result(context.types.int), stands_for), -1, _BYTE)


def _between(context: Context, found: Value, least: int, most: int) -> Value:
    """A value in a range, if the type that the program declares for it has all of the range."""
    size = found.expression.size
    if most < 1 << (8 * size - 1):
        context.emit(Assume(Binary(Operator.SLE, Number(least, size), found.expression), context.position))
        context.emit(Assume(Binary(Operator.SLE, found.expression, Number(most, size)), context.position))
    return found


@TABLE.model("err errx", "err.h", "as fprintf, and then exit", assumptions=_ASSUMES)
def fail(context: Context, call: Invocation) -> Value:
    return exit_program(context, call)


@TABLE.model(
    "remove rename unlink open close isatty system access mkdir chdir getpid getppid getuid sleep usleep clock "
    "raise kill srand srandom setlocale",
    "stdio.h",
    "touches no memory of the program; any result",
)
def outside(context: Context, call: Invocation) -> Value:
    return anything(context, call.declared if isinstance(call.declared, Void) else call.result(context.types.int))


@TABLE.model(
    "fclose feof ferror clearerr fseek ftell rewind fileno setvbuf setbuf",
    "stdio.h",
    "touches no memory of the program; any result",
    assumptions=STREAMS,
)
def stream(context: Context, call: Invocation) -> Value:
    return outside(context, call)


@TABLE.model(
    "fopen fdopen freopen tmpfile",
    "stdio.h",
    "null or any address: of no object that is known",
    assumptions=STREAMS,
)
def opened(context: Context, call: Invocation) -> Value:
    return opaque(context, call)


@TABLE.model("getenv", "stdlib.h", "null or any address: of no object that is known")
def opaque(context: Context, call: Invocation) -> Value:
    return anything(context, call.result(context.types.pointer(VOID)), call.name)


@TABLE.model("rand random", "stdlib.h", "any number from 0 to 2147483647")
def rand(context: Context, call: Invocation) -> Value:
    return _between(context, anything(context, call.result(context.types.int)), 0, _MOST_RANDOM)


@TABLE.model("atof strtod sqrt pow fabs floor ceil sin cos tan exp log log2 log10 fmod round", "math.h", "any double")
def real(context: Context, call: Invocation) -> Value:
    return anything(context, context.types.double, call.name)


@TABLE.model("scanf fscanf", "stdio.h", "each pointer's target becomes anything, by its type; char * is refused")
def scanf(context: Context, call: Invocation) -> Value:
    at = 0 if call.name == "scanf" else 1
    stands_for = call.name if call.name == "sscanf" else ""
    scan_targets(context, call.arguments[at], call.arguments[at + 1 :])
    for argument in call.arguments[at + 1 :]:
        if not isinstance(argument.type, Pointer) or context.types.size(argument.type.target) == 1:
            raise context.unsupported(f"{call.name} into a {argument.type}")
        count = context.count(context.types.size(argument.type.target))
        context.emit(Fill(argument.expression, None, count, context.position, stands_for))
    return anything(context, context.types.int, stands_for)


@TABLE.model("sscanf", "stdio.h", "as scanf", assumptions=("strings given to input functions are terminated",))
def sscanf(context: Context, call: Invocation) -> Value:
    return scanf(context, call)


@TABLE.model("sprintf vsprintf gets", "stdio.h", "refused: how much it writes has no bound that is known")
def unbounded(context: Context, call: Invocation) -> Value:
    raise context.unsupported(f"{call.name}, which writes without a known bound")


@TABLE.model("__symheap_havoc symheap_havoc", "symheap.h", "n bytes become anything")
def havoc(context: Context, call: Invocation) -> Value:
    address, size = call.address(context, 0), call.size(context, 1)
    context.emit(Fill(address, None, size, context.position, context.approximated()))
    return NOTHING
