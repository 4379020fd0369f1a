"""Formats of ``printf``: the arguments that each conversion expects, and the memory that it reads and writes.

An argument of another type than its conversion expects is refused: its effect is undefined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from symheap.lang.c.front.types import CType, Floating, Integer, Pointer
from symheap.lang.c.library.checks import invoke, literal
from symheap.lang.c.library.lengths import ANY, NONE, Range, conversion_range, text_range, widened
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import Expression, Number
from symheap.memory.ir import Fill, Store

LENGTHS: Final = rb"hh|h|ll|l|q|j|z|t|L"
_CONVERSION: Final = re.compile(
    rb"%(?P<flags>[-+ #0']*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|-?\d*))?(?P<length>" + LENGTHS + rb")?(?P<kind>.)",
    re.DOTALL,
)
_INTEGERS: Final = b"diouxX"
_REALS: Final = b"aAeEfFgG"
_INT: Final = 4


class FormatArgument(NamedTuple):
    """An argument that a format expects, and the length of the text before it.

    `precision_at` is the index of the argument that holds the precision; `width_at` that of the one with the width.
    """

    kind: str
    length: str
    before: Range = NONE
    flags: str = ""
    width: int | None = None
    width_at: int | None = None
    precision: int | None = None
    precision_at: int | None = None

    def __str__(self) -> str:
        return f"%{self.length}{self.kind}"


class Written(NamedTuple):
    """Length of the text that a format writes: a range of bytes plus the lengths of the strings at the addresses."""

    known: Range
    strings: tuple[Expression, ...] = ()


def format_arguments(context: Context, text: Value, arguments: tuple[Value, ...]) -> Written:
    """Emit the effect of a format on its arguments, and return the length of its text.

    Law: a null or dangling argument of %s or %n is an error of the call.
    """
    data = literal(context, text.expression)
    if data is None:
        if arguments:
            raise context.unsupported("a format that is not a constant")
        invoke(context, "__symheap_plain", (text.expression,))
        return Written(ANY)
    conversions = list(_wanted(context, data))
    if len(conversions) - 1 > len(arguments):
        raise context.unsupported("a format with fewer arguments than it names")
    written = Written(conversions[-1].before)
    for each, argument in zip(conversions[:-1], arguments, strict=False):
        _fits(context, each, argument.type)
        if each.kind == "n":
            known = written.known.plus(each.before)
            _counts(context, each, argument.expression, Written(known, written.strings))
        elif each.kind == "s":
            _reads(context, each, argument.expression, arguments)
        written = _longer(context, written, each, argument.expression)
    return written


def _counts(context: Context, wanted: FormatArgument, address: Expression, written: Written) -> None:
    """Emit the write of %n: the length of the text so far, or a number that is not worked out."""
    size = integer_size(context, wanted.length)
    if written.known.least == written.known.most and not written.strings:
        context.emit(Store(address, fold.number(written.known.least, size), context.position))
    else:
        context.emit(Fill(address, None, context.count(size), context.position, "printf"))


def _longer(context: Context, written: Written, wanted: FormatArgument, argument: Expression) -> Written:
    """Return the length after one more conversion: lower bounds are added up, and so are upper bounds."""
    known = written.known.plus(wanted.before)
    if wanted.kind in ("*", "n"):
        return Written(known, written.strings)
    if wanted.kind == "s":
        data = literal(context, argument)
        is_plain = wanted.precision is None and wanted.precision_at is None
        if data is None and is_plain and wanted.width is None and wanted.width_at is None:
            return Written(known, (*written.strings, argument))
        added = ANY if data is None or wanted.precision_at is not None else text_range(len(data[: wanted.precision]))
    elif wanted.precision_at is not None:
        added = ANY
    else:
        size = integer_size(context, wanted.length)
        added = conversion_range(wanted.kind, wanted.length, size, wanted.flags, wanted.precision)
    added = widened(added, wanted.width, is_known=wanted.width_at is None)
    return Written(known.plus(added), written.strings)


def _reads(context: Context, wanted: FormatArgument, address: Expression, arguments: tuple[Value, ...]) -> None:
    """Emit the reads of %s.  A precision limits the number of bytes read; a negative one is ignored."""
    most: Expression | None = None if wanted.precision is None else Number(wanted.precision, _INT)
    if wanted.precision_at is not None:
        most = arguments[wanted.precision_at].expression
    if most is not None:
        invoke(context, "__symheap_text", (address, most))
    elif literal(context, address) is None:
        invoke(context, "__symheap_string", (address,))


def _fits(context: Context, wanted: FormatArgument, given: CType) -> None:
    """Refuse an argument whose type differs from the one that the format states."""
    if wanted.kind in "snp":
        fits = isinstance(given, Pointer)
    elif wanted.kind in _REALS.decode():
        fits = isinstance(given, Floating) and (given.name == "long double") == (wanted.length == "L")
    else:
        size = max(_INT, integer_size(context, wanted.length))
        fits = isinstance(given, Integer) and max(_INT, given.size) == size
    if wanted.kind == "n" and isinstance(given, Pointer) and isinstance(given.target, Integer):
        fits = given.target.size == integer_size(context, wanted.length)
    if not fits:
        raise context.unsupported(f"{wanted} with an argument of type {given}")


def integer_size(context: Context, length: str) -> int:
    """Return the size of the integer that a length modifier names."""
    word = context.types.model.pointer
    return {"hh": 1, "h": 2, "l": word, "ll": 8, "q": 8, "j": 8, "z": word, "t": word}.get(length, _INT)


def _wanted(context: Context, text: bytes) -> Iterator[FormatArgument]:
    """Yield the arguments that a format expects, in order: a star is an int of its own.

    The last item marks the end.
    """
    start, index, before = 0, 0, NONE
    while (at := text.find(b"%", start)) >= 0:
        match = _CONVERSION.match(text, at)
        if match is None:
            raise context.unsupported("a format that ends in the middle of a conversion")
        before = before.plus(text_range(at - start))
        start = match.end()
        stars: dict[str, int] = {}
        for part in ("width", "precision"):
            if match[part] == b"*":
                yield FormatArgument("*", "")
                stars[part] = index
                index += 1
        kind, length = match["kind"].decode("latin-1"), (match["length"] or b"").decode()
        if kind in "%m":
            before = before.plus(text_range(1) if kind == "%" else ANY)
            continue
        _known(context, kind, length)
        width = None if match["width"] in (None, b"*") else int(match["width"])
        numbers = (width, stars.get("width"), _precision(match["precision"]), stars.get("precision"))
        yield FormatArgument(kind, length, before, match["flags"].decode(), *numbers)
        index, before = index + 1, NONE
    yield FormatArgument("", "", before.plus(text_range(len(text) - start)))


def _precision(text: bytes | None) -> int | None:
    """Return the precision that the format states, if any; a lone point is zero, and a negative one is ignored."""
    if text is None or text == b"*" or text.startswith(b"-"):
        return None
    return int(text or b"0")


def _known(context: Context, kind: str, length: str) -> None:
    integer, real = kind in _INTEGERS.decode() + "n", kind in _REALS.decode()
    if kind == "$":
        raise context.unsupported("a format that numbers its arguments")
    if not (integer or real or kind in "csp"):
        raise context.unsupported(f"the conversion %{length}{kind} of a format")
    if (length and kind in "csp") or (length == "L" and integer) or (real and length not in ("", "l", "L")):
        raise context.unsupported(f"the conversion %{length}{kind} of a format")
