"""Literals: plain values and texts as Java source, in ASCII.

Rule: JLS 3.10 (literals), 3.3 (Unicode escapes are read before anything else, so no line end is written as one)
"""

from __future__ import annotations

import math
from typing import Final

from symheap.core.model import Plain
from symheap.core.printing import constant
from symheap.core.terms import F32, F64
from symheap.core.theories.ieee import NAN32, NAN64, reader
from symheap.testgen.code import Code, TypeName

NULL: Final[Code] = ("null",)

_ESCAPES: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", "\\": "\\\\"}
_WRAPPERS: Final = {"I": "Integer", "J": "Long", "F": "Float", "D": "Double"}
_EXTREMES: Final = {
    "I": {-(1 << 31): "MIN_VALUE", (1 << 31) - 1: "MAX_VALUE"},
    "J": {-(1 << 63): "MIN_VALUE", (1 << 63) - 1: "MAX_VALUE"},
}


def literal(descriptor: str, value: Plain, *, assigned: bool = False) -> Code:
    """Return an expression of exactly that primitive type.

    If it is `assigned` to a variable or an element of the type, a small number needs no cast.
    """
    match descriptor:
        case "Z":
            return ("true" if value else "false",)
        case "C":
            return (f"'{_escaped(chr(int(value) & 0xFFFF), chr(39))}'",)
        case "B" | "S":
            text = str(int(value))
            cast = "byte" if descriptor == "B" else "short"
            return (text if assigned else f"({cast}) {text}",)
        case "F" | "D":
            return _floating(descriptor, int(value))
    extreme = _EXTREMES[descriptor].get(int(value))
    if extreme is not None:
        return _wrapper(descriptor), f".{extreme}"
    return (f"{int(value)}L" if descriptor == "J" else str(int(value)),)


def text_literal(text: str) -> Code:
    """Return a string literal; UTF-16 code units that are not plain characters are escaped."""
    return (f'"{_escaped(text, chr(34))}"',)


def units(text: str) -> str:
    """Return the text with one character for each UTF-16 code unit."""
    raw = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(raw[i] | raw[i + 1] << 8) for i in range(0, len(raw), 2))


def _escaped(text: str, quote: str) -> str:
    return "".join(_unit(c, quote) for c in units(text))


def _unit(c: str, quote: str) -> str:
    if c == quote:
        return "\\" + c
    return _ESCAPES.get(c) or (c if " " <= c <= "~" else f"\\u{ord(c):04x}")


def _wrapper(descriptor: str) -> TypeName:
    return TypeName(f"Ljava/lang/{_WRAPPERS[descriptor]};")


def _floating(descriptor: str, bits: int) -> Code:
    """Return the shortest decimal number that is rounded to these bits; an unusual NaN is written by its bits."""
    wide = descriptor == "D"
    number = reader(64 if wide else 32)(bits)
    if number != number and bits != (NAN64 if wide else NAN32):
        function = ".longBitsToDouble(0x" if wide else ".intBitsToFloat(0x"
        return _wrapper(descriptor), f"{function}{bits & ((1 << (64 if wide else 32)) - 1):x}{'L)' if wide else ')'}"
    if number != number:
        return _wrapper(descriptor), ".NaN"
    if math.isinf(number):
        return _wrapper(descriptor), ".POSITIVE_INFINITY" if number > 0 else ".NEGATIVE_INFINITY"
    return (constant(bits, F64 if wide else F32) + ("" if wide else "f"),)
