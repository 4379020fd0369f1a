"""Write strings and boxes that a path returns as a Java programmer would: ``"a" + n``, ``Integer.valueOf(n)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from symheap.core.terms import Op, Term, Value
from symheap.lang.java.values.pseudo import JOINED
from symheap.lang.java.values.types import STRING
from symheap.objects.host import Part
from symheap.report.formats.notation import Read, written
from symheap.report.java.known_objects import BOXES
from symheap.report.java.strings import joined_text, string_text

Write = Callable[[Value], str]
VALUES: Final = BOXES | {STRING, JOINED}
"""Classes whose objects are known by their contents."""

_KINDS: Final = {"java.lang.Character": "C", "java.lang.Boolean": "Z", "java.lang.Long": "J"}
_KEPT: Final = {str(number) for number in range(-128, 128)}
"""The numbers whose boxes the JDK keeps.  Rule: JLS 5.1.7"""

_BOX: Final = re.compile(r"(\w+)\.valueOf\((-?\w+)\)")


def made_text(write: Write, ref: Term, read: Read, parts: Sequence[Part] | None) -> str | None:
    """Return an expression for a string or a box that the path created; None if its contents are not known."""
    name = ref.location.class_name
    if name == JOINED:
        return joined_text(write, parts) if parts is not None else None
    if name == STRING:
        return string_text(write, ref, read)
    value = read(ref, "value")
    if isinstance(value, Term):
        return f"{_simple(name)}.valueOf({write(value)})"
    if isinstance(value, bool | int):
        return f"{_simple(name)}.valueOf({written(_KINDS.get(name, ''), value).partition(' (')[0]})"
    return None


def chosen_box(write: Write, value: Term) -> str | None:
    """Return ``Integer.valueOf(n)`` for a choice by the value of n among all boxes that the JDK keeps.

    None for any other term: of a choice among fewer boxes, what the last one stands for is not known from the term.
    """
    asked: Term | None = None
    name, numbers = "", set[int]()
    while value.op is Op.ITE:
        condition, box, other = value.args
        equated, match = _equated(condition), _BOX.fullmatch(write(box))
        if equated is None or match is None or not isinstance(other, Term) or match[2] != str(equated[1]):
            return None
        if asked is not None and (equated[0] is not asked or match[1] != name):
            return None
        asked, name = equated[0], match[1]
        numbers.add(equated[1])
        value = other
    last = _BOX.fullmatch(write(value))
    if asked is None or last is None or last[1] != name or {*map(str, numbers), last[2]} != _KEPT:
        return None
    return f"{name}.valueOf({write(asked)})"


def _equated(condition: Value) -> tuple[Term, int] | None:
    """Return the term and the signed number that a condition equates."""
    if not isinstance(condition, Term) or condition.op is not Op.EQ:
        return None
    left, right = condition.args
    term, number = (right, left) if isinstance(right, Term) else (left, right)
    if not isinstance(term, Term) or isinstance(number, Term | bool) or not isinstance(number, int):
        return None
    return term, number


def _simple(class_name: str) -> str:
    return class_name.rpartition(".")[2]
