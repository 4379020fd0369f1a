"""The addresses in use, and the objects that use them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from typing import Final

from symheap.memory.bytes import MemoryObject

NULL_PAGE: Final = 4096
"""Objects have no addresses below this: such an address is that of a field of null."""
LOWEST: Final = 1 << 16
_REMEMBERED: Final = 16


class AddressSpace:
    """The objects that are alive, by address.  They do not overlap; one without bytes occupies an address all the same.

    `freed` are the addresses and sizes of objects that died, latest last; `end` is behind the object placed last.
    """

    def __init__(self, pointer: int) -> None:
        self.pointer = pointer
        self.limit = 1 << (8 * pointer)
        self.end = LOWEST
        self.freed: deque[tuple[int, int]] = deque(maxlen=_REMEMBERED)
        self._bases: list[int] = []
        self._objects: dict[int, MemoryObject] = {}

    def objects(self) -> list[MemoryObject]:
        """Return all objects that are alive, by address."""
        return [self._objects[base] for base in self._bases]

    def find(self, address: int) -> MemoryObject | None:
        """Return the object that contains the byte at `address`, or whose base it is."""
        index = bisect_right(self._bases, address) - 1
        if index < 0:
            return None
        thing = self._objects[self._bases[index]]
        return thing if address < thing.base + max(thing.size, 1) else None

    def is_free(self, address: int, size: int) -> bool:
        """Whether an object of `size` bytes fits at `address`: outside of the null page, and its end does not wrap."""
        end = address + max(size, 1)
        if address < NULL_PAGE or end >= self.limit:
            return False
        index = bisect_right(self._bases, address)
        if index < len(self._bases) and self._bases[index] < end:
            return False
        return self.find(address) is None

    def add(self, thing: MemoryObject) -> None:
        base = thing.base
        bases = self._bases
        if not bases or base > bases[-1]:
            bases.append(base)
        else:
            bases.insert(bisect_left(bases, base), base)
        self._objects[base] = thing
        self.end = base + max(thing.size, 1)

    def remove(self, thing: MemoryObject) -> None:
        del self._bases[bisect_left(self._bases, thing.base)]
        del self._objects[thing.base]
        self.freed.append((thing.base, thing.size))
