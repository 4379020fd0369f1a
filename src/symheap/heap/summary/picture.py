"""A heap summary as drawn in the papers: references as circles, locations as boxes, guarded edges between them."""

from __future__ import annotations

from collections import deque

from symheap.core.deadline import tick
from symheap.core.terms import NULL, REF, Op, Term, Value
from symheap.core.types import Field
from symheap.heap.api import Cell, Handle
from symheap.heap.picture import AS_PAPERS, Node, Picture, Sheet, Writing
from symheap.heap.summary.state import L_NULL, L_UN, R_NULL, Location, SummaryHeap
from symheap.heap.term_picture import elements


def summary_picture(heap: SummaryHeap, roots: tuple[tuple[str, Cell], ...], writing: Writing = AS_PAPERS) -> Picture:
    """Return a picture of everything reachable from the roots."""
    return _Painter(heap, writing).paint(roots)


class _Painter:
    def __init__(self, heap: SummaryHeap, writing: Writing) -> None:
        self.heap = heap
        self.writing = writing
        self.sheet = Sheet(writing)
        self.pending: deque[tuple[str, Cell, str]] = deque()
        self.slots: dict[Location, list[tuple[Field, Cell]]] = {}
        for (at, field), cell in heap.R.items():
            self.slots.setdefault(at, []).append((field, cell))

    def paint(self, roots: tuple[tuple[str, Cell], ...]) -> Picture:
        for name, cell in roots:
            self.sheet.node(f"root:{name}", "root", name)
            self.pending.append((f"root:{name}", cell, ""))
        while self.pending:
            tick()
            source, cell, label = self.pending.popleft()
            if isinstance(cell, Term) and cell.op is Op.LOC:
                self._leading_to(source, cell.location.number, label)
                continue
            node = self._node(cell, f"{source}.{label}:" if self.writing.inside else "")
            if not self.sheet.edge(source, node.id, label):
                continue
            self.sheet.node(node.id, node.shape, node.label)
            for guard, at in self.heap.L[cell] if isinstance(cell, Handle) and node.shape == "reference" else ():
                self._leading_to(node.id, at, "" if guard is True else self.writing.term(guard, 120))
        return self.sheet.picture()

    def read(self, ref: object, name: str) -> object:
        """Read a field. A reference with a single location is returned as the creator of that location."""
        at = self._at(ref) if isinstance(ref, Term) and ref.sort is REF else L_UN
        held = next((cell for field, cell in self.slots.get(at, ()) if field.name == name), None)
        if not isinstance(held, Handle):
            return held
        possible = [each for _, each in self.heap.L[held]]
        return self.heap.creator(possible[0]) if len(possible) == 1 and possible[0] not in (L_NULL, L_UN) else None

    def _at(self, ref: Term) -> Location:
        if ref.op is Op.LOC and ref.location.initial:
            return ref.location.number
        return next((at for at, creator in self.heap.creators.items() if creator is ref), L_UN)

    def _node(self, cell: Cell, own: str) -> Node:
        if own and cell in (NULL, R_NULL):
            return Node(f"{own}null", "null", "null")
        if isinstance(cell, Handle) or cell is NULL:
            number = cell.number if isinstance(cell, Handle) else R_NULL.number
            return Node(f"r{number}", "reference", f"r{number}")
        text = self.writing.term(cell, 120)
        return Node(f"value:{own}{text}", "value", text)

    def _leading_to(self, source: str, at: Location, label: str) -> None:
        if self.sheet.edge(source, f"l{at}", label):
            self._location(at, f"l{at}")

    def _location(self, at: Location, key: str) -> None:
        """Paint a location, and queue its contents."""
        if at == L_NULL:
            self.sheet.node(key, "null", "null")
        elif at == L_UN:
            self.sheet.node(key, "value", "uninitialized")
        else:
            creator = self.heap.creator(at)
            whole = self.writing.whole(creator, self.read)
            held = [] if whole is not None else self._held(at, key)
            label = f"{key} {self.writing.term(creator)}" if whole is None else whole
            self.sheet.node(key, "location", "\n".join([label, *held]))

    def _held(self, at: Location, key: str) -> list[str]:
        """Return the lines in the box of a location; queue its other contents."""
        lines: list[str] = []
        for field, cell in sorted(self.slots.get(at, ()), key=lambda slot: slot[0].name):
            items = elements(cell) if field.type.sort.element is REF and not isinstance(cell, Handle) else None
            if field.type.sort is REF or not self.writing.inside or isinstance(cell, Handle):
                self.pending.append((key, cell, field.name))
            elif items is not None:
                self.pending += [(key, _cell(item), f"[{index}]") for index, item in items]
            else:
                lines.append(f"{field.name}: {self.writing.held(field, cell)}")
        return lines


def _cell(element: Value) -> Cell:
    """Return an array element as a reference."""
    if isinstance(element, Term) and element.op is Op.HANDLE:
        assert isinstance(element.payload, int)
        return Handle(element.payload)
    return element
