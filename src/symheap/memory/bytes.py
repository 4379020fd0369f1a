"""Objects in memory, byte by byte.

A byte has bits, is set or not, and has the provenance of the pointer that it is part of.  A byte that is not set has an
unknown value: at its first read an oracle chooses one, which it keeps from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.memory.ir import Lifetime
from symheap.memory.values import Pointer, Value

Contents = Callable[[int], bytes]
"""Returns the given number of bytes for memory that was not set."""

_UNSET: Final = b"\x01"


class MemoryObject:
    """An object of `size` bytes at `base`; `name` is that of a local, a global or a function.

    `number` counts the objects of a run.  Another object may use the same addresses after its life; `number`
    distinguishes them.
    """

    __slots__ = ("_data", "_origins", "_unset", "base", "is_alive", "lifetime", "name", "number", "size")

    def __init__(self, number: int, base: int, size: int, lifetime: Lifetime, name: str = "", zero: bool = False):
        self.number = number
        self.base = base
        self.size = size
        self.lifetime = lifetime
        self.name = name
        self.is_alive = True
        self._data = bytearray(size)
        self._unset: bytearray | None = None if zero else bytearray(_UNSET) * size
        self._origins: list[MemoryObject | None] | None = None

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        what = f"{self.lifetime.value} {self.name}" if self.name else f"{self.lifetime.value} object"
        return f"{what} #{self.number}"

    def read(self, offset: int, size: int, contents: Contents) -> Value:
        """Return the value of a range; it has a provenance only if all of its bytes have the same."""
        end = offset + size
        if self._unset is not None and self._unset.find(_UNSET, offset, end) >= 0:
            self.settle(offset, size, contents)
        bits = int.from_bytes(self._data[offset:end], "little")
        if self._origins is None:
            return bits
        part = self._origins[offset:end]
        origin = part[0]
        return bits if origin is None or part.count(origin) != size else Pointer(bits, origin)

    def peek(self, offset: int, size: int) -> Value | None:
        """Like `read`, but return None if some of the bytes are not set."""
        if self._unset is not None and self._unset.find(_UNSET, offset, offset + size) >= 0:
            return None
        return self.read(offset, size, bytes)

    def write(self, offset: int, size: int, value: Value) -> None:
        end = offset + size
        if isinstance(value, int):
            self._data[offset:end] = value.to_bytes(size, "little")
            if self._origins is not None:
                self._origins[offset:end] = [None] * size
        else:
            self._data[offset:end] = value.bits.to_bytes(size, "little")
            if self._origins is None:
                self._origins = [None] * self.size
            self._origins[offset:end] = [value.origin] * size
        if self._unset is not None:
            self._unset[offset:end] = bytes(size)

    def fill(self, offset: int, count: int, byte: int | None) -> None:
        """Set the range to `byte`; None makes it unknown."""
        end = offset + count
        self._data[offset:end] = bytes((byte or 0,)) * count
        if self._origins is not None:
            self._origins[offset:end] = [None] * count
        if byte is None and self._unset is None:
            self._unset = bytearray(self.size)
        if self._unset is not None:
            self._unset[offset:end] = (bytes(1) if byte is not None else _UNSET) * count

    def settle(self, offset: int, count: int, contents: Contents) -> None:
        """Set the bytes of a range that were unknown to `contents`."""
        if self._unset is None:
            return
        end = offset + count
        start = self._unset.find(_UNSET, offset, end)
        while start >= 0:
            stop = self._unset.find(0, start, end)
            stop = end if stop < 0 else stop
            self._data[start:stop] = contents(stop - start)
            self._unset[start:stop] = bytes(stop - start)
            start = self._unset.find(_UNSET, stop, end)

    def copy_from(self, offset: int, source: MemoryObject, start: int, count: int) -> None:
        """Copy bytes with their provenance and whether they are set, also if the ranges overlap."""
        end, stop = offset + count, start + count
        self._data[offset:end] = source._data[start:stop]
        if source._origins is not None and self._origins is None:
            self._origins = [None] * self.size
        if self._origins is not None:
            self._origins[offset:end] = source._origins[start:stop] if source._origins is not None else [None] * count
        if source._unset is not None and self._unset is None:
            self._unset = bytearray(self.size)
        if self._unset is not None:
            self._unset[offset:end] = source._unset[start:stop] if source._unset is not None else bytes(count)

    def origins(self) -> set[MemoryObject]:
        """Return the objects to which some byte here is part of a pointer."""
        return set() if self._origins is None else {origin for origin in self._origins if origin is not None}
