"""What a result takes for granted, as text: one line, or one for each assumption."""

from __future__ import annotations

from collections.abc import Iterable

from symheap.report.labels import printable


def assumed(found: Iterable[str], *, foremost: Iterable[str] = (), listed: bool = False) -> str:
    """The assumptions, each once, and `listed` on a line of their own.

    Else they are one line, with those that are `foremost`, or the first alone, and the number of all.
    """
    every = [*dict.fromkeys(found)]
    first = [text for text in dict.fromkeys(foremost) if text in every] or every[:1]
    if listed or len(first) == len(every):
        return "".join(f"assuming: {printable(text)}\n" for text in every)
    return f"assuming: {printable('; '.join(first))}; … ({len(every)} assumptions; --assumptions lists them)\n"
