"""Concrete heaps: states independent of any run.

An object is its bytes, little-endian; a number is the two's complement reading of its bits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import immutables

from symheap.memory.ir import Lifetime


@dataclass(frozen=True, slots=True)
class ConcreteObject:
    contents: bytes
    lifetime: Lifetime = Lifetime.HEAP

    @property
    def size(self) -> int:
        return len(self.contents)

    def word(self, offset: int, size: int) -> int:
        """Return the number in a range of bytes."""
        assert 0 <= offset <= offset + size <= self.size
        return int.from_bytes(self.contents[offset : offset + size], "little", signed=True)

    def stored(self, offset: int, size: int, value: int) -> ConcreteObject:
        assert 0 <= offset <= offset + size <= self.size
        bits = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        return replace(self, contents=self.contents[:offset] + bits + self.contents[offset + size :])


@dataclass(frozen=True, slots=True)
class ConcreteHeap:
    """Objects by base address, which do not overlap and do not contain null, and named values."""

    objects: immutables.Map[int, ConcreteObject] = immutables.Map()
    roots: immutables.Map[str, int] = immutables.Map()

    def place(self, address: int) -> tuple[int, int] | None:
        """Return the base of the object that contains the byte at an address, and the offset in it."""
        for base, thing in self.objects.items():
            if base <= address < base + thing.size:
                return base, address - base
        return None

    def with_object(self, base: int, thing: ConcreteObject) -> ConcreteHeap:
        return replace(self, objects=self.objects.set(base, thing))

    def without_object(self, base: int) -> ConcreteHeap:
        return replace(self, objects=self.objects.delete(base))

    def with_root(self, name: str, value: int) -> ConcreteHeap:
        return replace(self, roots=self.roots.set(name, value))

    def __str__(self) -> str:
        lines = [f"{name} = {value:#x}" for name, value in sorted(self.roots.items())]
        for base, thing in sorted(self.objects.items()):
            words = [f"{thing.word(at, min(8, thing.size - at)):#x}" for at in range(0, thing.size, 8)]
            lines.append(f"{base:#x} ({thing.lifetime.value}, {thing.size}): {', '.join(words)}")
        return "\n".join(lines)
