"""What C programs may hold that symheap does not understand."""

from __future__ import annotations

from symheap.core.source import Position


class Unsupported(Exception):
    """A construct that is refused where it stands; the program around it is still lowered."""

    def __init__(self, reason: str, position: Position) -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position


class IncompleteType(Exception):
    """The size of a type that is not defined was needed."""


class RefusedType(IncompleteType):
    """The layout of a type was needed whose definition is not understood."""


class NotConstant(Exception):
    """An expression that had to be constant, and is not."""
