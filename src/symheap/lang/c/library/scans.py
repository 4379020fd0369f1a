"""Formats of ``scanf``: the bytes that each conversion writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from symheap.lang.c.front.types import CType, Pointer, Void
from symheap.lang.c.library.checks import invoke, literal, only_if
from symheap.lang.c.library.formats import LENGTHS, integer_size
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import Binary, Expression, Number, Operator
from symheap.memory.ir import Assume, Fill

_CONVERSION: Final = re.compile(
    rb"%(?P<skip>\*)?(?P<width>\d+)?(?P<length>" + LENGTHS + rb")?(?P<kind>\[\^?\]?[^\]]*\]|.)", re.DOTALL
)
_INTEGERS: Final = "diouxXn"
_REALS: Final = "aAeEfFgG"
_TEXTS: Final = "s["
_MOST: Final = -1


class Stored(NamedTuple):
    """The bytes that a conversion stores: `size` bytes, or for a text 1 to `size` bytes and a zero (-1: no limit)."""

    kind: str
    size: int

    @property
    def is_text(self) -> bool:
        return self.kind in _TEXTS


def scan(context: Context, name: str, text: Value, targets: tuple[Value, ...], source: Expression | None) -> Value:
    """Emit the writes to the targets of a format, and return how many were filled.

    `source` is the string of ``sscanf``.  Law: the first k targets are written if the result is k or more, and no
    others; %n does not count.
    """
    data = literal(context, text.expression)
    if data is None:
        raise context.unsupported(f"{name} with a format that is not a constant")
    stored = list(_stored(context, data))
    if len(stored) > len(targets):
        raise context.unsupported("a format with fewer arguments than it names")
    stands_for = "" if source is None else name
    result = context.anything(4, stands_for)
    counted = sum(each.kind != "n" for each in stored)
    context.emit(Assume(Binary(Operator.SLE, Number(-1, 4), result), context.position))
    context.emit(Assume(Binary(Operator.SLE, result, Number(counted, 4)), context.position))
    length = None if source is None else invoke(context, "__symheap_length", (source,), context.types.size_t).expression
    number = 0
    for each, target in zip(stored, targets, strict=False):
        _fits(context, name, each, target.type)
        number += each.kind != "n"
        done = Binary(Operator.SLE, Number(number, 4), result)
        _write(context, each, target.expression, done, length, stands_for)
    return Value(result, context.types.int)


def _write(
    context: Context, stored: Stored, address: Expression, done: Expression, length: Expression | None, stands_for: str
) -> None:
    """Emit the write of one target, which happens if `done`.  A text is no longer than the `length` of the source."""
    count = context.count(stored.size)

    def write() -> None:
        if not stored.is_text:
            context.emit(Fill(address, None, count, context.position, stands_for))
        elif length is None:
            invoke(context, "__symheap_scanned", (address, count))
        else:
            invoke(context, "__symheap_scanned_from", (address, count, length))

    only_if(context, done, write)


def _fits(context: Context, name: str, stored: Stored, given: CType) -> None:
    """Refuse a target whose size differs from that of its conversion."""
    target = given.target if isinstance(given, Pointer) else given
    size = 1 if isinstance(target, Void) else context.types.size(target)
    expected = 1 if stored.is_text or stored.kind == "c" else stored.size
    if not isinstance(given, Pointer) or size != expected:
        raise context.unsupported(f"%{stored.kind} of {name} into a {given}")


def _stored(context: Context, text: bytes) -> Iterator[Stored]:
    at = text.find(b"%")
    while at >= 0:
        match = _CONVERSION.match(text, at)
        if match is None:
            raise context.unsupported("a format that ends in the middle of a conversion")
        kind, length = match["kind"].decode("latin-1")[0], (match["length"] or b"").decode()
        if kind != "%" and not match["skip"]:
            yield Stored(kind, _size(context, kind, length, match["width"]))
        at = text.find(b"%", match.end())


def _size(context: Context, kind: str, length: str, width: bytes | None) -> int:
    if kind in _INTEGERS and length != "L":
        return integer_size(context, length)
    if kind in _REALS and length in ("", "l", "L"):
        return {"": 4, "l": 8, "L": 16}[length]
    if kind == "p" and not length:
        return context.types.model.pointer
    if kind in "c[s" and not length:
        return int(width) if width else (1 if kind == "c" else _MOST)
    raise context.unsupported(f"the conversion %{length}{kind} of a format")
