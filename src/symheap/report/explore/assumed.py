"""The assumptions behind a result as text: one line in total, or one line each."""

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


def about_the_program(assumptions: Iterable[str]) -> list[str]:
    """Return the assumptions that depend on the Java program, without those made of every program."""
    return [text for text in assumptions if _ABOUT_THE_PROGRAM.match(text)]


def assumed(assumptions: Iterable[str], *, foremost: Iterable[str] = (), listed: bool = False) -> str:
    """Format the assumptions, each once; with `listed`, one per line.

    Otherwise they are one line with the first `foremost` ones (or else the very first), and the total number.
    """
    every = [*dict.fromkeys(assumptions)]
    first = [*islice((text for text in dict.fromkeys(foremost) if text in every), _MOST_FOREMOST)] or every[:1]
    if listed or len(first) == len(every):
        return "".join(f"assuming: {printable(text)}\n" for text in every)
    return f"assuming: {printable('; '.join(first))}; … ({len(every)} assumptions; --assumptions lists them)\n"
