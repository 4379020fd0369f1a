"""Constants as written in the source."""

from __future__ import annotations

import re
from typing import Final

from pycparser import c_ast

from symheap.lang.c.front.floats import encode, parse_float
from symheap.lang.c.front.types import Integer
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Value

_ESCAPE: Final = re.compile(
    r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)|([^\\])",
    re.DOTALL,
)
_SIMPLE: Final = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "E": 27}
_WIDE: Final = {"L": "int", "u": "unsigned short", "U": "unsigned int"}
_PIECE: Final = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)


def literal(context: Context, node: c_ast.Constant) -> Value:
    """Evaluate a number or a character."""
    text, kind = str(node.value), str(node.type)
    if kind == "bool":
        return Value(fold.number(int(text == "true"), 1), context.types.integers["_Bool"])
    if kind == "char":
        return _character(context, text)
    if kind in {"float", "double", "long double"}:
        ctype = context.types.floats[kind]
        return Value(encode(parse_float(text), ctype), ctype)
    if not kind.endswith("int"):
        raise context.unsupported(f"the constant {text}", node)
    return _integer(context, text)


def _integer(context: Context, text: str) -> Value:
    """Return an integer constant with the first type of its list that can hold it."""
    if "'" in text[:2]:
        return _character(context, text)
    digits = text.replace("'", "").lower()
    body = digits.rstrip("ul")
    suffix = digits[len(body) :]
    decimal = not body.startswith("0") or body == "0"
    base = 16 if body.startswith("0x") else 2 if body.startswith("0b") else 10 if decimal else 8
    value = int(body, base)
    rank = 3 + suffix.count("l")
    for ctype in context.types.integers.values():
        if ctype.rank < rank or (ctype.signed and "u" in suffix):
            continue
        if not ctype.signed and "u" not in suffix and decimal:
            continue
        if value < 1 << (8 * ctype.size - int(ctype.signed)):
            return Value(fold.number(value, ctype.size), ctype)
    raise context.wrong(f"the constant {text} is too large")


def _character(context: Context, text: str) -> Value:
    prefix, body = text.split("'", 1)
    units = code_units(body[:-1])
    if prefix:
        if prefix not in _WIDE:
            raise context.unsupported(f"a character constant with the prefix {prefix}")
        ctype: Integer = context.types.integers[_WIDE[prefix]]
        if len(units) != 1:
            raise context.unsupported(f"a constant of {len(units)} characters with the prefix {prefix}")
        return Value(fold.number(int.from_bytes(encoded(units, ctype.size), "little"), ctype.size), ctype)
    data = encoded(units, 1)
    if len(data) == 1:
        return Value(fold.number(fold.number(data[0], 1).value, 4), context.types.int)
    return Value(fold.number(int.from_bytes(data[-4:], "big"), 4), context.types.int)


def code_units(body: str) -> list[int]:
    """Return the characters of a literal without quotes; a number -1 - n stands for a numeric escape of value n."""
    units: list[int] = []
    for escape, plain in _ESCAPE.findall(body):
        if plain:
            units.append(ord(plain))
        elif escape[0] in "uU":
            units.append(int(escape[1:], 16))
        elif escape[0] == "x" and len(escape) > 1:
            units.append(-1 - int(escape[1:], 16))
        elif escape[0] in "01234567":
            units.append(-1 - int(escape, 8))
        else:
            units.append(_SIMPLE.get(escape, ord(escape)))
    return units


def encoded(units: list[int], size: int) -> bytes:
    """Encode characters as UTF-8 or as units of `size` bytes; numeric escapes keep their value."""
    parts: list[bytes] = []
    for unit in units:
        if unit < 0:
            parts.append(((-1 - unit) & ((1 << (8 * size)) - 1)).to_bytes(size, "little"))
        elif size == 1:
            parts.append(chr(unit).encode("utf-8", "surrogateescape"))
        else:
            parts.append((unit & ((1 << (8 * size)) - 1)).to_bytes(size, "little"))
    return b"".join(parts)


def string_bytes(context: Context, node: c_ast.Constant) -> tuple[bytes, Integer]:
    """Return the bytes of a string literal, with its terminating zero, and the type of its elements."""
    text = str(node.value)
    prefix = text[: text.index('"')]
    element = context.types.integers[_WIDE.get(prefix, "char")]
    units = [unit for piece in _PIECE.findall(text) for unit in code_units(piece)]
    return encoded(units, element.size) + bytes(element.size), element
