"""What a result takes for granted, as text: one line, or one for each assumption."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final

from symheap.report.draw.labels import printable

_MOST_FOREMOST: Final = 3
_ABOUT_THE_PROGRAM: Final = re.compile(
    r"the initialiser of |--|no input is of |.* is null(?: in inputs)?: no class |.* is taken to be "
)


def about_the_program(found: Iterable[str]) -> list[str]:
    """The assumptions about a Java program that are not made of every one."""
    return [text for text in found if _ABOUT_THE_PROGRAM.match(text)]


def assumed(found: Iterable[str], *, foremost: Iterable[str] = (), listed: bool = False) -> str:
    """The assumptions, each once, and `listed` on a line of their own.

    Else they are one line, with the first that are `foremost`, or the first of all, and the number of all.
    """
    every = [*dict.fromkeys(found)]
    first = [*islice((text for text in dict.fromkeys(foremost) if text in every), _MOST_FOREMOST)] or every[:1]
    if listed or len(first) == len(every):
        return "".join(f"assuming: {printable(text)}\n" for text in every)
    return f"assuming: {printable('; '.join(first))}; … ({len(every)} assumptions; --assumptions lists them)\n"
