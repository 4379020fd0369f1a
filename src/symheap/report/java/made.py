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
    """Return ``Integer.valueOf(n)`` for a choice among cached boxes by the value of n; None for any other term."""
    asked: Term | None = None
    boxed: set[tuple[str, str]] = set()
    while value.op is Op.ITE:
        condition, box, other = value.args
        chosen = _equated(condition)
        if chosen is None or not isinstance(other, Term) or (asked is not None and chosen[0] is not asked):
            return None
        asked, number = chosen
        match = _BOX.fullmatch(write(box))
        if match is None or match[2] != str(number):
            return None
        boxed.add((match[1], match[2]))
        value = other
    last = _BOX.fullmatch(write(value))
    if asked is None or last is None or (last[1], last[2]) in boxed or {name for name, _ in boxed} != {last[1]}:
        return None
    return f"{last[1]}.valueOf({write(asked)})"


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
