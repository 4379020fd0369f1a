"""Pictures of heaps whose references are plain terms."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from symheap.core.contents import table_items
from symheap.core.deadline import tick
from symheap.core.printing import infix
from symheap.core.terms import NULL, REF, Op, Term, Value
from symheap.core.types import Field
from symheap.heap.api import Cell, Handle
from symheap.heap.picture import AS_PAPERS, Picture, Sheet, Writing

Objects = Mapping[Term, Mapping[Field, Value | None]]
Resolve = Callable[[Term], Term | None]


def term_picture(
    objects: Objects,
    roots: tuple[tuple[str, Cell], ...],
    writing: Writing = AS_PAPERS,
    resolved: Resolve = lambda ref: ref,
) -> Picture:
    """Draw references as circles, their objects as boxes, and ``ite`` values as diamonds.

    `resolved` returns the object that a reference was resolved to, if it was.
    """
    return _Painter(objects, writing, resolved).paint(roots)


def elements(contents: Value | None) -> list[tuple[int, Value]] | None:
    """Return the elements of an array of references at known indices; None if the contents have other parts."""
    if not isinstance(contents, Term):
        return None
    base = contents.args[0] if contents.op is Op.TABLE else contents
    if not isinstance(base, Term) or base.op is not Op.FILLED or base.args[0] is not NULL:
        return None
    return table_items(contents) if contents.op is Op.TABLE else []


class _Painter:
    def __init__(self, objects: Objects, writing: Writing, resolved: Resolve) -> None:
        self.objects = objects
        self.writing = writing
        self.resolved = resolved
        self.sheet = Sheet(writing)
        self.pending: deque[tuple[str, Cell, str]] = deque()

    def paint(self, roots: tuple[tuple[str, Cell], ...]) -> Picture:
        for name, cell in roots:
            self.sheet.node(f"root:{name}", "root", name)
            self.pending.append((f"root:{name}", cell, ""))
        while self.pending:
            tick()
            source, cell, label = self.pending.popleft()
            key = self._key(cell, f"{source}.{label}")
            if self.sheet.edge(source, key, label):
                self._cell(cell, key)
        return self.sheet.picture()

    def read(self, ref: object, name: str) -> object:
        if not isinstance(ref, Term) or ref.sort is not REF:
            return None
        slots = self.objects.get(self.resolved(ref) or ref, {})
        return next((value for field, value in slots.items() if field.name == name), None)

    def _key(self, cell: Cell, place: str) -> str:
        """Return the key of a cell's node. `place` separates equal values if they are drawn inside their objects."""
        own = f"{place}:" if self.writing.inside else ""
        if not isinstance(cell, Term) or cell.sort is not REF:
            return f"value:{own}{self._plain(cell)}"
        if cell is NULL:
            return f"{own}null"
        return f"ite:{cell.id}" if cell.op is Op.ITE else f"ref:{infix(cell)}"

    def _plain(self, cell: Cell) -> str:
        return self.writing.term(cell) if not isinstance(cell, Handle) else f"r{cell.number}"

    def _cell(self, cell: Cell, key: str) -> None:
        """Paint the target of an edge."""
        if not isinstance(cell, Term) or cell.sort is not REF:
            self.sheet.node(key, "value", self._plain(cell))
        elif cell is NULL:
            self.sheet.node(key, "null", "null")
        elif cell.op is Op.ITE:
            condition, then, other = cell.args
            self.sheet.node(key, "choice", self.writing.term(condition, 80))
            self.pending += [(key, then, "yes"), (key, other, "no")]
        elif cell.op is Op.LOC:
            self._object(cell, key, self.writing.term(cell))
        else:
            self._reference(cell, key)

    def _reference(self, ref: Term, key: str) -> None:
        self.sheet.node(key, "reference", self.writing.term(ref))
        what = self.resolved(ref)
        if what is None or (what is ref and ref not in self.objects):
            return
        if what.op is not Op.SYM:
            self.pending.append((key, what, ""))
            return
        holder = f"object:{infix(what)}"
        if self.sheet.edge(key, holder):
            self._object(what, holder, f"object of {self.writing.term(what)}")

    def _object(self, ref: Term, key: str, label: str) -> None:
        whole = self.writing.whole(ref, self.read)
        lines = [label if whole is None else whole]
        held = [(f, v) for f, v in self.objects.get(ref, {}).items() if v is not None] if whole is None else []
        for field, value in sorted(held, key=lambda slot: slot[0].name):
            items = elements(value) if field.type.sort.element is REF else None
            if field.type.sort is REF or not self.writing.inside:
                self.pending.append((key, value, field.name))
            elif items is not None:
                self.pending += [(key, item, f"[{at}]") for at, item in items]
            else:
                lines.append(f"{field.name}: {self.writing.held(field, value)}")
        self.sheet.node(key, "location", "\n".join(lines))
