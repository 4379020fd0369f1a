"""What the models whose references are plain terms have in common: reading a heap back, and drawing it."""

from __future__ import annotations

from collections.abc import Mapping

from symheap.core.model import Model, Plain, object_number
from symheap.core.printing import infix
from symheap.core.terms import NULL, REF, Op, Term, Value
from symheap.core.types import LENGTH, Field
from symheap.heap.api import Cell, Handle
from symheap.heap.arrays import Contents
from symheap.heap.initial import is_initial
from symheap.heap.input import Inputs
from symheap.heap.picture import Edge, Node, Picture
from symheap.objects.concrete import ConcreteHeap, ConcreteObject

Objects = Mapping[Term, Mapping[Field, Value | None]]


def concrete_cell(model: Model, cell: Cell) -> Plain:
    assert not isinstance(cell, Handle)
    return model.evaluate(cell)


def final_heap(inputs: Inputs, objects: Objects, model: Model) -> ConcreteHeap:
    """The heap at the end: what the run holds in its slots, and the initial values of what it never wrote."""
    heap = inputs.concrete(model)
    arrays = Contents(inputs, model, model.evaluate)
    for ref, slots in objects.items():
        number = object_number(ref) if ref.op is Op.LOC else int(model[ref])
        if number == 0:
            continue
        if ref.op is Op.LOC and number not in heap.objects:
            heap.objects[number] = known_object(inputs, ref)
        obj = heap.objects.get(number)
        if obj is None:
            continue
        fields = inputs.table.fields(obj.class_name)
        present = {field: value for field, value in slots.items() if value is not None and field in fields}
        write_slots(obj, present, arrays)
    return heap


def known_object(inputs: Inputs, ref: Term) -> ConcreteObject:
    """An object that the run made, without fields, or one from before the run as it was then."""
    if inputs.initial is not None and is_initial(ref):
        return inputs.initial.object(ref.location.number)
    return ConcreteObject(ref.location.class_name)


def write_slots(obj: ConcreteObject, slots: Mapping[Field, Value], arrays: Contents) -> None:
    """Give an object what its slots hold.  The length comes first: contents are read up to it."""
    if LENGTH in slots:
        obj.length = int(arrays.model.evaluate(slots[LENGTH]))
    for field, value in slots.items():
        if field.type.sort.element is not None:
            assert isinstance(value, Term)
            assert obj.length is not None
            obj.elements.update(arrays.elements(value, obj.length))
        elif field is not LENGTH:
            obj.fields[field.name] = arrays.plain(value)


def term_picture(objects: Objects, roots: tuple[tuple[str, Cell], ...]) -> Picture:
    """References as circles, their objects as boxes, ``ite`` values as diamonds."""
    painter = _Painter(objects)
    for name, cell in roots:
        painter.node(f"root:{name}", "root", name)
        painter.edge(f"root:{name}", cell, "")
    return Picture(tuple(painter.nodes.values()), tuple(painter.edges))


class _Painter:
    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.nodes: dict[str, Node] = {}
        self.edges: list[Edge] = []

    def node(self, key: str, shape: str, label: str) -> bool:
        """Add a node; False if it was there."""
        if key in self.nodes:
            return False
        self.nodes[key] = Node(key, shape, label)  # type: ignore[arg-type]
        return True

    def edge(self, source: str, cell: Cell, label: str) -> None:
        """An edge to `cell`, and everything that can be reached from there."""
        pending: list[tuple[str, Cell, str]] = [(source, cell, label)]
        while pending:
            at, value, text = pending.pop()
            key, more = self._visit(value)
            self.edges.append(Edge(at, key, text))
            pending.extend(reversed(more))

    def _visit(self, cell: Cell) -> tuple[str, list[tuple[str, Cell, str]]]:
        if not isinstance(cell, Term) or cell.sort is not REF:
            text = infix(cell) if not isinstance(cell, Handle) else f"r{cell.number}"
            key = f"value:{text}"
            self.node(key, "value", text)
            return key, []
        if cell is NULL:
            self.node("null", "null", "null")
            return "null", []
        if cell.op is Op.ITE:
            key = f"ite:{cell.id}"
            condition, then, other = cell.args
            if not self.node(key, "choice", infix(condition, 80)):
                return key, []
            return key, [(key, then, "yes"), (key, other, "no")]
        return self._visit_object(cell)

    def _visit_object(self, ref: Term) -> tuple[str, list[tuple[str, Cell, str]]]:
        key = f"ref:{infix(ref)}"
        shown = "location" if ref.op is Op.LOC else "reference"
        if not self.node(key, shown, infix(ref)) or ref not in self.objects:
            return key, []
        slots = [(f, v) for f, v in self.objects[ref].items() if v is not None]
        slots.sort(key=lambda slot: slot[0].name)
        holder = key
        if ref.op is not Op.LOC:
            holder = f"object:{infix(ref)}"
            self.node(holder, "location", f"object of {infix(ref)}")
            self.edges.append(Edge(key, holder, ""))
        return key, [(holder, value, field.name) for field, value in slots]
