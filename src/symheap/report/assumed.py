"""What a result takes for granted, as text: one line, or one for each assumption."""

from __future__ import annotations

from collections.abc import Iterable

from symheap.report.labels import printable


def assumed(found: Iterable[str], *, listed: bool = False) -> str:
    """The assumptions, each once.  Unless they are to be `listed`, several are one line with their number."""
    every = [printable(text) for text in dict.fromkeys(found)]
    if listed or len(every) < 2:
        return "".join(f"assuming: {text}\n" for text in every)
    return f"assuming: {every[0]}; … ({len(every)} assumptions; --assumptions lists them)\n"
