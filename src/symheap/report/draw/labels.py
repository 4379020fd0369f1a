"""Labels come from other people's programs: what may be shown of them, how wide it is, where it breaks."""

from __future__ import annotations

import re
import textwrap
import unicodedata

ELLIPSIS = "…"
_CONNECTIVE = re.compile(r"(?<=&&|\|\|) ")


def printable(text: str, *, newlines: bool = False, ascii_only: bool = False) -> str:
    """`text` with every character that steers a terminal, hides, reorders or breaks lines shown as its escape.

    What is left is printable in Python's sense, and a newline if `newlines` says so.
    """
    if text.isprintable() and (not ascii_only or text.isascii()):
        return text
    return "".join(c if newlines and c == "\n" else _shown(c, ascii_only) for c in text)


def _shown(c: str, ascii_only: bool) -> str:
    hidden = not c.isprintable() or (ascii_only and not c.isascii())
    return c.encode("unicode_escape").decode("ascii") if hidden else c


def width(text: str) -> int:
    """How many cells of a fixed-width font the text takes."""
    return sum(_cells(c) for c in text)


def _cells(c: str) -> int:
    if unicodedata.combining(c):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def lines(label: str, columns: int, rows: int) -> tuple[str, ...]:
    """A label in at most `rows` lines of about `columns` characters; what is left out shows as an ellipsis.

    A guard is broken after ``&&`` or ``||`` where that is possible.
    """
    wrapped: list[str] = []
    for line in printable(label, newlines=True).split("\n"):
        wrapped += _wrapped(line, columns)
    if len(wrapped) > rows:
        return (*wrapped[: rows - 1], wrapped[rows - 1][: columns - 1] + ELLIPSIS)
    return tuple(wrapped)


def _wrapped(line: str, columns: int) -> list[str]:
    found = [""]
    for piece in _CONNECTIVE.split(line):
        joined = f"{found[-1]} {piece}".lstrip()
        if len(joined) <= columns:
            found[-1] = joined
            continue
        parts = textwrap.wrap(piece, columns, break_on_hyphens=False) or [""]
        found = [*found, *parts] if found[-1] else parts if len(found) == 1 else [*found[:-1], *parts]
    return found
