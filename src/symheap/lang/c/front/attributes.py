"""The attributes of a source text, by the place of the name or the brace that they belong to.

The lexer removes all attributes from the source.  It drops the harmless ones and stores the others here; lowering asks
for those of each declaration.  An attribute that is never asked for is refused with the function or the file around it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from symheap.core.source import Position

Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute; `name` is without underscores, `body` the place of the function body around it, or None."""

    name: str
    arguments: str
    position: Position
    body: Place | None = None

    def __str__(self) -> str:
        return f"the attribute {self.name}"


@dataclass(eq=False)
class Attributes:
    """All attributes that are not harmless.

    `packs` maps records to the largest alignment that ``#pragma pack`` allows in them.
    """

    places: dict[Place, list[Attribute]] = field(default_factory=dict)
    packs: dict[Place, int] = field(default_factory=dict)
    refused: list[tuple[str, Position, Place | None]] = field(default_factory=list)
    _asked: set[Attribute] = field(default_factory=set)

    def note(self, place: Place, attributes: Iterable[Attribute]) -> None:
        self.places.setdefault(place, []).extend(attributes)

    def refuse(self, reason: str, position: Position, body: Place | None) -> None:
        """Refuse something that belongs to no declaration and that may change the meaning of the text around it."""
        self.refused.append((reason, position, body))

    def of(self, *coords: object) -> tuple[Attribute, ...]:
        """Return the attributes of a declaration, given the places of its names."""
        attributes = dict.fromkeys(each for coord in coords for each in self.places.get(place_of(coord), ()))
        self._asked.update(attributes)
        return tuple(attributes)

    def pack(self, coord: object) -> int | None:
        return self.packs.get(place_of(coord))

    def refusal(self, body: object | None) -> tuple[str, Position] | None:
        """Return the first construct that is not supported in a function body, or outside of all bodies."""
        inside = None if body is None else place_of(body)
        for reason, position, where in self.refused:
            if where == inside:
                return reason, position
        noted = (each for attributes in self.places.values() for each in attributes)
        lost = next((each for each in noted if each.body == inside and each not in self._asked), None)
        return None if lost is None else (str(lost), lost.position)


def place_of(coord: object) -> Place:
    return (getattr(coord, "file", ""), getattr(coord, "line", 0), getattr(coord, "column", None) or 0)
