"""Concrete C heaps, and all small ones.

An object is its bytes, little-endian; a number is the two's complement reading of its bits.  `heaps` has every heap of
a few nodes of one `Layout` once, up to where its objects are: nodes are numbered in the order in which they are met.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Union

import immutables

from symheap.memory.ir import Lifetime

POINTER: Final = 8
NODES: Final = (0x3000, 0x1000, 0x5000, 0x2000, 0x6000, 0x4000)
"""Where nodes are: in no order, and far apart."""
DATA: Final = (0x8000, 0x7000, 0x9000)
NOWHERE: Final = 0xD000
"""An address of no object."""
NUMBERS: Final = (0, 1, -1, 5)


@dataclass(frozen=True, slots=True)
class ConcreteObject:
    contents: bytes
    lifetime: Lifetime = Lifetime.HEAP

    @property
    def size(self) -> int:
        return len(self.contents)

    def word(self, offset: int, size: int) -> int:
        """The number in a range of bytes."""
        assert 0 <= offset <= offset + size <= self.size
        return int.from_bytes(self.contents[offset : offset + size], "little", signed=True)

    def stored(self, offset: int, size: int, value: int) -> ConcreteObject:
        assert 0 <= offset <= offset + size <= self.size
        bits = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        return replace(self, contents=self.contents[:offset] + bits + self.contents[offset + size :])


@dataclass(frozen=True, slots=True)
class ConcreteHeap:
    """Objects by where they begin, which no two share a byte of and none of which has null, and named values."""

    objects: immutables.Map[int, ConcreteObject] = immutables.Map()
    roots: immutables.Map[str, int] = immutables.Map()

    def place(self, address: int) -> tuple[int, int] | None:
        """The base of the object that has the byte at an address, and how far inside that is."""
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


# What nodes look like -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ToNode:
    """A pointer `entries` bytes into a node: one of them, as it comes."""

    entries: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class ToData:
    """A pointer to an object that is no node."""


@dataclass(frozen=True, slots=True)
class Integer:
    """One of `NUMBERS`, of four bytes."""


Slot = Union[ToNode, ToData, Integer]


@dataclass(frozen=True, slots=True)
class Layout:
    """Nodes of `size` bytes with `slots` at offsets; what they point to beside nodes has `data` bytes."""

    size: int
    slots: Mapping[int, Slot]
    data: int = 4

    def width(self, slot: Slot) -> int:
        return 4 if isinstance(slot, Integer) else POINTER


SINGLY: Final = Layout(8, {0: ToNode()})
DOUBLY: Final = Layout(16, {0: ToNode(), 8: ToNode()})
WITH_DATA: Final = Layout(16, {0: ToNode(), 8: ToData()})
EMBEDDED: Final = Layout(16, {8: ToNode((8,))})
"""The link is behind something, and links point at links, as in ``container_of`` lists."""
NUMBERED: Final = Layout(12, {0: ToNode(), 8: Integer()})


@dataclass(frozen=True, slots=True)
class _Growing:
    """A heap in the making: `values` of slots in the order in which they are met."""

    values: tuple[int, ...] = ()
    nodes: int = 0
    data: int = 0

    def having(self, value: int, nodes: int = 0, data: int = 0) -> _Growing:
        return _Growing((*self.values, value), self.nodes + nodes, self.data + data)


@dataclass(frozen=True, slots=True)
class Size:
    """At most so many nodes and data objects; `lost`: also those of which one node or more is led to by no root."""

    nodes: int = 4
    data: int = 0
    lost: bool = False


def heaps(layout: Layout, roots: Mapping[str, Slot], size: Size) -> Iterator[ConcreteHeap]:
    """Every heap of nodes of a layout, up to where the objects are."""
    names = sorted(roots)
    slots = tuple(roots[name] for name in names)
    for grown in _grown(layout, slots, size, _Growing()):
        yield _built(layout, names, grown)
    if size.lost:
        for grown in _grown(layout, (*slots, ToNode()), size, _Growing()):
            if grown.nodes and grown.values[len(slots)] == NODES[grown.nodes - 1]:
                yield _built(layout, [*names, ""], grown)


def _grown(layout: Layout, roots: tuple[Slot, ...], size: Size, grown: _Growing) -> Iterator[_Growing]:
    of_node = tuple(layout.slots[offset] for offset in sorted(layout.slots))
    at = len(grown.values)
    if at == len(roots) + grown.nodes * len(of_node):
        yield grown
        return
    slot = roots[at] if at < len(roots) else of_node[(at - len(roots)) % len(of_node)]
    for new in _choices(slot, size, grown):
        yield from _grown(layout, roots, size, new)


def _choices(slot: Slot, size: Size, grown: _Growing) -> Iterator[_Growing]:
    if isinstance(slot, Integer):
        yield from (grown.having(number) for number in NUMBERS)
        return
    yield grown.having(0)
    yield grown.having(NOWHERE)
    if isinstance(slot, ToData):
        yield from (grown.having(DATA[number]) for number in range(grown.data))
        if grown.data < size.data:
            yield grown.having(DATA[grown.data], data=1)
        return
    for entry in slot.entries:
        yield from (grown.having(NODES[number] + entry) for number in range(grown.nodes))
        if grown.nodes < size.nodes:
            yield grown.having(NODES[grown.nodes] + entry, nodes=1)


def _built(layout: Layout, names: list[str], grown: _Growing) -> ConcreteHeap:
    values = iter(grown.values)
    roots = {name: next(values) for name in names}
    roots.pop("", None)
    objects: dict[int, ConcreteObject] = {}
    for number in range(grown.nodes):
        node = ConcreteObject(bytes(layout.size))
        for offset in sorted(layout.slots):
            node = node.stored(offset, layout.width(layout.slots[offset]), next(values))
        objects[NODES[number]] = node
    for number in range(grown.data):
        objects[DATA[number]] = ConcreteObject(bytes(layout.data))
    return ConcreteHeap(immutables.Map(objects), immutables.Map(roots))
