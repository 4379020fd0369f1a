"""The effect of a declaration's attributes: alignments, and the types that ``mode`` chooses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from symheap.lang.c.front.attributes import Attribute
from symheap.lang.c.front.errors import Unsupported
from symheap.lang.c.front.parse import parse_expression
from symheap.lang.c.front.scopes import Typedef
from symheap.lang.c.front.types import CType, Floating, Integer
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.dispatch import constant_number

BIGGEST_ALIGNMENT: Final = 16
"""Alignment of ``aligned`` without an argument, on x86."""

_INTEGERS: Final = {"QI": 1, "byte": 1, "HI": 2, "SI": 4, "DI": 8, "TI": 16}
_FLOATS: Final = {"SF": "float", "DF": "double", "XF": "long double", "TF": "_Float128"}
_POINTERS: Final = frozenset({"word", "pointer", "unwind_word"})


def understood(found: Iterable[Attribute], allowed: frozenset[str]) -> tuple[Attribute, ...]:
    """Return the attributes; raise `Unsupported` if one of them is not implemented for this kind of declaration."""
    kept = tuple(found)
    for each in kept:
        if each.name not in allowed:
            raise Unsupported(
                f"the assembler name {each.arguments}" if each.name == "asm" else str(each), each.position
            )
    return kept


def has(found: Iterable[Attribute], name: str) -> bool:
    return any(each.name == name for each in found)


def alignment(context: Context, found: Iterable[Attribute]) -> int | None:
    """Return the largest alignment that ``aligned`` asks for."""
    asked = [_alignment(context, each) for each in found if each.name == "aligned"]
    return max(asked) if asked else None


def _alignment(context: Context, attribute: Attribute) -> int:
    if not attribute.arguments:
        return BIGGEST_ALIGNMENT
    value = argument_number(context, attribute, attribute.arguments)
    if value < 1 or value & (value - 1):
        raise Unsupported(f"the alignment {value}", attribute.position)
    return value


def argument_number(context: Context, attribute: Attribute, text: str) -> int:
    """Evaluate a constant expression in the argument of an attribute."""
    names = dict.fromkeys(re.findall(r"[A-Za-z_]\w*", text))
    typedefs = [name for name in names if isinstance(context.scope.find(name), Typedef)]
    position = context.position
    number = constant_number(context, parse_expression(text, typedefs, attribute.position))
    context.position = position
    return number


def with_mode(context: Context, ctype: CType, found: Iterable[Attribute]) -> CType:
    """Return `ctype`, or the type of the same kind that ``mode`` asks for."""
    for each in found:
        if each.name != "mode":
            continue
        mode = each.arguments.strip().strip("_")
        pointer = context.types.model.pointer
        size = pointer if mode in _POINTERS else _INTEGERS.get(mode)
        if isinstance(ctype, Integer) and size is not None and ctype.rank > 0:
            ctype = _integer(context, size, ctype.signed)
        elif isinstance(ctype, Floating) and mode in _FLOATS:
            ctype = context.types.floats[_FLOATS[mode]]
        else:
            raise Unsupported(f"the mode {mode} of {ctype}", each.position)
    return ctype


def _integer(context: Context, size: int, signed: bool) -> Integer:
    names = {1: "char", 2: "short", 4: "int", 8: "long" if context.types.model.pointer == 8 else "long long"}
    sign = "signed " if signed and size == 1 else "" if signed else "unsigned "
    return context.types.integers[f"{sign}{names.get(size, '__int128')}"]
