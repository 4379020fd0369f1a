"""Models of functions with formats, of functions on numbers, and of functions that are refused."""

from __future__ import annotations

from typing import Final

from symheap.lang.c.front.types import Void
from symheap.lang.c.library.checks import invoke, only_if
from symheap.lang.c.library.control import exit_program
from symheap.lang.c.library.formats import Written, format_arguments
from symheap.lang.c.library.lengths import ANY
from symheap.lang.c.library.parameters import obligations
from symheap.lang.c.library.scans import scan
from symheap.lang.c.library.table import NOTHING, Invocation, Table, anything
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import AddressOf, Binary, Expression, Number, Operator
from symheap.memory.ir import Assume, Fill

TABLE = Table()

_BYTE: Final = 255
_MOST_RANDOM: Final = (1 << 31) - 1


@TABLE.model(
    "printf dprintf printk printf_s DbgPrint __builtin_printf syslog warn warnx fprintf fprintf_s",
    "stdio.h",
    "reads each string, writes what %n points to; any result",
)
def formatted(context: Context, call: Invocation) -> Value:
    _format(context, call)
    return anything(context, call.result(context.types.int), call.name)


def _format(context: Context, call: Invocation) -> Written:
    """Emit the reads and writes of the format of a call, and return the length of its text."""
    at = _index(call.name, "format")
    if len(call.arguments) <= at:
        raise context.wrong(f"{call.name} has too few arguments")
    text, rest = call.arguments[at], call.arguments[at + 1 :]
    address = call.address(context, at)
    if not obligations(call.name)[at].or_null:
        return format_arguments(context, text, rest)
    if not isinstance(address, Number) or address.value:
        not_null = Binary(Operator.NE, address, context.count(0))
        only_if(context, not_null, lambda: format_arguments(context, text, rest))
    return Written(ANY)


def _index(name: str, kind: str) -> int:
    return next(index for index, each in enumerate(obligations(name)) if each.kind == kind)


@TABLE.model("snprintf", "stdio.h", "as sprintf, but at most n bytes in all; the result is the length without a limit")
def snprintf(context: Context, call: Invocation) -> Value:
    return _into(context, call, call.size(context, 1))


@TABLE.model("sprintf", "stdio.h", "as printf, and any text of a length that the format allows, and a zero")
def sprintf(context: Context, call: Invocation) -> Value:
    return _into(context, call, context.count(-1))


def _into(context: Context, call: Invocation, room: Expression) -> Value:
    """Write the text of a format to an address, limited by `room`."""
    written = _format(context, call)
    least, most = (context.count(number) for number in written.known)
    lengths: tuple[Expression, Expression] = (least, most)
    target = call.address(context, 0)
    for address in written.strings:
        if not _are_apart(target, address):
            invoke(context, "__symheap_apart", (target, address))
        length = invoke(context, "__symheap_length", (address,), context.types.size_t).expression
        lengths = (fold.binary(Operator.ADD, lengths[0], length), fold.binary(Operator.ADD, lengths[1], length))
    return invoke(context, "__symheap_formatted", (target, room, *lengths), context.types.int)


def _are_apart(one: Expression, other: Expression) -> bool:
    """Whether two addresses belong to different variables."""
    first, second = fold.split(one)[0], fold.split(other)[0]
    return isinstance(first, AddressOf) and isinstance(second, AddressOf) and first != second


@TABLE.model("err errx", "err.h", "as fprintf, and then exit")
def fail(context: Context, call: Invocation) -> Value:
    _format(context, call)
    return exit_program(context, call)


@TABLE.model("scanf fscanf sscanf", "stdio.h", "each conversion writes to its target, if the result says that it did")
def scanf(context: Context, call: Invocation) -> Value:
    at = _index(call.name, "scans")
    if len(call.arguments) <= at:
        raise context.wrong(f"{call.name} has too few arguments")
    source = call.address(context, 0) if call.name == "sscanf" else None
    return scan(context, call.name, call.arguments[at], call.arguments[at + 1 :], source)


@TABLE.model("getchar putchar putchar_unlocked __builtin_putchar", "stdio.h", "any byte, as unsigned, or -1")
def character(context: Context, call: Invocation) -> Value:
    stands_for = call.name if "put" in call.name else ""
    return _between(context, anything(context, call.result(context.types.int), stands_for), -1, _BYTE)


def _between(context: Context, found: Value, least: int, most: int) -> Value:
    """Assume that a value lies in a range, unless its declared type is too small for the range."""
    size = found.expression.size
    if most < 1 << (8 * size - 1):
        context.emit(Assume(Binary(Operator.SLE, Number(least, size), found.expression), context.position))
        context.emit(Assume(Binary(Operator.SLE, found.expression, Number(most, size)), context.position))
    return found


@TABLE.model(
    "isatty getpid getppid getuid sleep usleep clock srand srandom",
    "stdio.h",
    "touches no memory of the program; any result",
)
def outside(context: Context, call: Invocation) -> Value:
    ctype = call.declared if isinstance(call.declared, Void) else call.result(context.types.int)
    return anything(context, ctype, call.name)


@TABLE.model("close", "stdio.h", "touches no memory of the program; 0 or -1")
def close(context: Context, call: Invocation) -> Value:
    return _between(context, anything(context, call.result(context.types.int)), -1, 0)


@TABLE.model("rand random", "stdlib.h", "any number from 0 to 2147483647; with a constant seed a certain one")
def rand(context: Context, call: Invocation) -> Value:
    stands_for = call.name if context.unit.program.has_fixed_seed else ""
    return _between(context, anything(context, call.result(context.types.int), stands_for), 0, _MOST_RANDOM)


@TABLE.model("sqrt pow fabs floor ceil sin cos tan exp log log2 log10 fmod round", "math.h", "any double")
def real(context: Context, call: Invocation) -> Value:
    return anything(context, context.types.double, call.name)


@TABLE.model("gets", "stdio.h", "refused: how much it writes has no bound that is known")
def unbounded(context: Context, call: Invocation) -> Value:
    raise context.unsupported(f"{call.name}, which writes without a known bound")


@TABLE.model("vprintf vfprintf vsprintf vsnprintf", "stdio.h", "refused: the arguments of its format are not known")
def listed(context: Context, call: Invocation) -> Value:
    raise context.unsupported(f"{call.name}, whose arguments are not known")


@TABLE.model("__symheap_havoc symheap_havoc", "symheap.h", "n bytes become anything")
def havoc(context: Context, call: Invocation) -> Value:
    address, size = call.address(context, 0), call.size(context, 1)
    context.emit(Fill(address, None, size, context.position, context.approximated()))
    return NOTHING
