"""Where an input symbol stands in the initial heap."""

from __future__ import annotations

from typing import Final


class Origin:
    """An access path: a root (a parameter, ``this``, ``Y0``) and the fields that lead from it.

    A symbol is named by its origin and by nothing else, never by a counter: runs repeat exactly, symbols of different
    heap models can be compared, and a concrete initial heap gives every symbol a value (`symheap.objects.concrete`).
    """

    __slots__ = ("field", "name", "parent")
    _known: Final[dict[str, Origin]] = {}

    parent: Origin | None
    field: str
    name: str

    @staticmethod
    def root(name: str) -> Origin:
        return Origin._of(name, None, name)

    def then(self, field: str) -> Origin:
        return Origin._of(f"{self.name}.{field}", self, field)

    @staticmethod
    def _of(name: str, parent: Origin | None, field: str) -> Origin:
        origin = Origin._known.get(name)
        if origin is None:
            origin = Origin()
            origin.name = name
            origin.parent = parent
            origin.field = field
            Origin._known[name] = origin
        return origin

    def steps(self) -> tuple[str, tuple[str, ...]]:
        """The root and the fields, in order."""
        fields: list[str] = []
        at = self
        while at.parent is not None:
            fields.append(at.field)
            at = at.parent
        return at.field, tuple(reversed(fields))

    def __repr__(self) -> str:
        return self.name
