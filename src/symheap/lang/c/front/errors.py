"""Exceptions for C constructs that symheap does not support."""

from __future__ import annotations

from symheap.core.source import Position


class Unsupported(Exception):
    """A construct that is refused where it stands; the program around it is still lowered."""

    def __init__(self, reason: str, position: Position) -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position


class IncompleteType(Exception):
    """Size of a type was needed that is not defined."""


class RefusedType(IncompleteType):
    """Layout of a type was needed whose definition is not supported."""


class NotConstant(Exception):
    """An expression that must be constant is not."""
