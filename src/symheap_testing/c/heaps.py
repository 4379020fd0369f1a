"""Concrete C heaps, and all small ones.

An object is its bytes, little-endian; a number is the two's complement reading of its bits.  `heaps` yields every heap
of a few nodes of one `Layout` once, up to addresses: nodes are numbered in the order in which they are reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Final, Union

import immutables

from symheap.refinement.concrete import ConcreteHeap, ConcreteObject

POINTER: Final = 8
NODES: Final = (0x3000, 0x1000, 0x5000, 0x2000, 0x6000, 0x4000)
"""Addresses of nodes: unordered, and far apart."""
DATA: Final = (0x8000, 0x7000, 0x9000)
NOWHERE: Final = 0xD000
"""An address of no object."""
NUMBERS: Final = (0, 1, -1, 5)


# What nodes look like -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ToNode:
    """A pointer to one of the `entries`, which are offsets in a node."""

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
    """Nodes of `size` bytes with `slots` at offsets; other objects have `data` bytes and the slots `inner`."""

    size: int
    slots: Mapping[int, Slot]
    data: int = 4
    inner: Mapping[int, Slot] = field(default_factory=dict)

    def of(self, is_node: bool) -> Mapping[int, Slot]:
        return self.slots if is_node else self.inner


SINGLY: Final = Layout(8, {0: ToNode()})
DOUBLY: Final = Layout(16, {0: ToNode(), 8: ToNode()})
WITH_DATA: Final = Layout(16, {0: ToNode(), 8: ToData()})
EMBEDDED: Final = Layout(16, {8: ToNode((8,))})
"""The link is not the first member, and links point at links, as in ``container_of`` lists."""
QUEUED: Final = Layout(16, {0: ToNode((8,)), 8: ToNode()})
"""The back link is first and points at links, the link follows it and points at nodes, as in BSD's lists."""
CIRCLED: Final = Layout(24, {8: ToNode((8,)), 16: ToNode((8,))})
"""Both links follow another member and point at the first of them, as in Linux' lists."""
NUMBERED: Final = Layout(12, {0: ToNode(), 8: Integer()})
TAGGED: Final = Layout(24, {0: ToNode(), 8: ToData(), 16: Integer()})
NESTED: Final = Layout(16, {0: ToNode(), 8: ToData()}, 8, {0: ToData()})
"""Every node has a list of its own."""


@dataclass(frozen=True, slots=True)
class _Growing:
    """A heap under construction: `values` of slots in the order they are reached, and which `objects` are nodes."""

    values: tuple[int, ...] = ()
    objects: tuple[bool, ...] = ()

    def having(self, value: int, *objects: bool) -> _Growing:
        return _Growing((*self.values, value), self.objects + objects)

    @property
    def nodes(self) -> int:
        return sum(self.objects)

    @property
    def data(self) -> int:
        return len(self.objects) - self.nodes


@dataclass(frozen=True, slots=True)
class Size:
    """Largest numbers of nodes and data objects, or of `lost` nodes if some are unreachable from the roots."""

    nodes: int = 4
    data: int = 0
    lost: int = 0


def heaps(layout: Layout, roots: Mapping[str, Slot], size: Size) -> Iterator[ConcreteHeap]:
    """Yield every heap of nodes of a layout, up to addresses."""
    names = sorted(roots)
    slots = tuple(roots[name] for name in names)
    for grown in _grown(layout, slots, size, _Growing()):
        yield _built(layout, names, grown)
    if size.lost:
        for grown in _grown(layout, (*slots, ToNode()), replace(size, nodes=size.lost), _Growing()):
            first_lost = grown.values[len(slots)]
            if first_lost in NODES and first_lost not in grown.values[: len(slots)]:
                yield _built(layout, [*names, ""], grown)


def _grown(layout: Layout, roots: tuple[Slot, ...], size: Size, grown: _Growing) -> Iterator[_Growing]:
    slots = [*roots]
    for is_node in grown.objects:
        slots += [slot for _, slot in sorted(layout.of(is_node).items())]
    if len(grown.values) == len(slots):
        yield grown
        return
    for new in _choices(slots[len(grown.values)], size, grown):
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
            yield grown.having(DATA[grown.data], False)
        return
    for entry in slot.entries:
        yield from (grown.having(NODES[number] + entry) for number in range(grown.nodes))
        if grown.nodes < size.nodes:
            yield grown.having(NODES[grown.nodes] + entry, True)


def _built(layout: Layout, names: list[str], grown: _Growing) -> ConcreteHeap:
    values = iter(grown.values)
    roots = {name: next(values) for name in names}
    roots.pop("", None)
    nodes, data = iter(NODES), iter(DATA)
    objects: dict[int, ConcreteObject] = {}
    for is_node in grown.objects:
        thing = ConcreteObject(bytes(layout.size if is_node else layout.data))
        for offset, slot in sorted(layout.of(is_node).items()):
            thing = thing.stored(offset, 4 if isinstance(slot, Integer) else POINTER, next(values))
        objects[next(nodes) if is_node else next(data)] = thing
    return ConcreteHeap(immutables.Map(objects), immutables.Map(roots))


# Longer doubly linked lists -------------------------------------------------------------------------------------------


def chains(roots: Iterable[str], random: Random) -> Iterator[ConcreteHeap]:
    """Yield random heaps of three or four `DOUBLY` linked nodes in one or two lists, whose ends point anywhere.

    In some of them, one link is wrong.
    """
    while True:
        nodes = NODES[: random.choice((3, 4))]
        cut = random.randrange(len(nodes) + 1)
        anywhere = (0, NOWHERE, *nodes)
        links: dict[tuple[int, int], int] = {}
        for part in (nodes[:cut], nodes[cut:]):
            for here, there in pairwise(part):
                links[here, 0], links[there, 8] = there, here
            if part:
                links[part[-1], 0], links[part[0], 8] = random.choice(anywhere), random.choice(anywhere)
        if random.random() < 0.2:
            links[random.choice(list(links))] = random.choice(anywhere)
        objects = {
            node: ConcreteObject(bytes(16)).stored(0, 8, links[node, 0]).stored(8, 8, links[node, 8]) for node in nodes
        }
        values = {name: random.choice(anywhere) for name in roots}
        yield ConcreteHeap(immutables.Map(objects), immutables.Map(values))
