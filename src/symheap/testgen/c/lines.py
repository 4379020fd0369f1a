"""Places in generated C: marks in the text, which become ``#line`` where lines do not agree on their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from symheap.core.source import Position

_MARK: Final = re.compile(r"#line (?P<line>\d+) (?P<file>\".*\")")
_NEAR: Final = 6
"""So many empty lines are easier to read than a ``#line``."""


def mark(position: Position) -> str:
    """The text after this is that of a line of the source."""
    file = position.file.replace("\\", "\\\\").replace('"', '\\"')
    return f'\n#line {position.line} "{file}"\n'


def settled(text: str) -> str:
    """The text with one line for each line of the source that it has a mark of, and as few marks as say so."""
    at = ("", 0)
    found: list[str] = []
    for place, line in _joined(text):
        if place[0] == at[0] and 0 < place[1] - at[1] <= _NEAR:
            found += [""] * (place[1] - at[1] - 1)
        elif place != ("", 0):
            found.append(f"#line {place[1]} {place[0]}")
        found.append(line)
        at = place
    return "\n".join(found) + "\n"


def _joined(text: str) -> Iterator[tuple[tuple[str, int], str]]:
    """Lines with their places; what has no mark of its own belongs to the line before."""
    place = ("", 0)
    parts: list[str] = []
    for line in text.split("\n"):
        found = _MARK.fullmatch(line)
        if found is not None:
            here = (found["file"], int(found["line"]))
            if here != place and parts:
                yield place, " ".join(parts)
                parts = []
            place = here
        elif line.startswith("#"):
            yield place, " ".join(parts)
            yield place, line
            parts = []
        elif line.strip():
            parts.append(line.strip())
    yield place, " ".join(parts)
