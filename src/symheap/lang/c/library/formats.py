"""What a printf format reads and writes of the program: strings, which are checked to begin, and the targets of %n."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from symheap.lang.c.context import Context
from symheap.lang.c.types import Pointer
from symheap.lang.c.values import Value
from symheap.memory.expressions import AddressOf, Expression
from symheap.memory.ir import Fill, Load

_CONVERSION: Final = re.compile(rb"%[-+ #0']*(\*|\d+)?(?:\.(\*|\d*))?(hh|h|ll|l|q|j|z|t|L)?(.)", re.DOTALL)
_SCANNED: Final = re.compile(rb"%(\*)?\d*(hh|h|ll|l|q|j|z|t|L)?(.)", re.DOTALL)
_COUNTS: Final = {b"hh": 1, b"h": 2, b"l": 8, b"ll": 8, b"q": 8, b"j": 8, b"z": 8, b"t": 8}
_UNKNOWN: Final = "formats that are not constants fit their arguments, and have no %n"


def format_arguments(context: Context, text: Value, arguments: tuple[Value, ...]) -> None:
    """The effect of a format on its arguments.  Law: a null or dangling %s or %n argument is an error of the call."""
    data = _constant(context, text.expression)
    if data is None:
        read_byte(context, text.expression)
        context.unit.program.assume(_UNKNOWN)
        return
    wanted = list(_wanted(data.partition(b"\0")[0]))
    if len(wanted) > len(arguments):
        raise context.unsupported("a format with fewer arguments than it names")
    if any(kind == b"$" for kind, _ in wanted):
        raise context.unsupported("a format that numbers its arguments")
    for (kind, length), argument in zip(wanted, arguments, strict=False):
        if kind in b"sSn" and not isinstance(argument.type, Pointer):
            raise context.unsupported(f"%{kind.decode()} of a {argument.type}")
        if kind == b"n":
            count = context.count(_COUNTS.get(length, 4))
            context.emit(Fill(argument.expression, None, count, context.position))
        elif kind in b"sS":
            read_byte(context, argument.expression)


def scan_targets(context: Context, text: Value, targets: tuple[Value, ...]) -> None:
    """Refuses a scanf format that stores more than the types of its targets say."""
    data = _constant(context, text.expression)
    if data is None:
        context.unit.program.assume(_UNKNOWN)
        return
    wanted = list(_scanned(data.partition(b"\0")[0]))
    if len(wanted) > len(targets):
        raise context.unsupported("a format with fewer arguments than it names")
    for size, target in zip(wanted, targets, strict=False):
        if size is None or not isinstance(target.type, Pointer) or context.types.size(target.type.target) < size:
            raise context.unsupported("a scanf format that does not fit its targets")


def _scanned(text: bytes) -> Iterator[int | None]:
    """How many bytes each conversion stores; None: as many as the input has."""
    for suppressed, length, kind in _SCANNED.findall(text):
        if suppressed or kind == b"%":
            continue
        if kind in b"diouxXn":
            yield _COUNTS.get(length, 4)
        elif kind in b"aefgAEFG":
            yield {b"": 4, b"l": 8}.get(length, 16)
        else:
            yield 8 if kind == b"p" else None


def _constant(context: Context, address: Expression) -> bytes | None:
    if isinstance(address, AddressOf) and not address.local:
        return context.unit.program.string_data(address.symbol)
    return None


def read_byte(context: Context, address: Expression) -> None:
    context.emit(Load(context.fresh(1), address, context.position))


def _wanted(text: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The kind and the length modifier of each argument, a star's width or precision among them.

    ``%.0s`` reads nothing, and a precision that is a star can be zero: such strings are not looked at.
    """
    for width, precision, length, kind in _CONVERSION.findall(text):
        yield from ((b"d", b"") for star in (width, precision) if star == b"*")
        if kind not in b"%m":
            yield (b"d" if precision in (b"*", b"0") and kind in b"sS" else kind), length
