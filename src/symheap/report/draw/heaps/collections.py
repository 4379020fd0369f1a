"""The meaning of the JDK's collections: which elements or entries a concrete heap gives them.

What a path did not read of a collection is left out; a collection of which nothing is known is drawn as its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from symheap.core.deadline import tick
from symheap.core.model import Plain
from symheap.objects.concrete import ConcreteObject
from symheap.report.draw.concrete import ConcreteView

Held = tuple[Plain, bool, str]
"""A value, whether it is a reference, and its kind."""


@dataclass(frozen=True, slots=True)
class Entries:
    """The elements of a collection by name, and the objects inside it that need no drawing of their own."""

    title: str
    items: Mapping[str, Held]
    hidden: frozenset[int]


_MOST: Final = 200


def entries_of(view: ConcreteView, number: int) -> Entries | None:
    """Return what a collection holds; None for any other object, or if nothing of it is known."""
    item = view.heap.objects[number]
    name = item.class_name.removeprefix("java.util.")
    reader = _READERS.get(name) if name != item.class_name else None
    if reader is None or not item.fields:
        return None
    hidden: set[int] = set()
    found = dict(reader(_Heap(view, hidden), item))
    size = item.fields.get("size")
    known = len(found) if size is None else size
    return Entries(f"{view.notation.type_name(item.class_name)} of {known}", found, frozenset(hidden))


class _Heap:
    """Reads objects and notes them as hidden."""

    def __init__(self, view: ConcreteView, hidden: set[int]) -> None:
        self.view = view
        self.hidden = hidden

    def at(self, item: ConcreteObject, field: str) -> ConcreteObject | None:
        number = int(item.fields.get(field, 0))
        return self.get(number)

    def get(self, number: int) -> ConcreteObject | None:
        if number in self.hidden or len(self.hidden) > _MOST or number in self.view.known:
            return None
        item = self.view.heap.objects.get(number)
        if item is not None:
            tick()
            self.hidden.add(number)
        return item

    def name(self, number: int) -> str:
        """Return the text of a key."""
        view = self.view
        if number in view.strings:
            return f'"{view.strings[number]}"'
        item = view.heap.objects.get(number)
        if item is not None and item.class_name.startswith("java.lang.") and "value" in item.fields:
            return view.field_text(number, "value", item.fields["value"])
        return view.mark(number)


Read = Callable[[_Heap, ConcreteObject], Iterator[tuple[str, Held]]]


def _held(value: Plain) -> Held:
    return value, True, ""


def _array_list(heap: _Heap, item: ConcreteObject) -> Iterator[tuple[str, Held]]:
    array = heap.at(item, "elementData") or heap.at(item, "a")
    if array is None:
        return
    size = item.fields.get("size", item.fields.get("elementCount"))
    count = int(size) if size is not None else array.length or 0
    for at in range(min(count, _MOST)):
        yield f"[{at}]", _held(array.elements.get(at, 0))


def _array_deque(heap: _Heap, item: ConcreteObject) -> Iterator[tuple[str, Held]]:
    array = heap.at(item, "elements")
    if array is None or not array.length:
        return
    head, tail = int(item.fields.get("head", 0)), int(item.fields.get("tail", 0))
    for at in range((tail - head) % array.length):
        yield f"[{at}]", _held(array.elements.get((head + at) % array.length, 0))


def _linked_list(heap: _Heap, item: ConcreteObject) -> Iterator[tuple[str, Held]]:
    node, at = heap.at(item, "first"), 0
    while node is not None:
        yield f"[{at}]", _held(node.fields.get("item", 0))
        node, at = heap.at(node, "next"), at + 1


def _nodes(heap: _Heap, item: ConcreteObject) -> Iterator[ConcreteObject]:
    """Yield the nodes of a hash map, bucket by bucket."""
    table = heap.at(item, "table")
    for at in sorted(table.elements) if table is not None else ():
        node = heap.get(int(table.elements[at])) if table is not None else None
        while node is not None:
            yield node
            node = heap.at(node, "next")


def _hash_map(heap: _Heap, item: ConcreteObject) -> Iterator[tuple[str, Held]]:
    for node in _nodes(heap, item):
        yield heap.name(int(node.fields.get("key", 0))), _held(node.fields.get("value", 0))


def _tree_nodes(heap: _Heap, item: ConcreteObject) -> Iterator[ConcreteObject]:
    """Yield the nodes of a tree map in their order."""
    above: list[ConcreteObject] = []
    node = heap.at(item, "root")
    while node is not None or above:
        while node is not None:
            above.append(node)
            node = heap.at(node, "left")
        node = above.pop()
        yield node
        node = heap.at(node, "right")


def _tree_map(heap: _Heap, item: ConcreteObject) -> Iterator[tuple[str, Held]]:
    for node in _tree_nodes(heap, item):
        yield heap.name(int(node.fields.get("key", 0))), _held(node.fields.get("value", 0))


def _set(field: str, nodes: Callable[[_Heap, ConcreteObject], Iterator[ConcreteObject]]) -> Read:
    def elements(heap: _Heap, item: ConcreteObject) -> Iterator[tuple[str, Held]]:
        held = heap.at(item, field)
        for at, node in enumerate(nodes(heap, held)) if held is not None else ():
            yield f"[{at}]", _held(node.fields.get("key", 0))

    return elements


_READERS: Final[Mapping[str, Read]] = {
    "ArrayList": _array_list,
    "Vector": _array_list,
    "Stack": _array_list,
    "Arrays$ArrayList": _array_list,
    "ArrayDeque": _array_deque,
    "LinkedList": _linked_list,
    "HashMap": _hash_map,
    "LinkedHashMap": _hash_map,
    "TreeMap": _tree_map,
    "HashSet": _set("map", _nodes),
    "LinkedHashSet": _set("map", _nodes),
    "TreeSet": _set("m", _tree_nodes),
}
