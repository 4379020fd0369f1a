"""Labels come from user programs: escape, measure and wrap them."""

from __future__ import annotations

import re
import textwrap
import unicodedata

ELLIPSIS = "…"
_CONNECTIVE = re.compile(r"(?<=&&|\|\|) ")


def printable(text: str, *, newlines: bool = False, ascii_only: bool = False) -> str:
    """Escape every character of `text` that controls a terminal, or hides, reorders or breaks text.

    The result is printable in Python's sense; newlines are kept if `newlines` is set.
    """
    if text.isprintable() and (not ascii_only or text.isascii()):
        return text
    return "".join(c if newlines and c == "\n" else _shown(c, ascii_only) for c in text)


def _shown(c: str, ascii_only: bool) -> str:
    hidden = not c.isprintable() or (ascii_only and not c.isascii())
    return c.encode("unicode_escape").decode("ascii") if hidden else c


def width(text: str) -> int:
    """Return the number of cells that the text takes in a fixed-width font."""
    return sum(_cells(c) for c in text)


def _cells(c: str) -> int:
    if unicodedata.combining(c):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def lines(label: str, columns: int, rows: int) -> tuple[str, ...]:
    """Wrap a label to at most `rows` lines of about `columns` characters; an ellipsis marks omitted text.

    A guard is broken after ``&&`` or ``||`` where possible.
    """
    wrapped: list[str] = []
    for line in printable(label, newlines=True).split("\n"):
        wrapped += _wrapped(line, columns)
    if len(wrapped) > rows:
        return (*wrapped[: rows - 1], wrapped[rows - 1][: columns - 1] + ELLIPSIS)
    return tuple(wrapped)


def _wrapped(line: str, columns: int) -> list[str]:
    wrapped = [""]
    for piece in _CONNECTIVE.split(line):
        joined = f"{wrapped[-1]} {piece}".lstrip()
        if len(joined) <= columns:
            wrapped[-1] = joined
            continue
        parts = textwrap.wrap(piece, columns, break_on_hyphens=False) or [""]
        wrapped = [*wrapped, *parts] if wrapped[-1] else parts if len(wrapped) == 1 else [*wrapped[:-1], *parts]
    return wrapped
