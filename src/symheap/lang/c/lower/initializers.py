"""Initialisers: find the expression for each part of an object.

`leaves` follows C's rules (nested braces, braces left out, designators, strings); its result is stored by commands for
a local, and as pieces for a global.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from symheap.lang.c.front.literals import string_bytes
from symheap.lang.c.front.nodes import designated
from symheap.lang.c.front.types import Array, BitRange, CType, Field, Integer, Record
from symheap.lang.c.lower.access import member, write
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.dispatch import constant_number, type_of, value
from symheap.lang.c.lower.fold import plus
from symheap.lang.c.lower.values import InMemory, Value
from symheap.memory.expressions import Number
from symheap.memory.ir import Fill, Store


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value of type `type` at `offset`: that of `node`, or `data`, the bytes of a string."""

    offset: int
    type: CType
    node: c_ast.Node | None
    bits: BitRange | None = None
    data: bytes = b""


@dataclass(eq=False)
class _Stream:
    items: Sequence[c_ast.Node]
    index: int = 0

    def peek(self) -> c_ast.Node | None:
        return self.items[self.index] if self.index < len(self.items) else None


@dataclass(eq=False)
class _Walk:
    context: Context
    leaves: list[Leaf] = field(default_factory=list)

    def whole(self, where: Field, node: c_ast.Node) -> int:
        """Initialise the object `where` with `node`; return the number of elements that an array has got."""
        if isinstance(node, c_ast.InitList):
            items = list(node.exprs or ())
            if isinstance(where.type, (Array, Record)):
                if len(items) == 1 and self._is_string(where.type, items[0]):
                    return self._string(where, items[0])
                return self._fill(where, _Stream(items), braced=True)
            if items:
                self.whole(where, items[0])
            return 0
        if self._is_string(where.type, node):
            return self._string(where, node)
        self.leaves.append(Leaf(where.offset, where.type, node, where.bits))
        return 0

    def _is_string(self, ctype: CType, node: c_ast.Node) -> bool:
        is_string = isinstance(node, c_ast.Constant) and node.type == "string"
        return is_string and isinstance(ctype, Array) and isinstance(ctype.element, Integer)

    def _string(self, where: Field, node: c_ast.Node) -> int:
        assert isinstance(node, c_ast.Constant)
        assert isinstance(where.type, Array)
        data, element = string_bytes(self.context, node)
        size = None if where.type.length is None else where.type.length * element.size
        kept = data if size is None else data[:size]
        self.leaves.append(Leaf(where.offset, Array(element, len(kept) // element.size), None, data=kept))
        return len(data) // element.size

    def _fill(self, where: Field, stream: _Stream, *, braced: bool) -> int:
        """Initialise the members of `where` in turn with items of `stream`; a designator of outer braces ends it."""
        index = longest = 0
        while (item := stream.peek()) is not None:
            if isinstance(item, c_ast.NamedInitializer):
                if not braced:
                    break
                stream.index += 1
                index = self._designated(where, item)
            else:
                part = self._part(where, index)
                if part is None:
                    if braced:
                        stream.index += 1
                        continue
                    break
                self._item(part, stream)
            index += 1
            longest = max(longest, index)
        return longest

    def _item(self, part: Field, stream: _Stream) -> None:
        node = stream.peek()
        assert node is not None
        nested = isinstance(part.type, (Array, Record)) and not isinstance(node, c_ast.InitList)
        if nested and not self._is_string(part.type, node) and not self._is_whole(part.type, node):
            before = stream.index
            self._fill(part, stream, braced=False)
            stream.index = max(stream.index, before + (0 if self._part(part, 0) is None else 1))
            return
        stream.index += 1
        self.whole(part, node)

    def _is_whole(self, ctype: CType, node: c_ast.Node) -> bool:
        """Whether an expression is a record of this type, rather than the value of its first member."""
        if not isinstance(ctype, Record) or isinstance(node, c_ast.Constant):
            return False
        return type_of(self.context, node) == ctype

    def _part(self, where: Field, index: int) -> Field | None:
        """Return member or element `index`; a union has only the first."""
        types, ctype = self.context.types, where.type
        if isinstance(ctype, Array):
            if ctype.length is not None and index >= ctype.length:
                return None
            return Field(None, ctype.element, where.offset + index * types.size(ctype.element))
        assert isinstance(ctype, Record)
        fields = types.layout(ctype).fields
        if index >= (min(1, len(fields)) if ctype.union else len(fields)):
            return None
        field = fields[index]
        return Field(field.name, field.type, where.offset + field.offset, field.bits)

    def _designated(self, where: Field, item: c_ast.NamedInitializer) -> int:
        """Initialise ``.f[2].g = e``; return the index of the first designator, or the end of its range."""
        first, *rest = item.name
        last = index = self._index(where, first)
        expression = first.expr if isinstance(first, c_ast.ArrayDesignator) else first
        if isinstance(expression, c_ast.BinaryOp) and expression.op == "...":
            last = constant_number(self.context, expression.right)
        for position in range(index, last + 1):
            part = self._part(where, position) if not isinstance(first, c_ast.ID) else self._named(where, first)
            if part is None:
                raise self.context.wrong("a designator beyond the end of the object", item)
            if rest:
                self._designated(part, designated(rest, item))
            else:
                self.whole(part, item.expr)
        return last

    def _index(self, where: Field, designator: c_ast.Node) -> int:
        if isinstance(where.type, Record) and isinstance(designator, c_ast.ID):
            fields = self.context.types.layout(where.type).fields
            for index, field in enumerate(fields):
                inner = field.type if field.name is None else None
                if field.name == designator.name:
                    return index
                if isinstance(inner, Record) and self.context.types.member(inner, designator.name) is not None:
                    return index
            raise self.context.wrong(f"{where.type} has no member {designator.name}", designator)
        if isinstance(where.type, Array):
            node = designator.expr if isinstance(designator, c_ast.ArrayDesignator) else designator
            if isinstance(node, c_ast.BinaryOp) and node.op == "...":
                node = node.left
            return constant_number(self.context, node)
        raise self.context.wrong(f"a designator for an object of type {where.type}", designator)

    def _named(self, where: Field, designator: c_ast.ID) -> Field | None:
        assert isinstance(where.type, Record)
        field = self.context.types.member(where.type, designator.name)
        return None if field is None else Field(None, field.type, where.offset + field.offset, field.bits)


def leaves(context: Context, ctype: CType, node: c_ast.Node) -> list[Leaf]:
    """Return the parts of an object of type `ctype` that `node` sets, each once: the last value of a part counts."""
    walk = _Walk(context)
    walk.whole(Field(None, ctype, 0), node)
    last = {(leaf.offset, leaf.bits): leaf for leaf in walk.leaves}
    return [leaf for leaf in walk.leaves if last[leaf.offset, leaf.bits] is leaf]


def initialized_type(context: Context, ctype: CType, node: c_ast.Node | None) -> CType:
    """Return the type of an initialised object: an array without a length gets that of its initialiser."""
    if not isinstance(ctype, Array) or ctype.length is not None or ctype.bytes is not None or node is None:
        return ctype
    return Array(ctype.element, _Walk(context.scratch()).whole(Field(None, ctype, 0), node))


def initialized_size(context: Context, ctype: CType, node: c_ast.Node) -> int:
    """Return the size of a static object, including the elements that `node` gives to a flexible array member."""
    size = context.types.size(ctype)
    if not isinstance(ctype, Record):
        return size
    ends = (leaf.offset + context.types.size(leaf.type) for leaf in leaves(context, ctype, node) if leaf.bits is None)
    return max(size, *ends, 0)


def initialize(context: Context, place: InMemory, node: c_ast.Node) -> None:
    """Emit the commands that initialise a local; parts that the initialiser leaves out become zero."""
    if not isinstance(place.type, (Array, Record)):
        inner = node.exprs[0] if isinstance(node, c_ast.InitList) and node.exprs else node
        if isinstance(inner, c_ast.InitList):
            write(context, place, Value(Number(0, 4), context.types.int), initial=True)
        else:
            write(context, place, value(context, inner), initial=True)
        return
    size = context.types.size(place.type)
    parts = leaves(context, place.type, node)
    covered = sum(context.types.size(part.type) for part in parts if part.bits is None)
    zeroed = covered < size
    if zeroed and size:
        context.emit(Fill(place.address, Number(0, 1), context.count(size), context.position, initial=True))
    for part in parts:
        _store(context, place, part, zeroed)


def _store(context: Context, place: InMemory, part: Leaf, zeroed: bool) -> None:
    if part.node is None:
        for index, byte in enumerate(part.data):
            if byte or not zeroed:
                target = plus(place.address, part.offset + index)
                context.emit(Store(target, Number(byte - 256 if byte > 127 else byte, 1), context.position, True))
        return
    new = value(context, part.node)
    is_zero = isinstance(new.expression, Number) and new.expression.value == 0
    if not (zeroed and is_zero and not isinstance(part.type, Record)):
        where = member(place.address, Field(None, part.type, part.offset, part.bits))
        write(context, where, new, initial=True)
