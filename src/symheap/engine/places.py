"""Places of traces in the computation tree: the way taken at each fork.

A place identifies a trace in every run of the same exploration, since the successors of a state have a fixed order. So
a stopped run is resumed by leaving out the traces that had ended before: see `Finished`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


class TreePlace:
    """The ways taken from the root on; `index` of `width` at the last fork. The root is None.

    `share` is the part of the whole tree below the place, if all ways of each fork are equally large: the shares of a
    fork's ways add up to the fork's own.
    """

    __slots__ = ("before", "index", "share", "width")

    def __init__(self, before: TreePlace | None, index: int, width: int) -> None:
        self.before = before
        self.index = index
        self.width = width
        self.share: float = share_of(before) / width

    def __str__(self) -> str:
        """Return ``0/2.1/3`` for the first of two ways, then the second of three."""
        return ".".join(f"{at.index}/{at.width}" for at in ways(self))


def share_of(place: TreePlace | None) -> float:
    """Return the share of the tree at a place; at the root, all of it."""
    return 1.0 if place is None else place.share


def ways(place: TreePlace | None) -> list[TreePlace]:
    """Return the ways of a place, from the root on."""
    path: list[TreePlace] = []
    while place is not None:
        path.append(place)
        place = place.before
    path.reverse()
    return path


@dataclass(slots=True)
class _Node:
    """A fork that was met: `below` are its ways with an end, until the whole fork is `done`."""

    width: int = 0
    below: dict[int, _Node] = field(default_factory=dict)
    done: bool = False


class Finished:
    """The traces that had ended, by their places.

    A way is done if a trace ended there, or if all ways from its next fork are done.
    """

    def __init__(self, places: Iterable[str] = ()) -> None:
        self._root = _Node()
        for text in places:
            self.add(text)

    def add(self, text: str) -> None:
        """Add a place. Raises ValueError if `text` is not a place, or belongs to another tree."""
        nodes = [self._root]
        for index, width in map(_way, text.split(".") if text else ()):
            node = nodes[-1]
            if node.done:
                return
            if node.width not in (0, width):
                raise ValueError(f"{text!r}: this fork had {node.width} ways before")
            node.width = width
            nodes.append(node.below.setdefault(index, _Node()))
        nodes[-1].done = True
        for node in reversed(nodes[:-1]):
            if len(node.below) < node.width or not all(each.done for each in node.below.values()):
                return
            node.done, node.below = True, {}

    def has(self, place: TreePlace | None) -> bool:
        """Whether nothing is left to explore below a place. A fork of another width is a different fork: all of it is
        left.
        """
        node = self._root
        for way in ways(place):
            if node.done:
                return True
            following = node.below.get(way.index)
            if following is None or node.width != way.width:
                return False
            node = following
        return node.done


def _way(text: str) -> tuple[int, int]:
    index, slash, width = text.partition("/")
    if not (slash and index.isdecimal() and width.isdecimal() and int(index) < int(width)):
        raise ValueError(f"{text!r} is no way at a fork")
    return int(index), int(width)
