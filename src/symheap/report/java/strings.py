"""Format strings that a path of a Java program created; unknown parts are in angle brackets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symheap.core.contents import table_items
from symheap.core.operators import EXTENSIONS
from symheap.core.terms import Op, Term, Value
from symheap.objects.host import Part, Shown
from symheap.report.formats.notation import LONGEST_STRING, Read, escaped, quoted, written

Write = Callable[[Value], str]


def string_text(write: Write, ref: Term, read: Read) -> str | None:
    """Return a string of known length with contents of its own; None for any other.  Rule: JEP 254"""
    value = read(ref, "value")
    contents, length = read(value, "[]"), read(value, "length")
    if not isinstance(contents, Term) or not isinstance(length, int) or length > 2 * LONGEST_STRING:
        return None
    units = _units(contents, length)
    if units is None:
        return None
    width = 2 if read(ref, "coder") == 1 else 1
    return f'"{"".join(_character(write, units[at : at + width]) for at in range(0, length, width))}"'


def _units(contents: Term, length: int) -> list[Value] | None:
    base = contents.args[0] if contents.op is Op.TABLE else contents
    if not isinstance(base, Term) or base.op is not Op.FILLED:
        return None
    known = dict(table_items(contents)) if contents.op is Op.TABLE else {}
    return [known.get(at, base.args[0]) for at in range(length)]


def _character(write: Write, units: Sequence[Value]) -> str:
    code = 0
    for at, unit in enumerate(units):
        if isinstance(unit, Term):
            return f"‹{write(unit)}›"
        code |= (unit & 0xFF) << (8 * at)
    return escaped(chr(code))


def joined_text(write: Write, parts: Sequence[Part]) -> str:
    """Return a concatenated string that no path has read, as an expression: ``"sum: " + x``."""
    return " + ".join(_part(write, part) for part in parts)


def _part(write: Write, part: Part) -> str:
    if isinstance(part, str):
        return quoted(part)
    if isinstance(part, Shown):
        cell = part.cell
        while isinstance(cell, Term) and cell.op in EXTENSIONS:
            cell = cell.args[0]
        if isinstance(cell, Term):
            return write(cell)
        return written(part.kind, cell).partition(" (")[0] if isinstance(cell, int) else "…"
    return "…"
