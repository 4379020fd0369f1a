"""Java expressions: one kind of node, its text, and the precedence of operators."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

NAME, LITERAL, FIELD, INDEX, CALL = "name", "literal", ".", "[]", "()"
NEW, NEW_ARRAY, ARRAY, CAST, INSTANCE = "new", "new[]", "new{}", "(T)", "instanceof"
CHOICE, COMPARE, OPAQUE, LAMBDA = "?:", "cmp", "…", "->"
LOCAL: Final = "local"
"""A local variable without a name in the source: `parts` is the value stored last, if known."""

BOOLEAN, CHAR, INT, LONG, FLOAT, DOUBLE = "Z", "C", "I", "J", "F", "D"

BINARY: Final = {
    "*": 12,
    "/": 12,
    "%": 12,
    "+": 11,
    "-": 11,
    "<<": 10,
    ">>": 10,
    ">>>": 10,
    "<": 9,
    ">": 9,
    "<=": 9,
    ">=": 9,
    INSTANCE: 9,
    "==": 8,
    "!=": 8,
    "&": 7,
    "^": 6,
    "|": 5,
    "&&": 4,
    "||": 3,
}
"""Binary operators and their precedence.  Rule: JLS 15"""

PREFIX: Final = ("!", "-", "~", "+", "++", "--")
POSTFIX: Final = ("++", "--")
ASSIGNMENTS: Final = ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=")
NEGATED: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

_UNARY, _POSTFIXED, _CHOICE, _ASSIGNMENT = 13, 14, 2, 1


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression: an operator, its operands, a name or a literal, and the descriptor of its type, if known.

    A prefix operator is ``pre`` before its sign, a postfix operator ``post``. The first operand of a call is its
    receiver, or `NOTHING` for a method called by its name alone. `start` and `end` are positions in a source.
    """

    op: str
    parts: tuple[Expression, ...] = ()
    text: str = ""
    type: str = ""
    start: int = -1
    end: int = -1

    def __str__(self) -> str:
        return printed(self)


NOTHING: Final = Expression("")
THIS: Final = Expression(NAME, text="this")
UNKNOWN: Final = Expression(OPAQUE)


def name(text: str, descriptor: str = "") -> Expression:
    return Expression(NAME, (), text, descriptor)


def literal(text: str, descriptor: str = "") -> Expression:
    return Expression(LITERAL, (), text, descriptor)


def typed_literal(value: Expression, descriptor: str) -> Expression:
    """Return a number as a literal of the required type: ``'a'``, ``true``."""
    if value.op != LITERAL or value.type != INT:
        return value
    number = int(value.text)
    if descriptor == BOOLEAN and number in (0, 1):
        return literal("true" if number else "false", BOOLEAN)
    if descriptor == CHAR:
        return literal(character(number), CHAR)
    return value


_ESCAPES: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", "\\": "\\\\", "'": "\\'"}


def character(number: int) -> str:
    """Return a character as in Java source."""
    unit = chr(number & 0xFFFF)
    shown = unit if unit.isprintable() else f"\\u{number & 0xFFFF:04x}"
    return f"'{_ESCAPES.get(unit, shown)}'"


def contains(value: Expression, op: str) -> bool:
    """Whether some part of an expression has the operator."""
    return value.op == op or any(contains(part, op) for part in value.parts)


_BOXES: Final = ("Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double")
_STRING: Final = "Ljava/lang/String;"


def without_boxing(value: Expression) -> Expression:
    """Return an expression without the calls that turn numbers into objects, which a compiler inserts."""
    parts = tuple(map(without_boxing, value.parts))
    if value.op == CALL and value.text == "valueOf" and len(parts) == 2 and parts[1].type != _STRING:
        of = parts[0]
        if of.op == NAME and of.text in _BOXES:
            return parts[1]
    return value if parts == value.parts else replace(value, parts=parts)


def negated(value: Expression) -> Expression | None:
    """Return the comparison that holds where this one does not; None for any other expression."""
    op = NEGATED.get(value.op)
    return None if op is None else replace(value, op=op)


# Text -----------------------------------------------------------------------------------------------------------------


def printed(value: Expression, above: int = 0) -> str:
    """Return the text of an expression, in parentheses if its precedence is below `above`."""
    binds, text = _written(value)
    return text if binds >= above else f"({text})"


def _written(value: Expression) -> tuple[int, str]:
    op, parts = value.op, value.parts
    if op in BINARY and len(parts) == 2:
        binds = BINARY[op]
        return binds, f"{printed(parts[0], binds)} {op} {printed(parts[1], binds + 1)}"
    if op.startswith("pre"):
        return _UNARY, f"{op[3:]}{printed(parts[0], _UNARY)}"
    if op.startswith("post"):
        return _POSTFIXED, f"{printed(parts[0], _POSTFIXED)}{op[4:]}"
    if op in ASSIGNMENTS:
        return _ASSIGNMENT, f"{printed(parts[0], _POSTFIXED)} {op} {printed(parts[1], _ASSIGNMENT)}"
    if op == CHOICE:
        asked, then, other = (printed(part, _CHOICE + 1) for part in parts)
        return _CHOICE, f"{asked} ? {then} : {other}"
    if op == INSTANCE:
        return BINARY[INSTANCE], f"{printed(parts[0], BINARY[INSTANCE])} instanceof {value.text}"
    if op == CAST:
        return _UNARY, f"({value.text}) {printed(parts[0], _UNARY)}"
    if op == COMPARE:
        return BINARY["-"], f"{printed(parts[0], 11)} - {printed(parts[1], 12)}"
    return _POSTFIXED, _primary(value)


def _primary(value: Expression) -> str:
    op, parts = value.op, value.parts
    if op == FIELD:
        return value.text if parts[0] == THIS else f"{printed(parts[0], _POSTFIXED)}.{value.text}"
    if op == INDEX:
        return f"{printed(parts[0], _POSTFIXED)}[{parts[1]}]"
    if op == CALL:
        called = f"{value.text}({_listed(parts[1:])})"
        return called if parts[0] in (NOTHING, THIS) else f"{printed(parts[0], _POSTFIXED)}.{called}"
    if op == NEW:
        return f"new {value.text}({_listed(parts)})"
    if op == NEW_ARRAY:
        base, _, rest = value.text.partition("[]")
        return f"new {base}{''.join(f'[{size}]' for size in parts)}{rest}"
    if op == ARRAY:
        return f"new {value.text} {{{_listed(parts)}}}"
    return value.text or OPAQUE


def _listed(parts: tuple[Expression, ...]) -> str:
    return ", ".join(map(printed, parts))
