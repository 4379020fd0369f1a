"""Points of a program: the position of control, with the pending calls."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """A pending call: its function and block, and the command after which it continues."""

    function: str
    label: str
    index: int


@dataclass(frozen=True, slots=True)
class Point:
    """The position of control: the pending calls, outermost first, and the next command."""

    stack: tuple[Site, ...]
    function: str
    label: str
    index: int = 0

    @property
    def depth(self) -> int:
        return len(self.stack)
