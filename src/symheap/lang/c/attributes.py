"""The attributes of GNU C that change layouts, by the place of the name that they belong to.

The lexer takes all attributes out of the source; ``packed`` and ``aligned`` it writes down here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

_BIGGEST: Final = 16
_NUMBER: Final = re.compile(r"\d+|0[xX][0-9a-fA-F]+")

Place = tuple[str, int, int]


@dataclass(eq=False)
class Attributes:
    packed: set[Place] = field(default_factory=set)
    aligned: dict[Place, int] = field(default_factory=dict)

    def note(self, place: Place, text: str) -> None:
        """What stands between the parentheses of an ``__attribute__`` belongs to the name at `place`."""
        words = re.findall(r"[A-Za-z_]\w*|\d\w*|[()]", text)
        for index, word in enumerate(words):
            name = word.strip("_")
            if name == "packed":
                self.packed.add(place)
            elif name == "aligned":
                argument = words[index + 2] if words[index + 1 : index + 2] == ["("] else ""
                value = int(argument, 0) if _NUMBER.fullmatch(argument) else _BIGGEST
                self.aligned[place] = max(value, self.aligned.get(place, 1))

    def is_packed(self, coord: object) -> bool:
        return _place(coord) in self.packed

    def alignment(self, coord: object) -> int:
        return self.aligned.get(_place(coord), 1)


def _place(coord: object) -> Place:
    return (getattr(coord, "file", ""), getattr(coord, "line", 0), getattr(coord, "column", None) or 0)
