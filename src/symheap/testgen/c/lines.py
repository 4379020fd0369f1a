"""Source positions in generated C: marks in the text, which become ``#line`` where the line numbers do not agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from symheap.core.source import Position

_MARK: Final = re.compile(r"#line (?P<line>\d+) (?P<file>\".*\")")
_NEAR: Final = 6
"""Up to this many empty lines are inserted instead of a ``#line``."""


def mark(position: Position) -> str:
    """Return a mark: the text after it belongs to a line of the source."""
    file = position.file.replace("\\", "\\\\").replace('"', '\\"')
    return f'\n#line {position.line} "{file}"\n'


def settled(text: str) -> str:
    """Return the text with one line for each marked source line, and with as few ``#line`` directives as possible."""
    at = ("", 0)
    lines: list[str] = []
    for place, line in _joined(text):
        if place[0] == at[0] and 0 < place[1] - at[1] <= _NEAR:
            lines += [""] * (place[1] - at[1] - 1)
        elif place != ("", 0):
            lines.append(f"#line {place[1]} {place[0]}")
        lines.append(line)
        at = place
    return "\n".join(lines) + "\n"


def _joined(text: str) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield lines with their positions; unmarked text belongs to the line before."""
    place = ("", 0)
    parts: list[str] = []
    for line in text.split("\n"):
        mark_match = _MARK.fullmatch(line)
        if mark_match is not None:
            here = (mark_match["file"], int(mark_match["line"]))
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
