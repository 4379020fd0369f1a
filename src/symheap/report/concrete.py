"""Concrete heaps, ready to be drawn: which values are references, in which order objects are met, what they are called.

A heap does not say which of its roots are references.  `types` does; without it a root is read as a reference if it is
the number of an object, or 0, and as a plain value otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from symheap.core.model import Plain
from symheap.core.terms import REF
from symheap.core.types import Type
from symheap.heap.picture import Edge, Node, Picture
from symheap.objects.concrete import ConcreteHeap

_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_FILLED = "❶❷❸❹❺❻❼❽❾❿⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴"


class ConcreteView:
    """What a drawing asks of a heap.

    Every reference that occurs has one mark, and no two have the same: a mark seen twice is sharing.  An object of the
    input is ``①`` or ``#1``, one that the run made is ``❶`` or ``new#1``; the numbers are the heap's.
    """

    def __init__(
        self, heap: ConcreteHeap, types: Mapping[str, Type] | None = None, *, ascii_only: bool = False
    ) -> None:
        self.heap = heap
        self._types = types or {}
        self.order = self._traversal()
        self._circles = not ascii_only and all(abs(n) <= len(_CIRCLED) for n in self._numbers())

    def root_is_reference(self, name: str) -> bool:
        if name in self._types:
            return self._types[name].sort is REF
        value = self.heap.roots[name]
        return not isinstance(value, bool) and (value == 0 or value in self.heap.objects)

    def fields(self, number: int) -> tuple[tuple[str, Plain, bool], ...]:
        """The fields that have a value, as (name, value, is a reference): in declared order, undeclared ones last."""
        item = self.heap.objects[number]
        declared = self.heap.table.fields(item.class_name) if item.class_name in self.heap.table else ()
        reference = {f.name: f.type.sort is REF for f in declared}
        names = [*(n for n in reference if n in item.fields), *sorted(n for n in item.fields if n not in reference)]
        return tuple((name, item.fields[name], reference.get(name, False)) for name in names)

    def mark(self, number: int) -> str:
        """The name of an object; one that the heap does not describe carries a question mark."""
        if number == 0:
            return "null"
        known = "" if number in self.heap.objects else "?"
        if self._circles:
            return (_CIRCLED if number > 0 else _FILLED)[abs(number) - 1] + known
        return f"#{number}{known}" if number > 0 else f"new#{-number}{known}"

    def _traversal(self) -> tuple[int, ...]:
        """Every object once: depth first from the roots in their order, then what no root reaches, inputs first."""
        rest = sorted(self.heap.objects, key=lambda n: (n < 0, abs(n)))
        roots = [int(value) for name, value in self.heap.roots.items() if self.root_is_reference(name)]
        found: dict[int, None] = {}
        stack = [*reversed(rest), *reversed(roots)]
        while stack:
            number = stack.pop()
            if number in found or number not in self.heap.objects:
                continue
            found[number] = None
            stack += [int(value) for _, value, reference in reversed(self.fields(number)) if reference]
        return tuple(found)

    def _numbers(self) -> set[int]:
        numbers = {int(v) for name, v in self.heap.roots.items() if self.root_is_reference(name)}
        for number in self.order:
            numbers.add(number)
            numbers |= {int(v) for _, v, reference in self.fields(number) if reference}
        return numbers


def plain_text(value: Plain) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def picture_of(heap: ConcreteHeap, types: Mapping[str, Type] | None = None) -> Picture:
    """A concrete heap as a picture: a box an object, with its plain fields inside and an arrow for each reference.

    Every null has its own node, so that nulls do not look like sharing.
    """
    view = ConcreteView(heap, types)
    nodes = {f"root:{name}": Node(f"root:{name}", "root", name) for name in heap.roots}
    edges: list[Edge] = []

    def point(source: str, key: str, label: str, number: int) -> None:
        if number == 0:
            target = f"null:{key}"
            nodes[target] = Node(target, "null", "null")
        else:
            target = f"object:{number}"
            nodes.setdefault(target, Node(target, "location", view.mark(number)))
        edges.append(Edge(source, target, label))

    for number in view.order:
        plain = [f"{name}: {plain_text(value)}" for name, value, reference in view.fields(number) if not reference]
        label = "\n".join([f"{view.mark(number)} {heap.class_of(number)}", *plain])
        nodes[f"object:{number}"] = Node(f"object:{number}", "location", label)
    for name, value in heap.roots.items():
        root = f"root:{name}"
        if view.root_is_reference(name):
            point(root, root, "", int(value))
        else:
            nodes[f"value:{name}"] = Node(f"value:{name}", "value", plain_text(value))
            edges.append(Edge(root, f"value:{name}"))
    for number in view.order:
        for name, value, reference in view.fields(number):
            if reference:
                point(f"object:{number}", f"{number}.{name}", name, int(value))
    return Picture(tuple(nodes.values()), tuple(edges))
