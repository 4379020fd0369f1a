"""Strategies of an allocator to choose addresses of objects.

Law: the address is a multiple of the alignment, and `AddressSpace.is_free` holds there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, Protocol

from symheap.memory.execution.space import LOWEST, AddressSpace

_TRIES: Final = 64
_GAP: Final = 1 << 16
_MAPPED: Final = 1 << 46
"""Upper bound of the addresses of 64-bit user programs."""


class Placement(Protocol):
    def place(self, space: AddressSpace, size: int, alignment: int) -> int: ...


class NoRoom(Exception):
    """No address is free for an object of this size."""


def aligned(address: int, alignment: int) -> int:
    """Return the first multiple of `alignment` that is not below `address`."""
    return -(-address // alignment) * alignment


class Adjacent:
    """Places objects right behind the one placed last, with gaps only for alignment."""

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        for start in self._starts(space):
            address = aligned(start, alignment)
            if space.is_free(address, size):
                return address
        raise NoRoom

    def _starts(self, space: AddressSpace) -> Iterator[int]:
        yield space.end
        yield LOWEST
        for thing in space.objects():
            yield thing.base + max(thing.size, 1)


class Spaced:
    """Places objects far from each other, at odd multiples of the alignment times `factor`; no address is used twice.

    Each object is above the ones before, or `downwards` below them.
    """

    def __init__(self, factor: int, *, downwards: bool = False) -> None:
        self._factor, self._downwards = factor, downwards
        self._edge = 0

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        unit = alignment * self._factor
        if not self._edge:
            self._edge = min(space.limit, _MAPPED) // 2 if self._downwards else LOWEST
        room = -_GAP - size - 3 * unit if self._downwards else _GAP
        address = aligned(self._edge + room, 2 * unit) + unit
        if address < LOWEST or not space.is_free(address, size):
            raise NoRoom
        self._edge = address if self._downwards else address + max(size, 1)
        return address


class Reused:
    """Places objects where others died, the latest first; if they do not fit there, adjacent."""

    def __init__(self) -> None:
        self._adjacent = Adjacent()

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        for base, _ in reversed(space.freed):
            if base % alignment == 0 and space.is_free(base, size):
                return base
        return self._adjacent.place(space, size, alignment)


class Scattered:
    """Places objects anywhere."""

    def __init__(self, source: random.Random) -> None:
        self._random = source
        self._adjacent = Adjacent()

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        top = min(space.limit, _MAPPED)
        for _ in range(_TRIES):
            address = aligned(self._random.randrange(LOWEST, top), alignment)
            if space.is_free(address, size):
                return address
        return self._adjacent.place(space, size, alignment)


class Mixed:
    """Uses one of several strategies at random for each object."""

    def __init__(self, source: random.Random) -> None:
        self._random = source
        self._strategies: tuple[Placement, ...] = (Adjacent(), Reused(), Reused(), Scattered(source))

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        return self._random.choice(self._strategies).place(space, size, alignment)
