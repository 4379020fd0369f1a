"""Points of a program: where control is, with the calls that have not returned."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """A call that has not returned: where, in which function and block, and behind which command it goes on."""

    function: str
    label: str
    index: int


@dataclass(frozen=True, slots=True)
class Point:
    """Where control is: the calls that have not returned, outermost first, and the next command."""

    stack: tuple[Site, ...]
    function: str
    label: str
    index: int = 0

    @property
    def depth(self) -> int:
        return len(self.stack)
