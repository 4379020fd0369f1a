"""Prepare concrete heaps for drawing: which values are references, the order of objects, and their names.

A heap does not tell which of its roots are references; `types` does.  Without it, a root counts as a reference if it is
the number of an object or 0, and as a plain value otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.core.model import Plain
from symheap.core.terms import REF
from symheap.core.types import Type
from symheap.heap.picture import Edge, Node, Picture
from symheap.objects.concrete import ConcreteHeap
from symheap.report.formats.notation import Notation, plain_text, quoted, written

__all__ = ["Array", "ConcreteView", "picture_of", "plain_text"]

_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_FILLED = "❶❷❸❹❺❻❼❽❾❿⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴"
_PLAIN = Notation()
_ELEMENTS = 16
"""Number of leading elements drawn of a longer array; after these, only elements that have a value."""


@dataclass(frozen=True, slots=True)
class Array:
    """An array.  `length` is None if no path read it; `elements` are those that have a value."""

    length: int | None
    elements: Mapping[int, Plain]
    holds_references: bool
    kind: str


class ConcreteView:
    """The data of a heap that a drawing needs.

    Every reference has exactly one mark, so that equal marks mean sharing.  An input object is ``①`` or ``#1``, an
    object that the run created ``❶`` or ``new#1``, numbered as in the heap.  An object that exists before the run has a
    name, which describes it completely.  The contents of a string are drawn with the string.
    """

    def __init__(
        self,
        heap: ConcreteHeap,
        types: Mapping[str, Type] | None = None,
        *,
        ascii_only: bool = False,
        notation: Notation = _PLAIN,
    ) -> None:
        self.heap = heap
        self.notation = notation
        self._types = types or {}
        self.known = {n: name for n in self._mentioned() if (name := notation.known(n)) is not None}
        self.strings = {
            n: text for n in heap.objects if n not in self.known and (text := notation.string(heap, n)) is not None
        }
        self.hidden = self._contents()
        self.order = self._traversal()
        self._circles = not ascii_only and all(abs(n) <= len(_CIRCLED) for n in self._marked())

    # Contents ---------------------------------------------------------------------------------------------------------

    def root_is_reference(self, name: str) -> bool:
        if name in self._types:
            return self._types[name].sort is REF
        kind = self.notation.root(name)
        if kind:
            return kind[0] in "L["
        value = self.heap.roots[name]
        return not isinstance(value, bool) and (value == 0 or value in self.heap.objects)

    def fields(self, number: int) -> tuple[tuple[str, Plain, bool], ...]:
        """Return the fields that have a value, as (name, value, is a reference).

        Declared fields come first, in declared order.
        """
        item = self.heap.objects[number]
        declared = self.heap.table.fields(item.class_name) if item.class_name in self.heap.table else ()
        reference = {f.name: f.type.sort is REF for f in declared}
        names = [*(n for n in reference if n in item.fields), *sorted(n for n in item.fields if n not in reference)]
        return tuple((name, item.fields[name], reference.get(name, False)) for name in names)

    def array(self, number: int) -> Array | None:
        item = self.heap.objects[number]
        if item.length is None and not item.class_name.startswith("["):
            return None
        references = self.notation.holds_references(item.class_name)
        kind = "" if references else self.notation.element(item.class_name)
        return Array(item.length, dict(sorted(item.elements.items())), references, kind)

    def references(self, number: int) -> Iterator[tuple[str, int]]:
        """Yield the references of an object, by field or index."""
        array = self.array(number)
        if array is not None and array.holds_references:
            yield from ((f"[{at}]", int(value)) for at, value in array.elements.items())
        yield from ((name, int(value)) for name, value, reference in self.fields(number) if reference)

    # Texts ------------------------------------------------------------------------------------------------------------

    def mark(self, number: int) -> str:
        """Return the name of an object, with a question mark if the heap does not describe it."""
        if number == 0:
            return "null"
        if number in self.known:
            return self.known[number]
        known = "" if number in self.heap.objects else "?"
        if self._circles:
            return (_CIRCLED if number > 0 else _FILLED)[abs(number) - 1] + known
        return f"#{number}{known}" if number > 0 else f"new#{-number}{known}"

    def root_text(self, name: str) -> str:
        return written(self.notation.root(name), self.heap.roots[name])

    def field_text(self, number: int, name: str, value: Plain) -> str:
        return written(self.notation.field(self.heap.class_of(number), name), value)

    def described(self, number: int) -> str:
        """Return an object with its contents: ``① Node {next: ②}``, ``① int[3] {1, 0, 0}``, ``① "abc"``."""
        if number in self.strings:
            return f"{self.mark(number)} {quoted(self.strings[number])}"
        array = self.array(number)
        fields = ", ".join(
            f"{name}: {self.mark(int(value)) if reference else self.field_text(number, name, value)}"
            for name, value, reference in self.fields(number)
        )
        inside = fields if array is None else self.elements_text(array)
        return f"{self.title(number)} {{{inside}}}"

    def title(self, number: int) -> str:
        """Return the mark and class of an object, and the length of an array."""
        array = self.array(number)
        name = self.heap.class_of(number)
        if array is None:
            return f"{self.mark(number)} {self.notation.type_name(name)}"
        length = "" if array.length is None else str(array.length)
        return f"{self.mark(number)} {self.notation.array_name(name, length)}"

    def elements_text(self, array: Array) -> str:
        length = array.length if array.length is not None else 0
        shown = [self._element(array, array.elements.get(at, 0)) for at in range(min(length, _ELEMENTS))]
        beyond = [(at, value) for at, value in array.elements.items() if at >= len(shown)]
        if length > _ELEMENTS:
            shown.append("…")
        return ", ".join([*shown, *(f"[{at}]: {self._element(array, value)}" for at, value in beyond[:_ELEMENTS])])

    def _element(self, array: Array, value: Plain) -> str:
        return self.mark(int(value)) if array.holds_references else written(array.kind, value)

    # Order ------------------------------------------------------------------------------------------------------------

    def _roots(self) -> list[int]:
        return [int(value) for name, value in self.heap.roots.items() if self.root_is_reference(name)]

    def _mentioned(self) -> set[int]:
        led_to = {n for number in self.heap.objects for _, n in self.references(number)}
        return {*self._roots(), *self.heap.objects, *led_to}

    def _contents(self) -> frozenset[int]:
        """Return the arrays that only strings refer to."""
        own = {n for number in self.strings for _, n in self.references(number)}
        others = {n for o in self.heap.objects if o not in self.strings for _, n in self.references(o)}
        return frozenset(own - others - {*self._roots()})

    def _traversal(self) -> tuple[int, ...]:
        """Return every object once: depth first from the roots in their order, then unreachable ones, inputs first."""
        rest = sorted(self.heap.objects, key=lambda n: (n < 0, abs(n)))
        order: dict[int, None] = {}
        stack = [*reversed(rest), *reversed(self._roots())]
        while stack:
            tick()
            number = stack.pop()
            if number in order or number not in self.heap.objects or number in self.known or number in self.hidden:
                continue
            order[number] = None
            stack += [n for _, n in reversed(tuple(self.references(number)))]
        return tuple(order)

    def _marked(self) -> set[int]:
        led_to = {n for number in self.order if number not in self.strings for _, n in self.references(number)}
        return {*self._roots(), *self.order, *led_to} - self.known.keys()


def picture_of(heap: ConcreteHeap, types: Mapping[str, Type] | None = None, *, notation: Notation = _PLAIN) -> Picture:
    """Return a concrete heap as a picture: a box per object, an arrow per reference.

    A box holds the plain fields of its object.  Every null has a node of its own, so that nulls do not look like
    sharing.
    """
    view = ConcreteView(heap, types, notation=notation)
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
        nodes[f"object:{number}"] = Node(f"object:{number}", "location", "\n".join(_inside(view, number)))
    for name, value in heap.roots.items():
        root = f"root:{name}"
        if view.root_is_reference(name):
            point(root, root, "", int(value))
        else:
            nodes[f"value:{name}"] = Node(f"value:{name}", "value", view.root_text(name))
            edges.append(Edge(root, f"value:{name}"))
    for number in view.order:
        for name, at in view.references(number) if number not in view.strings else ():
            point(f"object:{number}", f"{number}.{name}", name, at)
    return Picture(tuple(nodes.values()), tuple(edges))


def _inside(view: ConcreteView, number: int) -> list[str]:
    if number in view.strings:
        return [view.described(number)]
    array = view.array(number)
    if array is not None:
        return [view.title(number), *([] if array.holds_references else [f"{{{view.elements_text(array)}}}"])]
    plain = [f"{n}: {view.field_text(number, n, v)}" for n, v, reference in view.fields(number) if not reference]
    return [view.title(number), *plain]
