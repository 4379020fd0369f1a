"""Whether an expression of the source is the one that the compiled code computes.

The compiler adds what the source omits (``this.``, casts, boxes) and replaces constants by their values. Apart from
that, the two have the same shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from symheap.lang.java.words.expression import (
    ARRAY,
    BINARY,
    CALL,
    CAST,
    CHOICE,
    FIELD,
    INSTANCE,
    LITERAL,
    LOCAL,
    NAME,
    NOTHING,
    OPAQUE,
    THIS,
    Expression,
)

_UNBOXING: Final = frozenset(
    f"{kind}Value" for kind in ("int", "long", "short", "byte", "char", "boolean", "float", "double")
)
_MERGED: Final = frozenset({CHOICE, "&&", "||", "pre!", OPAQUE})
"""Operators whose value comes from several branches, which the compiled code does not show as one expression."""


Folded = Callable[[Expression, Expression], bool]
"""Whether a name of the source may stand for a literal of the compiled code."""


def never(source: Expression, code: Expression) -> bool:
    return False


def same(source: Expression, code: Expression, folded: Folded = never) -> bool:
    """Whether the source may have been compiled to this expression."""
    return _Comparison(folded).same(source, code)


class _Comparison:
    """Compares expressions from the top down."""

    def __init__(self, folded: Folded) -> None:
        self._folded = folded

    def same(self, source: Expression, code: Expression) -> bool:
        if code.op == CAST:
            return self.same(source.parts[0] if source.op == CAST else source, code.parts[0])
        if source.op == CAST:
            return self.same(source.parts[0], code)
        if _is_boxing(code) and not (source.op == CALL and source.text == code.text):
            return self.same(source, code.parts[-1])
        if code.op == LITERAL:
            return self._is_constant(source, code)
        if code.op in (OPAQUE, LOCAL):
            return source.op in _MERGED
        if source.op == NAME:
            return _names(source.text, code)
        if source.op in ("pre++", "pre--") and code.op == NAME:
            return self.same(source.parts[0], code)
        if code.op == CALL:
            return source.op == CALL and self._same_call(source, code)
        if source.op != code.op or (code.op in (FIELD, INSTANCE) and source.text != code.text):
            return False
        if code.op == FIELD and code.parts[0].op == NAME and not code.parts[0].type:
            return source.parts[0].text == "this" if code.parts[0] == THIS else source.parts[0].op in (NAME, FIELD)
        return self._all_same(source.parts, code.parts) if code.op != ARRAY else True

    def _same_call(self, source: Expression, code: Expression) -> bool:
        if source.text != code.text:
            return False
        receiver, code_receiver = source.parts[0], code.parts[0]
        if receiver == NOTHING:
            if code_receiver not in (NOTHING, THIS) and not _is_class(code_receiver):
                return False
        elif not (code_receiver == NOTHING or _is_class(code_receiver)) and not self.same(receiver, code_receiver):
            return False
        arguments = code.parts[1:]
        if arguments and arguments[-1].op == ARRAY and len(source.parts) != len(code.parts):
            arguments = (*arguments[:-1], *arguments[-1].parts)
        return self._all_same(source.parts[1:], arguments)

    def _all_same(self, source: Sequence[Expression], code: Sequence[Expression]) -> bool:
        return len(source) == len(code) and all(map(self.same, source, code))

    def _is_constant(self, source: Expression, code: Expression) -> bool:
        """Whether the compiler may have folded a source expression of names and literals to a number or a text."""
        if source.op == LITERAL:
            return source.text == code.text or value_of(source.text) == value_of(code.text) is not None
        if code.text == "null":
            return False
        if source.op in (NAME, FIELD):
            return source.text not in ("this", "length") and self._folded(source, code)
        is_operator = source.op in BINARY or source.op in ("pre-", "pre~", "pre+", "pre!")
        return is_operator and all(self._is_constant(p, code) or p.op == LITERAL for p in source.parts)


def _names(name: str, code: Expression) -> bool:
    """Whether the code is a variable, a field of this object, or a static field with that name."""
    if code.op == NAME:
        return code.text == name
    is_bare = code.op == FIELD and (code.parts[0] == THIS or _is_class(code.parts[0]))
    return is_bare and code.text == name


def _is_class(value: Expression) -> bool:
    return value.op == NAME and not value.type and value != THIS


def _is_boxing(code: Expression) -> bool:
    if code.op != CALL:
        return False
    if code.text in _UNBOXING and len(code.parts) == 1:
        return True
    return code.text == "valueOf" and len(code.parts) == 2 and _is_class(code.parts[0])


_ESCAPES: Final = {"n": 10, "t": 9, "r": 13, "b": 8, "f": 12, "s": 32}


def value_of(text: str) -> float | None:
    """Return the value of a number, a character or a truth value."""
    if text in ("true", "false"):
        return float(text == "true")
    if text[:1] == "'":
        return _character(text[1:-1])
    plain = text.replace("_", "").lower()
    sign, plain = (-1, plain[1:]) if plain[:1] == "-" else (1, plain)
    try:
        if plain.startswith(("0x", "0b")):
            return sign * int(plain.rstrip("l"), 16 if plain[1] == "x" else 2)
        if plain.isdigit() and len(plain) > 1 and plain[0] == "0":
            return sign * int(plain, 8)
        return sign * float(plain.rstrip("lfd"))
    except ValueError:
        return None


def _character(text: str) -> float | None:
    if text[:1] != "\\":
        return float(ord(text)) if len(text) == 1 else None
    if text[1:2] == "u":
        digits = text.lstrip("\\u")
        return float(int(digits, 16)) if re.fullmatch("[0-9a-fA-F]+", digits) else None
    if text[1:].isdigit():
        return float(int(text[1:], 8))
    return float(_ESCAPES.get(text[1:2], ord(text[1:2] or "\0")))
